// The words behind a sub-command, sorted into options and operands.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace restante::cli {

using Words = std::vector<std::string>;

struct Operands {
  std::vector<std::pair<std::string, std::string>> options;  // a flag has the empty value
  Words operands;
  bool help = false;

  // What the option was given; if it stands there more than once, the last time.
  std::optional<std::string> last_value(const std::string& option) const;
};

bool is_option(const std::string& word);

// The first word is the sub-command. Behind "--" all words are operands. Throws UsageError.
Operands sort_out(const Words& words, const Words& options_with_value, const Words& flags = {});

}  // namespace restante::cli
