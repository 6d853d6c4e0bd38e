// Reading the values that the door answers. Their shape is the door's promise, so nothing here expects
// another one.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "json/document.h"

namespace restante::cli {

bool is_true(std::optional<json::Value> value);
bool is_null(json::Value value);
// The content of a text; empty if `value` is none.
std::string text_of(std::optional<json::Value> value);
// A whole number; 0 if `value` is none.
std::int64_t whole_of(std::optional<json::Value> value);
std::vector<json::Value> elements_of(std::optional<json::Value> list);

// A wait and the event it holds are told by two names each.
std::string shown_wait(json::Value wait);
std::string shown_event(json::Value event);

}  // namespace restante::cli
