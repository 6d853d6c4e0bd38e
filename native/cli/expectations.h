// What a line of a scenario expects of its answer, and whether the answer is that.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "answer.h"
#include "json_pointer.h"
#include "parsed_json.h"

namespace restante::cli {

struct Save {
  std::string name;
  JsonPointer place;
};

// Without an `error` the command must succeed.
struct Expectations {
  std::optional<ParsedJson> value;
  std::optional<ParsedJson> match;
  std::optional<ParsedJson> error;  // a text: the code; an object: matched
  std::optional<std::string> text;
  std::vector<JsonPointer> absent;
  std::vector<Save> saves;
};

// Both read well behind "expected: " and "reason: ".
struct Disappointment {
  std::string expected;
  std::string reason;
};

// The first expectation that the answer does not meet, or nothing.
std::optional<Disappointment> find_disappointment(const Answer& answer, const Expectations& expectations);

}  // namespace restante::cli
