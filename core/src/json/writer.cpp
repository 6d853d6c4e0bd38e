#include "json/writer.h"

#include <charconv>

#include "json/real_numbers.h"

namespace restante::json {

void append_string(std::string& out, std::string_view text) {
  static constexpr char hex[] = "0123456789abcdef";
  out += '"';
  std::size_t plain = 0;  // begin of the run that needs no escape
  for (std::size_t at = 0; at < text.size(); ++at) {
    const auto c = static_cast<unsigned char>(text[at]);
    if (c >= 0x20 && c != '"' && c != '\\') continue;
    out.append(text, plain, at - plain);
    plain = at + 1;
    switch (c) {
      case '"': out += "\\\""; break;
      case '\\': out += "\\\\"; break;
      case '\n': out += "\\n"; break;
      case '\r': out += "\\r"; break;
      case '\t': out += "\\t"; break;
      default:
        out += "\\u00";
        out += hex[c >> 4];
        out += hex[c & 0xF];
    }
  }
  out.append(text, plain, text.size() - plain);
  out += '"';
}

void append_integer(std::string& out, std::int64_t value) {
  char digits[24];
  const auto [end, error] = std::to_chars(digits, digits + sizeof digits, value);
  out.append(digits, end);
}

void append_real(std::string& out, double value) {
  // Taken apart into sign, digits and exponent, so that both twins spell a number alike.
  const std::string scientific = scientific_digits(value);
  const std::size_t mark = scientific.find('e');
  std::string digits = scientific.substr(0, mark);
  if (digits.front() == '-') {
    out += '-';
    digits.erase(0, 1);
  }
  if (digits.size() > 1) digits.erase(1, 1);  // the point
  int exponent = 0;
  const char* const first = scientific.data() + mark + (scientific[mark + 1] == '+' ? 2 : 1);
  std::from_chars(first, scientific.data() + scientific.size(), exponent);

  // Plain from 0.0001 up to sixteen digits before the point; beyond that with an exponent.
  if (exponent < -4 || exponent > 15) {
    out += digits[0];
    out += '.';
    out += digits.size() > 1 ? digits.substr(1) : "0";
    out += 'e';
    append_integer(out, exponent);
  } else if (exponent < 0) {
    out += "0.";
    out.append(static_cast<std::size_t>(-exponent - 1), '0');
    out += digits;
  } else {
    const auto whole = static_cast<std::size_t>(exponent) + 1;
    if (digits.size() <= whole) digits.append(whole + 1 - digits.size(), '0');
    out.append(digits, 0, whole);
    out += '.';
    out.append(digits, whole);
  }
}

}  // namespace restante::json
