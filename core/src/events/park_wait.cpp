#include "events/checks.h"
#include "events/tables.h"
#include "restante/events.h"
#include "values/checks.h"

namespace restante {

void Events::park_wait(const Wait& wait, Instant at) {
  Wait checked;
  events::change(
      *scope_,
      [&] {
        checked = events::checked(wait);
        values::check_instant("at", at);
      },
      [&](events::Tables& tables) {
        const events::WaitId id{wait.run, wait.effect};
        if (tables.seals.contains(wait.run)) return;
        if (const std::optional<events::WaitRow> registered = tables.waits.find(id))
          tables.waits.park(*registered, at, registered->holds);
        else
          tables.waits.insert_parked(checked, at, tables.events.held_by(id).has_value());
      });
}

}  // namespace restante
