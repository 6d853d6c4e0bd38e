#include "events/tables.h"
#include "restante/events.h"

namespace restante {

void Events::park_wait(const Wait& wait, Instant at) {
  events::change_wait(*scope_, wait, at, [&](events::Tables& tables, const Wait& kept) {
    const events::WaitId id{wait.run, wait.effect};
    if (tables.seals.contains(wait.run)) return;
    if (const std::optional<events::WaitRow> registered = tables.waits.find(id))
      tables.waits.park(*registered, at, registered->holds);
    else
      tables.waits.insert_parked(kept, at, tables.events.is_held_by(id));
  });
}

}  // namespace restante
