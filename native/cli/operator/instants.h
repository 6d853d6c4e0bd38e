// Instants and durations, as they are written for people.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "restante/values.h"

namespace restante::cli {

// An instant, or one that lies so many milliseconds before now.
struct Moment {
  std::int64_t milliseconds;
  bool before_now;

  Instant instant(Instant now) const { return before_now ? now - milliseconds : milliseconds; }
};

// ISO 8601 in UTC: "2026-01-31T09:30:00.000Z". The plain number beyond the years of four digits.
std::string shown_instant(Instant instant);

// How long before `now` that was, in the two largest units: "3d4h". "in 3d4h" if it is still to come.
std::string shown_age(Instant instant, Instant now);

// Milliseconds, or what `shown_instant` makes of them; the fraction may be left out. Nothing if it is
// neither.
std::optional<Instant> read_instant(std::string_view text);

// Numbers with their units, the largest first: "30d", "12h", "1h30m", "10s", "500ms". Nothing if it is none.
std::optional<std::int64_t> read_duration(std::string_view text);

}  // namespace restante::cli
