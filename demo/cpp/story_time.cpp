#include "story_time.h"

namespace demo {

std::string time_text(Instant at) {
  const Instant minutes = (at - beginning) / one_minute;
  const auto two_digits = [](Instant number) { return (number < 10 ? "0" : "") + std::to_string(number); };
  return two_digits(minutes / 60) + ":" + two_digits(minutes % 60);
}

}  // namespace demo
