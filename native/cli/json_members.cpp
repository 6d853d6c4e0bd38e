#include "json_members.h"

#include <unordered_map>

namespace restante::cli {

std::optional<json::Value> first_member(json::Value value, std::string_view name) {
  std::optional<json::Value> found;
  if (!value.is(json::Type::object)) return found;
  value.for_each_member([&](json::Value member, json::Value content) {
    if (!found && member.equals(name)) found = content;
  });
  return found;
}

std::vector<std::pair<MemberKey, json::Value>> members_of(json::Value object) {
  std::vector<std::pair<MemberKey, json::Value>> members;
  std::unordered_map<std::string, std::size_t> seen;
  object.for_each_member([&](json::Value name, json::Value value) {
    std::string decoded = name.decoded();
    const std::size_t occurrence = seen[decoded]++;
    members.emplace_back(MemberKey{std::move(decoded), occurrence}, value);
  });
  return members;
}

}  // namespace restante::cli
