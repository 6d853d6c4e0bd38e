#include "printable.h"

#include "values/utf8.h"

namespace restante::cli {

namespace {

constexpr std::string_view replacement_character = "\xEF\xBF\xBD";

void append_spelled(std::string& out, unsigned char code_point) {
  static constexpr char hex[] = "0123456789abcdef";
  out += "\\u00";
  out += hex[code_point >> 4];
  out += hex[code_point & 0xF];
}

// U+0080 to U+009F are the control characters of two bytes.
bool is_wide_control(std::string_view character) {
  return character.size() == 2 && character[0] == '\xC2' && static_cast<unsigned char>(character[1]) < 0xA0;
}

}  // namespace

std::string printable(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    const std::size_t length = utf8::character_length(text);
    const std::string_view character = text.substr(0, length == 0 ? 1 : length);
    const auto last = static_cast<unsigned char>(character.back());
    if (length == 0)
      out += replacement_character;
    else if (last < 0x20 || last == 0x7F || is_wide_control(character))
      append_spelled(out, last);
    else
      out += character;
    text.remove_prefix(character.size());
  }
  return out;
}

}  // namespace restante::cli
