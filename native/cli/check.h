// `restante check`: runs scenario files.
#pragma once

#include <iosfwd>

#include "command_line.h"

namespace restante::cli {

// Returns the exit code. Throws CannotRun if a path cannot be used.
int check(const Check& options, std::ostream& out);

}  // namespace restante::cli
