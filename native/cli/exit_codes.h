// How a run of the command line ends, and the two ways it can end before anything was done.
#pragma once

#include <stdexcept>

namespace restante::cli {

inline constexpr int exit_success = 0;
inline constexpr int exit_failure = 1;  // a check failed, nothing was repaired, or no database was opened
inline constexpr int exit_misuse = 2;   // nothing was run

// The command line cannot be understood. The usage is shown with it.
struct UsageError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// The same behind `events`, which has a usage of its own.
struct EventsUsageError : UsageError {
  using UsageError::UsageError;
};

// The command line is understood, but what it names cannot be used.
struct CannotRun : std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace restante::cli
