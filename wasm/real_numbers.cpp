#include "json/real_numbers.h"

#include "host.h"

namespace restante::json {

double real_number(std::string_view number) {
  return host_number(number.data(), static_cast<std::int32_t>(number.size()));
}

std::string scientific_digits(double value) {
  char digits[40];
  return std::string(digits, static_cast<std::size_t>(host_digits(value, digits)));
}

}  // namespace restante::json
