#include "events/checks.h"
#include "events/ending.h"
#include "restante/events.h"
#include "values/checks.h"

namespace restante {

namespace {

using namespace events;

bool erase(Tables& tables, const EventId& event) {
  const std::optional<EventRow> row = tables.events.find(event);
  if (!row) return false;
  tables.events.erase(*row);
  if (row->state == EventState::held) {
    // The wait that held it goes on waiting.
    const std::optional<WaitRow> holder = tables.waits.find({row->run, row->effect});
    if (holder) tables.waits.reopen(*holder);
    if (!holder || holder->sealed) record_leftovers(tables, row->run);
  }
  tables.place.log_holds_erased = true;
  return true;
}

}  // namespace

bool Events::erase_payload(const EventId& event) {
  bool known = false;
  change(
      *scope_, [&] { events::check(event); }, [&](Tables& tables) { known = erase(tables, event); });
  return known;
}

}  // namespace restante
