// How a wait, a run, or a sealed run's leftovers come to their end.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "events/tables.h"
#include "restante/event.h"

namespace restante::events {

// Ends one wait and sheds what it held. With `delivered` only that event is shed; another one goes back to
// live, or becomes a dead letter if it was addressed: nobody has seen it yet.
void end_wait(Tables& tables, WaitId wait, const std::optional<EventId>& delivered);

struct RunEnd {
  std::int64_t waits;              // registered waits that were removed
  std::vector<EventRow> released;  // live again, oldest first
};

// Ends every wait of a run. Of what it held, the events for `unanswered` effects are released.
RunEnd end_run(Tables& tables, std::string_view run, const std::vector<std::string>& unanswered);

// Seals a run. False if it was sealed already.
bool seal(Tables& tables, std::string_view run, Instant at);

// Ends the parked waits of every sealed run, and sheds what sealed runs hold.
void retire_sealed(Tables& tables);

// Records what is left of a run that may be sealed, after something of it was ended.
void record_leftovers(Tables& tables, std::string_view run);

// The events themselves, in the same order.
std::vector<Event> load_events(Tables& tables, const std::vector<EventRow>& rows);

}  // namespace restante::events
