// A strict scanner for JSON (RFC 8259) that keeps the place of every value in the text.
//
// Payloads are kept as the text that came in, so what the product needs of a JSON parser is: is this valid,
// how deep is it, and where does each value begin and end. Numbers are never converted here, strings never
// copied. The scanner does not recurse: a deep text costs memory, not stack.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace restante::json {

// A payload may nest this many containers.
inline constexpr std::size_t max_payload_depth = 512;

// Why and where a text is not valid JSON. `reason` reads well after "is not valid JSON: ".
struct Malformed {
  const char* reason;
  std::size_t at;  // byte offset
};

// True for the four characters that JSON allows between tokens.
constexpr bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

// The text between its first and last character that is not blank.
std::string_view trim(std::string_view text);

enum class Type : unsigned char { null, boolean, number, string, array, object, raw };

// Where a string stands, without its quotes, and whether it holds escapes.
struct StringPlace {
  std::size_t begin;
  std::size_t end;
  bool escaped;
};

// Tells a Visitor of each value of `text`, in order. The Visitor has
//   void scalar(Type, begin, end)   null, boolean or number
//   void string(StringPlace)
//   bool key(StringPlace)           true: hand over the member's value in one piece, checked, as `raw`
//   void raw(begin, end)
//   void open(Type, begin), void close(end)
template <class Visitor>
class Scanner {
 public:
  Scanner(std::string_view text, Visitor& visitor, std::size_t max_depth, const char* too_deep)
      : text_(text), visitor_(visitor), max_depth_(max_depth), too_deep_(too_deep) {}

  // Scans one value from `at` on and returns the offset behind it. Throws Malformed.
  std::size_t scan_value(std::size_t at);

 private:
  std::string_view text_;
  Visitor& visitor_;
  std::size_t max_depth_;
  const char* too_deep_;
};

// Throws Malformed unless the whole `text` is one JSON value, blanks around it allowed.
void validate(std::string_view text, std::size_t max_depth = max_payload_depth);

namespace detail {

std::size_t skip_blanks(std::string_view text, std::size_t at);
StringPlace scan_string(std::string_view text, std::size_t opening_quote);
// Scans null, true, false or a number; `type` tells which.
std::size_t scan_scalar(std::string_view text, std::size_t at, Type& type);
// Scans a payload in one piece.
std::size_t scan_payload(std::string_view text, std::size_t at);

inline char peek(std::string_view text, std::size_t at) {
  if (at >= text.size()) throw Malformed{"it ends too early", at};
  return text[at];
}

}  // namespace detail

template <class Visitor>
std::size_t Scanner<Visitor>::scan_value(std::size_t at) {
  using namespace detail;
  std::vector<Type> open;

  // Reads a key and its colon; true if the value behind them was taken in one piece.
  const auto member_value_taken = [&] {
    if (peek(text_, at) != '"') throw Malformed{"a member's name in quotes was expected", at};
    const StringPlace key = scan_string(text_, at);
    at = skip_blanks(text_, key.end + 1);
    if (peek(text_, at) != ':') throw Malformed{"':' was expected", at};
    at = skip_blanks(text_, at + 1);
    if (!visitor_.key(key)) return false;
    const std::size_t end = scan_payload(text_, at);
    visitor_.raw(at, end);
    at = end;
    return true;
  };

  at = skip_blanks(text_, at);
  while (true) {
    bool value_done = true;
    const char first = peek(text_, at);
    if (first == '{' || first == '[') {
      if (open.size() == max_depth_) throw Malformed{too_deep_, at};
      const Type type = first == '{' ? Type::object : Type::array;
      visitor_.open(type, at);
      open.push_back(type);
      at = skip_blanks(text_, at + 1);
      if (peek(text_, at) == (type == Type::object ? '}' : ']')) {
        visitor_.close(++at);
        open.pop_back();
      } else {
        value_done = type == Type::object && member_value_taken();
      }
    } else if (first == '"') {
      const StringPlace place = scan_string(text_, at);
      visitor_.string(place);
      at = place.end + 1;
    } else {
      Type type;
      const std::size_t end = scan_scalar(text_, at, type);
      visitor_.scalar(type, at, end);
      at = end;
    }

    // Behind a value: close what ends here, or go on to the next value of the innermost container.
    while (value_done) {
      if (open.empty()) return at;
      at = skip_blanks(text_, at);
      const char next = peek(text_, at);
      const bool in_object = open.back() == Type::object;
      if (next == ',') {
        at = skip_blanks(text_, at + 1);
        value_done = in_object && member_value_taken();
      } else if (next == (in_object ? '}' : ']')) {
        visitor_.close(++at);
        open.pop_back();
      } else {
        throw Malformed{in_object ? "',' or '}' was expected" : "',' or ']' was expected", at};
      }
    }
  }
}

}  // namespace restante::json
