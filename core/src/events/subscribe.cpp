#include "events/checks.h"
#include "events/event_rows.h"
#include "events/sealed_runs.h"
#include "events/wait_rows.h"
#include "restante/events.h"
#include "values/checks.h"

namespace restante {

void Events::subscribe(const Wait& wait, Instant at) {
  Wait checked;
  scope_->write(
      [&] {
        checked = events::checked(wait);
        values::check_instant("at", at);
      },
      [&](const Place& place) {
        if (events::SealedRuns(place).contains(wait.run)) return;
        // A claim without a registration may have come first; then the wait holds that event already.
        const bool holds = events::EventRows(place).held_by({wait.run, wait.effect}).has_value();
        events::WaitRows(place).insert(checked, at, holds ? std::optional(at) : std::nullopt);
      });
}

}  // namespace restante
