#include "json/real_numbers.h"

#include <charconv>
#include <limits>

namespace restante::json {

// Not strtod and printf: they use the decimal point of whatever locale the program has set.
double real_number(std::string_view number) {
  double value = 0;
  const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), value);
  if (error != std::errc::result_out_of_range) return value;
  const bool tiny = number.find("e-") != std::string_view::npos || number.find("E-") != std::string_view::npos ||
                    number.find_first_of("eE") == std::string_view::npos;
  const double magnitude = tiny ? 0.0 : std::numeric_limits<double>::infinity();
  return number.front() == '-' ? -magnitude : magnitude;
}

std::string scientific_digits(double value) {
  char digits[40];
  const auto [end, error] = std::to_chars(digits, digits + sizeof digits, value, std::chars_format::scientific);
  return std::string(digits, end);
}

}  // namespace restante::json
