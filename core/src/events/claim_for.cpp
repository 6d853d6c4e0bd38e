#include "events/checks.h"
#include "events/claiming.h"
#include "restante/events.h"
#include "values/checks.h"

namespace restante {

std::optional<ClaimedEvent> Events::claim_for(const Wait& wait, Instant at) {
  std::optional<ClaimedEvent> claimed;
  Wait checked;
  events::change(
      *scope_,
      [&] {
        checked = events::checked(wait);
        values::check_instant("at", at);
      },
      [&](events::Tables& tables) {
        claimed = events::claim(tables, checked, at, events::Registration::as_it_is);
      });
  return claimed;
}

}  // namespace restante
