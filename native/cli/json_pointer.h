// JSON pointers (RFC 6901): the place of a value within another one.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "json/document.h"

namespace restante::cli {

class JsonPointer {
 public:
  // Nothing if `text` is not a JSON pointer.
  static std::optional<JsonPointer> parse(std::string_view text);

  const std::string& text() const { return text_; }
  // The value at this place of `root`; nothing if there is none. Of members with one name the first counts.
  std::optional<json::Value> find(json::Value root) const;

 private:
  std::string text_;
  std::vector<std::string> tokens_;  // decoded
};

// The pointer one step further, to a member or an element.
std::string step_to(std::string pointer, std::string_view member);
std::string step_to(std::string pointer, std::size_t index);

}  // namespace restante::cli
