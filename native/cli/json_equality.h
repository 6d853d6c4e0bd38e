// JSON equality: whether a value is what was expected, and if not, where they part.
#pragma once

#include <optional>
#include <string>

#include "json/document.h"

namespace restante::cli {

// `exactly`: objects have the same members in any order, lists the same elements in their order, texts are
// equal once decoded, numbers by value. `at_least`: the same, but members that the expected value does not
// name are ignored at every depth.
enum class Matching { exactly, at_least };

struct Difference {
  std::string pointer;  // into the value that came
  std::string what;     // such as "is missing"
};

// The first difference in the order of the expected value, or nothing.
std::optional<Difference> find_difference(json::Value actual, json::Value expected, Matching matching);

}  // namespace restante::cli
