#include "events/tables.h"
#include "restante/events.h"

namespace restante {

bool Events::buffer(const Event& event, Instant at) {
  bool is_new = false;
  events::change_event(*scope_, event, at, [&](events::Tables& tables, const events::CheckedEvent& kept) {
    is_new = !tables.events.is_known(event.identity());
    if (is_new) tables.events.insert_live(kept, at);
  });
  return is_new;
}

}  // namespace restante
