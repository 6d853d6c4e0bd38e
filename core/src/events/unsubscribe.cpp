#include "events/checks.h"
#include "events/event_rows.h"
#include "events/wait_rows.h"
#include "restante/events.h"
#include "values/checks.h"

namespace restante {

namespace {

using namespace events;

void end_wait(const Place& place, WaitId wait, const std::optional<EventId>& delivered) {
  EventRows rows(place);
  if (!delivered) {
    rows.shed(wait);
  } else if (const std::optional<EventRow> held = rows.find_held(wait)) {
    // The wait may hold another event by now; nobody has seen that one yet.
    if (held->identity == *delivered)
      rows.shed(*held);
    else
      rows.release(*held);
  }
  WaitRows(place).remove(wait);
}

}  // namespace

void Events::unsubscribe(std::string_view run, std::string_view effect,
                         const std::optional<EventId>& delivered) {
  scope_->write(
      [&] {
        values::check_name("run", run);
        values::check_name("effect", effect);
        if (delivered) events::check(*delivered);
      },
      [&](const Place& place) {
        end_wait(place, {run, effect}, delivered);
      });
}

}  // namespace restante
