// How a wait gets an event: the one it holds already, or the oldest live one that matches.
#pragma once

#include <optional>

#include "events/tables.h"
#include "restante/event.h"

namespace restante::events {

// Whether a wait that is not registered yet becomes so on the way.
enum class Registration { as_it_is, if_need_be };

std::optional<ClaimedEvent> claim(Tables& tables, const Wait& wait, Instant at, Registration registration);

}  // namespace restante::events
