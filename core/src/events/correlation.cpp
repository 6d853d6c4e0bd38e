#include "events/correlation.h"

#include <algorithm>
#include <set>
#include <utility>

#include "json/document.h"
#include "json/writer.h"
#include "restante/error.h"

namespace restante::events {

namespace {

using KeyView = std::pair<std::string_view, std::string_view>;

KeyView view_of(const CorrelationKey& key) {
  return {key.name_space, key.value};
}

[[noreturn]] void corrupt() {
  throw Error(ErrorCode::corrupt,
              "a stored row cannot be understood: its correlation is not a list of pairs");
}

}  // namespace

Correlation without_duplicates(const Correlation& keys) {
  if (keys.size() < 2) return keys;
  Correlation kept;
  std::set<KeyView> seen;
  for (const CorrelationKey& key : keys)
    if (seen.insert(view_of(key)).second) kept.push_back(key);
  return kept;
}

bool have_key_in_common(const Correlation& a, const Correlation& b) {
  std::set<KeyView> known;
  for (const CorrelationKey& key : a) known.insert(view_of(key));
  return std::any_of(b.begin(), b.end(),
                     [&](const CorrelationKey& key) { return known.contains(view_of(key)); });
}

std::string stored_form(const Correlation& keys) {
  std::string text = "[";
  for (const CorrelationKey& key : keys) {
    if (text.size() > 1) text += ',';
    text += '[';
    json::append_string(text, key.name_space);
    text += ',';
    json::append_string(text, key.value);
    text += ']';
  }
  text += ']';
  return text;
}

Correlation from_stored_form(std::string_view text) {
  Correlation keys;
  try {
    const json::Document document(text, json::Payloads::apart);
    if (!document.root().is(json::Type::array)) corrupt();
    document.root().for_each_element([&](json::Value pair) {
      std::vector<std::string> parts;
      if (!pair.is(json::Type::array)) corrupt();
      pair.for_each_element([&](json::Value part) {
        if (!part.is(json::Type::string)) corrupt();
        parts.push_back(part.decoded());
      });
      if (parts.size() != 2) corrupt();
      keys.push_back({std::move(parts[0]), std::move(parts[1])});
    });
  } catch (const json::Malformed&) {
    corrupt();
  }
  return keys;
}

}  // namespace restante::events
