// A JSON text with the place of each of its values: a flat list in the order of the text.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "json/scanner.h"

namespace restante::json {

// One value (or member name) of a document. Containers are followed by what they hold; in an object names
// and values alternate. `next` is the index behind the value and everything in it.
struct Node {
  Type type;
  bool escaped;  // strings only: decode before use
  std::uint32_t begin;
  std::uint32_t end;
  std::uint32_t next;
};

// Whether members with a name that carries a payload are kept in one piece (type raw) or taken apart.
enum class Payloads { raw, apart };

class Document;

// A value of a document: a small handle that is valid as long as the document is.
class Value {
 public:
  Type type() const { return node().type; }
  bool is(Type type) const { return node().type == type; }
  // The text of the value as it stands, quotes included.
  std::string_view spelling() const;
  // A string's content, decoded.
  std::string decoded() const;
  // A string's content equals `text`.
  bool equals(std::string_view text) const;

  // The elements of an array, or the values of an object.
  template <class F>
  void for_each_element(F&& f) const;
  // f(name, value) for each member of an object, in order.
  template <class F>
  void for_each_member(F&& f) const;
  std::size_t size() const;

 private:
  friend class Document;
  Value(const Document* document, std::uint32_t index) : document_(document), index_(index) {}
  const Node& node() const;

  const Document* document_;
  std::uint32_t index_;
};

class Document {
 public:
  // Throws Malformed unless `text` is one JSON value. The document keeps a view of `text`.
  Document(std::string_view text, Payloads payloads);
  Value root() const { return Value(this, 0); }

 private:
  friend class Value;
  std::string_view text_;
  std::vector<Node> nodes_;
};

// The content of a string from between its quotes; `inner` must have passed the scanner.
std::string unescape(std::string_view inner);

// The whole number that a JSON number denotes by value (`1e3` is 1000, `1.0` is 1), or nothing if it has a
// fraction or lies outside of 64 bits.
std::optional<std::int64_t> whole_number(std::string_view number);

// The integer that `digits` spell, with '-' in front if negative, or nothing.
std::optional<std::int64_t> parsed_integer(std::string_view digits);

inline const Node& Value::node() const {
  return document_->nodes_[index_];
}

template <class F>
void Value::for_each_element(F&& f) const {
  const std::uint32_t end = node().next;
  for (std::uint32_t at = index_ + 1; at < end; at = document_->nodes_[at].next) f(Value(document_, at));
}

template <class F>
void Value::for_each_member(F&& f) const {
  const std::uint32_t end = node().next;
  for (std::uint32_t at = index_ + 1; at < end; at = document_->nodes_[at + 1].next)
    f(Value(document_, at), Value(document_, at + 1));
}

}  // namespace restante::json
