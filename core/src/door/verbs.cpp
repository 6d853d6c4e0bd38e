#include "door/verbs.h"

#include <algorithm>

namespace restante::door {

Verb find_verb(std::string_view name) {
  for (const std::span<const NamedVerb> face : {events_verbs(), sql_verbs()}) {
    const auto found =
        std::lower_bound(face.begin(), face.end(), name,
                         [](const NamedVerb& verb, std::string_view wanted) { return verb.name < wanted; });
    if (found != face.end() && found->name == name) return found->run;
  }
  return nullptr;
}

}  // namespace restante::door
