#include "json/scanner.h"

#include <limits>

#include "values/utf8.h"

namespace restante::json {

namespace {

constexpr bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

std::size_t skip_digits(std::string_view text, std::size_t at) {
  if (at >= text.size() || !is_digit(text[at])) throw Malformed{"a digit was expected", at};
  while (at < text.size() && is_digit(text[at])) ++at;
  return at;
}

std::size_t scan_number(std::string_view text, std::size_t at) {
  if (text[at] == '-') ++at;
  if (at < text.size() && text[at] == '0') {
    ++at;
    if (at < text.size() && is_digit(text[at])) throw Malformed{"a number must not begin with 0", at};
  } else {
    at = skip_digits(text, at);
  }
  if (at < text.size() && text[at] == '.') at = skip_digits(text, at + 1);
  if (at < text.size() && (text[at] == 'e' || text[at] == 'E')) {
    ++at;
    if (at < text.size() && (text[at] == '+' || text[at] == '-')) ++at;
    at = skip_digits(text, at);
  }
  return at;
}

unsigned scan_hex4(std::string_view text, std::size_t at) {
  if (at + 4 > text.size()) throw Malformed{"four hexadecimal digits were expected", at};
  unsigned value = 0;
  for (std::size_t i = at; i < at + 4; ++i) {
    const char c = text[i];
    const int digit = is_digit(c)              ? c - '0'
                      : (c >= 'a' && c <= 'f') ? c - 'a' + 10
                      : (c >= 'A' && c <= 'F') ? c - 'A' + 10
                                               : -1;
    if (digit < 0) throw Malformed{"four hexadecimal digits were expected", i};
    value = value * 16 + static_cast<unsigned>(digit);
  }
  return value;
}

// `at` is behind the backslash; returns the offset behind the escape.
std::size_t scan_escape(std::string_view text, std::size_t at) {
  const char c = detail::peek(text, at);
  if (c != 'u') {
    if (std::string_view("\"\\/bfnrt").find(c) == std::string_view::npos)
      throw Malformed{"an unknown escape", at};
    return at + 1;
  }
  const unsigned unit = scan_hex4(text, at + 1);
  if (unit < 0xD800 || unit > 0xDFFF) return at + 5;
  const std::size_t second = at + 5;
  const bool paired =
      unit <= 0xDBFF && second + 1 < text.size() && text[second] == '\\' && text[second + 1] == 'u';
  if (!paired) throw Malformed{"an escape is half of a surrogate pair", at};
  const unsigned low = scan_hex4(text, second + 2);
  if (low < 0xDC00 || low > 0xDFFF) throw Malformed{"an escape is half of a surrogate pair", at};
  return second + 6;
}

struct NoVisitor {
  void scalar(Type, std::size_t, std::size_t) {}
  void string(StringPlace) {}
  bool key(StringPlace) { return false; }
  void raw(std::size_t, std::size_t) {}
  void open(Type, std::size_t) {}
  void close(std::size_t) {}
};

constexpr const char* payload_too_deep = "it nests more than 512 containers";

}  // namespace

std::string_view trim(std::string_view text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

void validate(std::string_view text, std::size_t max_depth) {
  NoVisitor nobody;
  const std::size_t end = Scanner(text, nobody, max_depth, payload_too_deep).scan_value(0);
  const std::size_t rest = detail::skip_blanks(text, end);
  if (rest != text.size()) throw Malformed{"something follows the value", rest};
}

namespace detail {

std::size_t skip_blanks(std::string_view text, std::size_t at) {
  while (at < text.size() && is_blank(text[at])) ++at;
  return at;
}

StringPlace scan_string(std::string_view text, std::size_t opening_quote) {
  StringPlace place{opening_quote + 1, 0, false};
  std::size_t at = place.begin;
  while (true) {
    const auto c = static_cast<unsigned char>(peek(text, at));
    if (c == '"') break;
    if (c == '\\') {
      place.escaped = true;
      at = scan_escape(text, at + 1);
    } else if (c < 0x20) {
      throw Malformed{"a control character stands in a string without an escape", at};
    } else if (c < 0x80) {
      ++at;
    } else {
      const std::size_t length = utf8::character_length(text.substr(at));
      if (length == 0) throw Malformed{"it is not UTF-8", at};
      at += length;
    }
  }
  place.end = at;
  return place;
}

std::size_t scan_scalar(std::string_view text, std::size_t at, Type& type) {
  const auto word = [&](std::string_view spelling, Type found) {
    if (text.substr(at, spelling.size()) != spelling) throw Malformed{"a value was expected", at};
    type = found;
    return at + spelling.size();
  };
  switch (peek(text, at)) {
    case 'n': return word("null", Type::null);
    case 't': return word("true", Type::boolean);
    case 'f': return word("false", Type::boolean);
    default: break;
  }
  if (text[at] != '-' && !is_digit(text[at])) throw Malformed{"a value was expected", at};
  type = Type::number;
  return scan_number(text, at);
}

std::size_t scan_payload(std::string_view text, std::size_t at) {
  // How deep it nests is for the face to judge, after its size.
  NoVisitor nobody;
  return Scanner(text, nobody, std::numeric_limits<std::size_t>::max(), payload_too_deep).scan_value(at);
}

}  // namespace detail
}  // namespace restante::json
