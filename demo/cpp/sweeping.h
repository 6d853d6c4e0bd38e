#pragma once

#include <string>

#include "story_time.h"

namespace demo {

// How long an unclaimed event may wait for its run before the sweep takes it.
constexpr Instant grace = 60 * one_minute;
inline const std::string sweep_reason = "no run asked for it within an hour";

}  // namespace demo
