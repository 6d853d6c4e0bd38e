#include "json/writer.h"

#include <charconv>
#include <cstdio>

#include "json/document.h"

namespace restante::json {

namespace {

std::size_t format_general(char* out, std::size_t size, double value, int precision) {
#if defined(__cpp_lib_to_chars)
  // Not printf: it writes the decimal point of whatever locale the program has set.
  return static_cast<std::size_t>(std::to_chars(out, out + size, value, std::chars_format::general, precision).ptr -
                                  out);
#else
  return static_cast<std::size_t>(std::snprintf(out, size, "%.*g", precision, value));
#endif
}

}  // namespace

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
  char digits[40];
  std::size_t length = 0;
  for (int precision = 15; precision <= 17; ++precision) {
    length = format_general(digits, sizeof digits, value, precision);
    if (real_number(std::string_view(digits, length)) == value) break;
  }
  const std::string_view spelling(digits, length);
  out += spelling;
  if (spelling.find_first_of(".e") == std::string_view::npos) out += ".0";
}

}  // namespace restante::json
