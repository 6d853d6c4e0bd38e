#include "operator/shown_text.h"

#include "json/writer.h"
#include "operands.h"
#include "operator/characters.h"

namespace restante::cli {

namespace {

constexpr std::string_view ellipsis = "\xE2\x80\xA6";

void append_escape(std::string& out, char32_t unit) {
  static constexpr char hex[] = "0123456789abcdef";
  out += "\\u";
  for (int shift = 12; shift >= 0; shift -= 4) out += hex[unit >> shift & 0xF];
}

// As JSON escapes it; characters beyond U+FFFF take two escapes there.
void append_escaped(std::string& out, char32_t code_point) {
  if (code_point <= 0xFFFF) return append_escape(out, code_point);
  append_escape(out, 0xD800 + ((code_point - 0x10000) >> 10));
  append_escape(out, 0xDC00 + ((code_point - 0x10000) & 0x3FF));
}

// JSON has escaped some of the control characters already.
std::string quoted(std::string_view text) {
  std::string json;
  json::append_string(json, text);
  std::string out;
  for (std::string_view rest = json; !rest.empty();) {
    const Character character = first_character(rest);
    if (is_unseen(character.code_point))
      append_escaped(out, character.code_point);
    else
      out += character.bytes;
    rest.remove_prefix(character.bytes.size());
  }
  return out;
}

bool holds_unseen(std::string_view text) {
  while (!text.empty()) {
    const Character character = first_character(text);
    if (is_unseen(character.code_point)) return true;
    text.remove_prefix(character.bytes.size());
  }
  return false;
}

bool reads_as_it_is(std::string_view text) {
  return !text.empty() && text != "-" && text.front() != ' ' && text.back() != ' ' &&
         text.find_first_of("\"\\") == std::string_view::npos && !holds_unseen(text);
}

std::string shown_without(std::string_view text, std::string_view quoted_for) {
  const bool as_it_is = reads_as_it_is(text) && text.find_first_of(quoted_for) == std::string_view::npos;
  return as_it_is ? std::string(text) : quoted(text);
}

}  // namespace

std::string shown_name(std::string_view text) {
  return shown_without(text, " ");
}

std::string shown_prose(std::string_view text) {
  return shown_without(text, "");
}

std::string shown_pair(std::string_view first, char separator, std::string_view second) {
  return shown_without(first, std::string(" ") + separator) + separator + shown_name(second);
}

std::optional<std::string> shell_word(std::string_view text) {
  constexpr std::string_view plain =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_./:@%+,-";
  if (holds_unseen(text) || text.find('\'') != std::string_view::npos || is_option(std::string(text)))
    return std::nullopt;
  if (!text.empty() && text.find_first_not_of(plain) == std::string_view::npos) return std::string(text);
  return '\'' + std::string(text) + '\'';
}

std::string cut(const std::string& shown, std::size_t columns) {
  if (columns_of(shown) <= columns) return shown;
  std::string kept;
  std::string_view rest = shown;
  std::size_t taken = columns_of(ellipsis);
  for (;;) {
    const std::string_view character = first_character(rest).bytes;
    taken += columns_of(character);
    if (taken > columns) return kept.append(ellipsis);
    kept += character;
    rest.remove_prefix(character.size());
  }
}

}  // namespace restante::cli
