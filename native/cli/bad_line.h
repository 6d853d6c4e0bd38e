// A line of a scenario that cannot be run as it is written.
#pragma once

#include <string>

namespace restante::cli {

struct BadLine {
  std::string reason;
};

}  // namespace restante::cli
