// What `restante events` says about itself.
#pragma once

#include <string>

namespace restante::cli {

// The few lines that follow a mistake.
std::string events_synopsis();
// Which sub-command shows what, and when to use which.
std::string events_help();

}  // namespace restante::cli
