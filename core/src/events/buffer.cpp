#include "events/checks.h"
#include "events/event_rows.h"
#include "restante/events.h"
#include "values/checks.h"

namespace restante {

bool Events::buffer(const Event& event, Instant at) {
  bool is_new = false;
  std::optional<events::CheckedEvent> checked;
  scope_->write(
      [&] {
        checked.emplace(events::checked(event, scope_->place()));
        values::check_instant("at", at);
      },
      [&](const Place& place) { is_new = events::EventRows(place).insert_live(*checked, at); });
  return is_new;
}

}  // namespace restante
