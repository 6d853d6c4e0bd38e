// Finding members of a JSON object by name.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "json/document.h"

namespace restante::cli {

// The first member of this name; nothing if there is none or `value` is not an object.
std::optional<json::Value> first_member(json::Value value, std::string_view name);

// A name may be written more than once in an object (payloads keep such members), so a member is known by its
// name and by how many of this name stand before it.
struct MemberKey {
  std::string name;
  std::size_t occurrence;
  auto operator<=>(const MemberKey&) const = default;
};

// All members in the order of the text. `object` must be an object.
std::vector<std::pair<MemberKey, json::Value>> members_of(json::Value object);

}  // namespace restante::cli
