#include "events/checks.h"
#include "events/tables.h"
#include "restante/events.h"
#include "values/checks.h"

namespace restante {

void Events::subscribe(const Wait& wait, Instant at) {
  Wait checked;
  events::change(
      *scope_,
      [&] {
        checked = events::checked(wait);
        values::check_instant("at", at);
      },
      [&](events::Tables& tables) {
        const events::WaitId id{wait.run, wait.effect};
        if (tables.seals.contains(wait.run) || tables.waits.find(id)) return;
        // A claim without a registration may have come first; then the wait holds that event already.
        if (tables.events.held_by(id))
          tables.waits.insert_parked(checked, at, true);
        else
          tables.waits.insert_open(checked, at);
      });
}

}  // namespace restante
