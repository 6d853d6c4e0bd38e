// The demo's time is a counter, one minute for each thing that happens: no clock, and every run is the same.
#pragma once

#include <string>

#include "restante/values.h"

namespace demo {

using restante::Instant;

// The fixed date that it is counted from: 2024-01-01T00:00:00Z.
constexpr Instant beginning = 1'704'067'200'000;
constexpr Instant one_minute = 60'000;

class StoryTime {
 public:
  Instant now() const { return now_; }
  // The instant of the next thing that happens.
  Instant next() { return now_ += one_minute; }
  void wait_until(Instant at) { now_ = at; }

 private:
  Instant now_ = beginning;
};

// "02:07": hours and minutes since the beginning.
std::string time_text(Instant at);

}  // namespace demo
