#include "events/tables.h"
#include "restante/events.h"

namespace restante {

void Events::subscribe(const Wait& wait, Instant at) {
  events::change_wait(*scope_, wait, at, [&](events::Tables& tables, const Wait& kept) {
    const events::WaitId id{wait.run, wait.effect};
    if (tables.seals.contains(wait.run) || tables.waits.find(id)) return;
    // A claim without a registration may have come first; then the wait holds that event already.
    if (tables.events.is_held_by(id))
      tables.waits.insert_parked(kept, at, true);
    else
      tables.waits.insert_open(kept, at);
  });
}

}  // namespace restante
