// Which scenario files a command line means, and their content.
#pragma once

#include <string>
#include <vector>

namespace restante::cli {

// Each path in turn: a file as it is, a folder as every *.jsonl file below it, sorted by path (byte order).
// Throws CannotRun for a path that does not exist or cannot be read, and for a folder without such a file.
std::vector<std::string> find_scenarios(const std::vector<std::string>& paths);

// Throws CannotRun.
std::string read_scenario(const std::string& path);

}  // namespace restante::cli
