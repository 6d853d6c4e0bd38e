#include "operator/instants.h"

#include <array>
#include <chrono>

#include "json/document.h"

namespace restante::cli {

namespace {

struct Unit {
  std::string_view name;
  std::int64_t milliseconds;
};
constexpr std::array units{Unit{"d", 86'400'000}, Unit{"h", 3'600'000}, Unit{"m", 60'000}, Unit{"s", 1'000},
                           Unit{"ms", 1}};

// The years that ISO 8601 writes with four digits.
constexpr Instant first_with_date = -62'167'219'200'000;
constexpr Instant last_with_date = 253'402'300'799'999;

constexpr std::string_view shape_with_fraction = "0000-00-00T00:00:00.000Z";
constexpr std::string_view shape_without_fraction = "0000-00-00T00:00:00Z";

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

std::string padded(std::int64_t number, std::size_t width) {
  const std::string digits = std::to_string(number);
  return std::string(digits.size() < width ? width - digits.size() : 0, '0') + digits;
}

bool has_shape(std::string_view text, std::string_view shape) {
  if (text.size() != shape.size()) return false;
  for (std::size_t i = 0; i < text.size(); ++i)
    if (is_digit(shape[i]) ? !is_digit(text[i]) : text[i] != shape[i]) return false;
  return true;
}

unsigned number_at(std::string_view text, std::size_t at, std::size_t length) {
  unsigned number = 0;
  for (const char digit : text.substr(at, length)) number = number * 10 + static_cast<unsigned>(digit - '0');
  return number;
}

std::optional<Instant> read_date(std::string_view text) {
  using namespace std::chrono;
  const bool with_fraction = has_shape(text, shape_with_fraction);
  if (!with_fraction && !has_shape(text, shape_without_fraction)) return std::nullopt;
  const year_month_day date{year(static_cast<int>(number_at(text, 0, 4))), month(number_at(text, 5, 2)),
                            day(number_at(text, 8, 2))};
  const unsigned hour = number_at(text, 11, 2), minute = number_at(text, 14, 2),
                 second = number_at(text, 17, 2);
  if (!date.ok() || hour > 23 || minute > 59 || second > 59) return std::nullopt;
  const unsigned fraction = with_fraction ? number_at(text, 20, 3) : 0;
  return sys_days(date).time_since_epoch().count() * units[0].milliseconds + hour * units[1].milliseconds +
         minute * units[2].milliseconds + second * units[3].milliseconds + fraction;
}

}  // namespace

std::string shown_instant(Instant instant) {
  using namespace std::chrono;
  if (instant < first_with_date || instant > last_with_date) return std::to_string(instant);
  const sys_time<milliseconds> time{milliseconds(instant)};
  const sys_days midnight = floor<days>(time);
  const year_month_day date(midnight);
  const hh_mm_ss clock(time - midnight);
  return padded(int(date.year()), 4) + "-" + padded(unsigned(date.month()), 2) + "-" +
         padded(unsigned(date.day()), 2) + "T" + padded(clock.hours().count(), 2) + ":" +
         padded(clock.minutes().count(), 2) + ":" + padded(clock.seconds().count(), 2) + "." +
         padded(clock.subseconds().count(), 3) + "Z";
}

std::string shown_age(Instant instant, Instant now) {
  std::int64_t rest = now < instant ? instant - now : now - instant;
  std::string age = now < instant ? "in " : "";
  std::size_t largest = 0;
  while (largest + 1 < units.size() && rest < units[largest].milliseconds) ++largest;
  for (std::size_t i = largest; i < units.size() && i < largest + 2; ++i) {
    const std::int64_t count = rest / units[i].milliseconds;
    rest %= units[i].milliseconds;
    if (i == largest || (count > 0 && units[i].name != "ms"))
      age += std::to_string(count) + std::string(units[i].name);
  }
  return age;
}

std::optional<Instant> read_instant(std::string_view text) {
  const std::string_view digits = text.starts_with('-') ? text.substr(1) : text;
  if (digits.empty() || digits.find_first_not_of("0123456789") != std::string_view::npos)
    return read_date(text);
  const std::optional<Instant> instant = json::parsed_integer(text);
  return instant && *instant >= min_instant && *instant <= max_instant ? instant : std::nullopt;
}

std::optional<std::int64_t> read_duration(std::string_view text) {
  constexpr std::int64_t longest = max_instant;
  if (text.empty()) return std::nullopt;
  std::int64_t duration = 0;
  std::size_t next_unit = 0;
  while (!text.empty()) {
    const std::size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
    const std::optional<std::int64_t> count = json::parsed_integer(text.substr(0, digits));
    text.remove_prefix(digits);
    const std::string_view name = text.substr(0, text.find_first_of("0123456789"));
    text.remove_prefix(name.size());
    while (next_unit < units.size() && units[next_unit].name != name) ++next_unit;
    if (!count || next_unit == units.size() || *count > longest / units[next_unit].milliseconds)
      return std::nullopt;
    duration += *count * units[next_unit++].milliseconds;
  }
  return duration <= longest ? std::optional(duration) : std::nullopt;
}

}  // namespace restante::cli
