// A line of a scenario as the members of its object, each as it is spelled.
//
// Nothing is converted or dropped: what goes on to the door must be what the line says, a number's spelling
// and a member that is written twice included.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace restante::cli {

struct LineMember {
  std::string name;               // decoded
  std::string_view spelled_name;  // with its quotes
  std::string_view value;
};

using LineMembers = std::vector<LineMember>;

// The members view `line`. Throws BadLine unless it is one JSON object.
LineMembers split_line(std::string_view line);

// The first member of this name, or nullptr.
const LineMember* find_member(const LineMembers& members, std::string_view name);

// The content of the first member of this name, if it is there and a text.
std::optional<std::string> text_member(const LineMembers& members, std::string_view name);

}  // namespace restante::cli
