// Runs one scenario: a file of commands, one a line, with what their answers must be.
#pragma once

#include <iosfwd>
#include <string>
#include <string_view>

#include "command_line.h"
#include "report.h"

namespace restante::cli {

// Runs every line of `text` on stores of its own in a temporary folder, and tells on `out` what failed.
// `file` is the name to tell it under. A scenario that requires what this program cannot do is told and not
// run. Throws CannotRun if there can be no temporary folder.
Tally run_scenario(const std::string& file, std::string_view text, StorePlace store, std::ostream& out);

}  // namespace restante::cli
