#include "json/real_numbers.h"

#include <algorithm>
#include <charconv>
#include <limits>

namespace restante::json {

namespace {

// How far the first digit that counts stands before the point (or, negative, behind it).
double decimal_places(std::string_view number) {
  const std::size_t mark = number.find_first_of("eE");
  const std::string_view mantissa = number.substr(0, mark);
  const std::size_t point = std::min(mantissa.find('.'), mantissa.size());
  const std::size_t first = mantissa.find_first_of("123456789");
  double exponent = 0;
  if (mark != std::string_view::npos) {
    const std::size_t sign = number[mark + 1] == '+' ? 2 : 1;
    std::from_chars(number.data() + mark + sign, number.data() + number.size(), exponent);
  }
  return static_cast<double>(point) - static_cast<double>(first) + exponent;
}

}  // namespace

// Not strtod and printf: they use the decimal point of whatever locale the program has set.
double real_number(std::string_view number) {
  double value = 0;
  const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), value);
  if (error != std::errc::result_out_of_range) return value;
  const double magnitude = decimal_places(number) < 0 ? 0.0 : std::numeric_limits<double>::infinity();
  return number.front() == '-' ? -magnitude : magnitude;
}

std::string scientific_digits(double value) {
  char digits[40];
  const auto [end, error] =
      std::to_chars(digits, digits + sizeof digits, value, std::chars_format::scientific);
  return std::string(digits, end);
}

}  // namespace restante::json
