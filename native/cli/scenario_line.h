// A line of a scenario: the command for the door, and what the runner is to make of the answer.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "expectations.h"
#include "line_members.h"
#include "saved_values.h"

namespace restante::cli {

struct ScenarioLine {
  std::string command;  // JSON text
  Expectations expectations;
};

// Saved values are put in. Throws BadLine.
ScenarioLine read_line(const LineMembers& members, const SavedValues& saved);

// Why the line is there, or an empty text.
std::string note_of(const LineMembers& members);

// The features that a line {"requires": […]} asks for; nothing if it is another line. Throws BadLine.
std::optional<std::vector<std::string>> required_features(const LineMembers& members);

}  // namespace restante::cli
