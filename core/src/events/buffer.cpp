#include "events/checks.h"
#include "events/tables.h"
#include "restante/events.h"
#include "values/checks.h"

namespace restante {

bool Events::buffer(const Event& event, Instant at) {
  bool is_new = false;
  std::optional<events::CheckedEvent> checked;
  events::change(
      *scope_,
      [&] {
        checked.emplace(events::checked(event, scope_->place()));
        values::check_instant("at", at);
      },
      [&](events::Tables& tables) {
        is_new = !tables.events.is_known(event.identity());
        if (is_new) tables.events.insert_live(*checked, at);
      });
  return is_new;
}

}  // namespace restante
