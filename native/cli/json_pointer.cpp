#include "json_pointer.h"

#include <charconv>

#include "json_members.h"

namespace restante::cli {

namespace {

// Nothing if there is a '~' that is neither "~0" nor "~1".
std::optional<std::string> decode_token(std::string_view token) {
  std::string decoded;
  for (std::size_t at = 0; at < token.size(); ++at) {
    if (token[at] != '~') {
      decoded += token[at];
      continue;
    }
    ++at;
    if (at == token.size() || (token[at] != '0' && token[at] != '1')) return std::nullopt;
    decoded += token[at] == '0' ? '~' : '/';
  }
  return decoded;
}

// Digits without a leading zero; "-" and all else is no index.
std::optional<std::size_t> index_of(std::string_view token) {
  if (token.empty() || (token.size() > 1 && token.front() == '0')) return std::nullopt;
  std::size_t index = 0;
  const auto [end, error] = std::from_chars(token.data(), token.data() + token.size(), index);
  if (error != std::errc() || end != token.data() + token.size()) return std::nullopt;
  return index;
}

std::optional<json::Value> element_at(json::Value array, std::size_t index) {
  std::optional<json::Value> found;
  std::size_t at = 0;
  array.for_each_element([&](json::Value element) {
    if (at++ == index) found = element;
  });
  return found;
}

std::optional<json::Value> step(json::Value from, std::string_view token) {
  if (!from.is(json::Type::array)) return first_member(from, token);
  const std::optional<std::size_t> index = index_of(token);
  return index ? element_at(from, *index) : std::nullopt;
}

}  // namespace

std::optional<JsonPointer> JsonPointer::parse(std::string_view text) {
  JsonPointer pointer;
  pointer.text_ = text;
  while (!text.empty()) {
    if (text.front() != '/') return std::nullopt;
    text.remove_prefix(1);
    const std::string_view token = text.substr(0, text.find('/'));
    std::optional<std::string> decoded = decode_token(token);
    if (!decoded) return std::nullopt;
    pointer.tokens_.push_back(std::move(*decoded));
    text.remove_prefix(token.size());
  }
  return pointer;
}

std::optional<json::Value> JsonPointer::find(json::Value root) const {
  std::optional<json::Value> found = root;
  for (const std::string& token : tokens_) {
    found = step(*found, token);
    if (!found) break;
  }
  return found;
}

std::string step_to(std::string pointer, std::string_view member) {
  pointer += '/';
  for (const char c : member) {
    if (c == '~')
      pointer += "~0";
    else if (c == '/')
      pointer += "~1";
    else
      pointer += c;
  }
  return pointer;
}

std::string step_to(std::string pointer, std::size_t index) {
  return std::move(pointer) + "/" + std::to_string(index);
}

}  // namespace restante::cli
