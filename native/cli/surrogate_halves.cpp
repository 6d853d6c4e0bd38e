#include "surrogate_halves.h"

#include <charconv>

namespace restante::cli {

namespace {

constexpr std::size_t escape_length = 6;  // \uXXXX

// The UTF-16 unit of the escape at `at`, or 0 if there is none.
unsigned unit_at(std::string_view json, std::size_t at) {
  if (json.substr(at, 2) != "\\u" || at + escape_length > json.size()) return 0;
  const char* const digits = json.data() + at + 2;
  unsigned unit = 0;
  return std::from_chars(digits, digits + 4, unit, 16).ptr == digits + 4 ? unit : 0;
}

bool is_high_half(unsigned unit) {
  return unit >= 0xD800 && unit <= 0xDBFF;
}
bool is_low_half(unsigned unit) {
  return unit >= 0xDC00 && unit <= 0xDFFF;
}

}  // namespace

std::string without_surrogate_halves(std::string_view json) {
  std::string out(json);
  std::size_t at = out.find('\\');
  while (at != std::string::npos) {
    const unsigned unit = unit_at(json, at);
    std::size_t length = 2;
    if (is_high_half(unit) && at + escape_length < json.size() &&
        is_low_half(unit_at(json, at + escape_length))) {
      length = 2 * escape_length;
    } else if (is_high_half(unit) || is_low_half(unit)) {
      out.replace(at, escape_length, "\\ufffd");
      length = escape_length;
    }
    at = out.find('\\', at + length);
  }
  return out;
}

}  // namespace restante::cli
