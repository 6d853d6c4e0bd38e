#include "json/document.h"

#include <array>
#include <charconv>
#include <limits>

namespace restante::json {

namespace {

// The members that hold a caller's JSON, kept to the letter and never looked into.
bool carries_payload(std::string_view name) {
  static constexpr std::array<std::string_view, 5> names{"payload", "metadata", "headers", "state", "config"};
  for (const std::string_view known : names)
    if (name == known) return true;
  return false;
}

// Containers may nest this deep where a payload stands in its place within a command or an answer.
constexpr std::size_t max_document_depth = max_payload_depth + 64;

class Builder {
 public:
  Builder(std::string_view text, std::vector<Node>& nodes, Payloads payloads)
      : text_(text), nodes_(nodes), payloads_(payloads) {}

  void scalar(Type type, std::size_t begin, std::size_t end) { leaf(type, false, begin, end); }
  void string(StringPlace place) { leaf(Type::string, place.escaped, place.begin, place.end); }
  void raw(std::size_t begin, std::size_t end) { leaf(Type::raw, false, begin, end); }
  bool key(StringPlace place) {
    string(place);
    if (payloads_ == Payloads::apart) return false;
    const std::string_view inner = text_.substr(place.begin, place.end - place.begin);
    return place.escaped ? carries_payload(unescape(inner)) : carries_payload(inner);
  }
  void open(Type type, std::size_t begin) {
    open_.push_back(static_cast<std::uint32_t>(nodes_.size()));
    leaf(type, false, begin, begin);
  }
  void close(std::size_t end) {
    Node& container = nodes_[open_.back()];
    container.end = static_cast<std::uint32_t>(end);
    container.next = static_cast<std::uint32_t>(nodes_.size());
    open_.pop_back();
  }

 private:
  void leaf(Type type, bool escaped, std::size_t begin, std::size_t end) {
    nodes_.push_back({type, escaped, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end),
                      static_cast<std::uint32_t>(nodes_.size() + 1)});
  }

  std::string_view text_;
  std::vector<Node>& nodes_;
  std::vector<std::uint32_t> open_;
  Payloads payloads_;
};

void append_utf8(std::string& out, unsigned code_point) {
  if (code_point < 0x80) {
    out += static_cast<char>(code_point);
  } else if (code_point < 0x800) {
    out += static_cast<char>(0xC0 | (code_point >> 6));
    out += static_cast<char>(0x80 | (code_point & 0x3F));
  } else if (code_point < 0x10000) {
    out += static_cast<char>(0xE0 | (code_point >> 12));
    out += static_cast<char>(0x80 | ((code_point >> 6) & 0x3F));
    out += static_cast<char>(0x80 | (code_point & 0x3F));
  } else {
    out += static_cast<char>(0xF0 | (code_point >> 18));
    out += static_cast<char>(0x80 | ((code_point >> 12) & 0x3F));
    out += static_cast<char>(0x80 | ((code_point >> 6) & 0x3F));
    out += static_cast<char>(0x80 | (code_point & 0x3F));
  }
}

unsigned hex4(std::string_view digits) {
  unsigned value = 0;
  std::from_chars(digits.data(), digits.data() + 4, value, 16);
  return value;
}

}  // namespace

Document::Document(std::string_view text, Payloads payloads) : text_(text) {
  if (text.size() > std::numeric_limits<std::uint32_t>::max() / 2)
    throw Malformed{"it is longer than 2 GiB", 0};
  nodes_.reserve(48);
  Builder builder(text, nodes_, payloads);
  const std::size_t end =
      Scanner(text, builder, max_document_depth, "it nests too many containers").scan_value(0);
  const std::size_t rest = detail::skip_blanks(text, end);
  if (rest != text.size()) throw Malformed{"something follows the value", rest};
}

std::string_view Value::spelling() const {
  const Node& found = node();
  const std::size_t quote = found.type == Type::string ? 1 : 0;
  return document_->text_.substr(found.begin - quote, found.end - found.begin + 2 * quote);
}

std::string Value::decoded() const {
  const Node& found = node();
  const std::string_view inner = document_->text_.substr(found.begin, found.end - found.begin);
  return found.escaped ? unescape(inner) : std::string(inner);
}

bool Value::equals(std::string_view text) const {
  const Node& found = node();
  if (found.type != Type::string) return false;
  const std::string_view inner = document_->text_.substr(found.begin, found.end - found.begin);
  return found.escaped ? unescape(inner) == text : inner == text;
}

std::size_t Value::size() const {
  std::size_t count = 0;
  if (is(Type::object))
    for_each_member([&](Value, Value) { ++count; });
  else
    for_each_element([&](Value) { ++count; });
  return count;
}

std::string unescape(std::string_view inner) {
  std::string out;
  out.reserve(inner.size());
  for (std::size_t at = 0; at < inner.size(); ++at) {
    if (inner[at] != '\\') {
      out += inner[at];
      continue;
    }
    switch (inner[++at]) {
      case 'b': out += '\b'; break;
      case 'f': out += '\f'; break;
      case 'n': out += '\n'; break;
      case 'r': out += '\r'; break;
      case 't': out += '\t'; break;
      case 'u': {
        unsigned unit = hex4(inner.substr(at + 1));
        at += 4;
        if (unit >= 0xD800 && unit <= 0xDBFF) {
          const unsigned low = hex4(inner.substr(at + 3));
          at += 6;
          unit = 0x10000 + ((unit - 0xD800) << 10) + (low - 0xDC00);
        }
        append_utf8(out, unit);
        break;
      }
      default: out += inner[at];
    }
  }
  return out;
}

std::optional<std::int64_t> whole_number(std::string_view number) {
  const bool negative = number.front() == '-';
  if (negative) number.remove_prefix(1);

  const std::size_t exponent_mark = number.find_first_of("eE");
  const std::string_view mantissa = number.substr(0, exponent_mark);
  std::string digits;
  std::int64_t scale = 0;  // the value is digits * 10^scale
  const std::size_t point = mantissa.find('.');
  digits = mantissa.substr(0, point);
  if (point != std::string_view::npos) {
    digits += mantissa.substr(point + 1);
    scale -= static_cast<std::int64_t>(mantissa.size() - point - 1);
  }
  digits.erase(0, digits.find_first_not_of('0'));
  if (digits.empty()) return 0;
  const std::size_t last = digits.find_last_not_of('0');
  scale += static_cast<std::int64_t>(digits.size() - 1 - last);
  digits.resize(last + 1);

  if (exponent_mark != std::string_view::npos) {
    std::string_view exponent = number.substr(exponent_mark + 1);
    const bool shrinks = exponent.front() == '-';
    if (exponent.front() == '-' || exponent.front() == '+') exponent.remove_prefix(1);
    exponent.remove_prefix(std::min(exponent.find_first_not_of('0'), exponent.size()));
    if (exponent.size() > 15)
      return std::nullopt;  // more than any text that fits in memory could make up for
    std::int64_t by = 0;
    std::from_chars(exponent.data(), exponent.data() + exponent.size(), by);
    scale += shrinks ? -by : by;
  }
  if (scale < 0 || scale + static_cast<std::int64_t>(digits.size()) > 19) return std::nullopt;
  digits.append(static_cast<std::size_t>(scale), '0');
  if (negative) digits.insert(digits.begin(), '-');
  return parsed_integer(digits);
}

std::optional<std::int64_t> parsed_integer(std::string_view digits) {
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (error != std::errc() || end != digits.data() + digits.size()) return std::nullopt;
  return value;
}

}  // namespace restante::json
