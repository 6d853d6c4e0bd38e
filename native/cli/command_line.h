// The words of the command line, taken apart.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "operator/command.h"

namespace restante::cli {

// Where the store lives that a scenario gets without opening a path.
enum class StorePlace { memory, file };

struct Help {};
struct Version {};
struct Exec {
  std::string database;
};
struct Check {
  StorePlace store = StorePlace::memory;
  std::vector<std::string> paths;
};
struct EventsHelp {};
using Invocation = std::variant<Help, Version, Exec, Check, EventsHelp, EventsCommand>;

// `words` are those behind the program's name. Throws UsageError.
Invocation parse_command_line(const std::vector<std::string>& words);

std::string usage();
std::string version();

}  // namespace restante::cli
