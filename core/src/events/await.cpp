#include "events/claiming.h"
#include "restante/events.h"

namespace restante {

std::optional<ClaimedEvent> Events::await(const Wait& wait, Instant at) {
  std::optional<ClaimedEvent> claimed;
  events::change_wait(*scope_, wait, at, [&](events::Tables& tables, const Wait& kept) {
    claimed = events::claim(tables, kept, at, events::Registration::if_need_be);
  });
  return claimed;
}

}  // namespace restante
