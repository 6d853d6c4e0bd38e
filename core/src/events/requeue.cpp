#include "events/checks.h"
#include "events/tables.h"
#include "restante/events.h"
#include "values/checks.h"

namespace restante {

bool Events::requeue(const EventId& event, Instant at) {
  bool requeued = false;
  events::change(
      *scope_,
      [&] {
        events::check(event);
        values::check_instant("at", at);
      },
      [&](events::Tables& tables) {
        const std::optional<events::EventRow> row = tables.events.find(event);
        requeued = row && row->state == EventState::dead && !row->erased && !row->addressed;
        if (requeued) tables.events.requeue(*row, at);
      });
  return requeued;
}

}  // namespace restante
