#pragma once

#include <stdexcept>

namespace demo {

// A failure that the user can mend; it is told in one sentence.
struct Problem : std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace demo
