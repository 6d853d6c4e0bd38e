// How a live event gets to a wait: the first key of the event that finds one decides, and under a key the
// wait that was registered first.
#pragma once

#include <optional>
#include <string_view>

#include "events/tables.h"
#include "restante/event.h"

namespace restante::events {

// Who would get an event of this shape.
std::optional<WaitRow> first_waiter(Tables& tables, const Correlation& keys, std::string_view kind,
                                    std::string_view source, Instant at);

// Gives a live event to whoever gets it, and answers that wait.
std::optional<Wait> offer(Tables& tables, const EventRow& live, Instant at);

}  // namespace restante::events
