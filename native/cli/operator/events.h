// `restante events DB SUB-COMMAND`: an operator looks at the events of a database, and repairs them.
#pragma once

#include <iosfwd>

#include "operator/command.h"

namespace restante::cli {

// Returns the exit code. What was found or done goes to `out`; why nothing was, or what failed, to `err`.
int events(const EventsCommand& command, std::ostream& out, std::ostream& err);

}  // namespace restante::cli
