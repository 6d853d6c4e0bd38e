#include "door/verbs.h"

#include <string>
#include <unordered_map>

namespace restante::door {

Verb find_verb(std::string_view name) {
  static const std::unordered_map<std::string_view, Verb> table = [] {
    std::unordered_map<std::string_view, Verb> verbs;
    for (const auto face : {events_verbs(), sql_verbs()})
      for (const NamedVerb& verb : face) verbs.emplace(verb.name, verb.run);
    return verbs;
  }();
  const auto found = table.find(name);
  return found == table.end() ? nullptr : found->second;
}

}  // namespace restante::door
