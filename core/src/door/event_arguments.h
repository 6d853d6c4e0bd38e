// Events and waits as members of a command.
#pragma once

#include "door/arguments.h"
#include "restante/event.h"

namespace restante::door {

// Each reads its object to the last member and refuses unknown ones.
Event read_event(Arguments in);
EventId read_event_id(Arguments in);
Wait read_wait(Arguments in);

// The members `source` and `id`, beside others.
EventId read_identity(Arguments& in);

}  // namespace restante::door
