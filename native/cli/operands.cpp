#include "operands.h"

#include <algorithm>

#include "exit_codes.h"

namespace restante::cli {

namespace {

bool holds(const Words& words, const std::string& wanted) {
  return std::find(words.begin(), words.end(), wanted) != words.end();
}

}  // namespace

std::optional<std::string> Operands::last_value(const std::string& option) const {
  const auto found = std::find_if(options.rbegin(), options.rend(),
                                  [&](const auto& given) { return given.first == option; });
  return found == options.rend() ? std::nullopt : std::optional(found->second);
}

bool is_option(const std::string& word) {
  return word.size() > 1 && word.front() == '-';
}

Operands sort_out(const Words& words, const Words& options_with_value, const Words& flags) {
  Operands sorted;
  bool only_operands = false;
  for (std::size_t i = 1; i < words.size(); ++i) {
    const std::string& word = words[i];
    if (only_operands || !is_option(word)) {
      sorted.operands.push_back(word);
      continue;
    }
    if (word == "--") {
      only_operands = true;
      continue;
    }
    if (word == "--help" || word == "-h") {
      sorted.help = true;
      continue;
    }
    const std::size_t equals = word.find('=');
    const std::string name = word.substr(0, equals);
    if (holds(flags, name)) {
      if (equals != std::string::npos) throw UsageError("the option '" + name + "' takes no value");
      sorted.options.emplace_back(name, "");
      continue;
    }
    if (!holds(options_with_value, name)) throw UsageError("'" + words[0] + "' has no option '" + name + "'");
    if (equals != std::string::npos) {
      sorted.options.emplace_back(name, word.substr(equals + 1));
    } else {
      if (i + 1 == words.size()) throw UsageError("the option '" + name + "' needs a value");
      sorted.options.emplace_back(name, words[++i]);
    }
  }
  return sorted;
}

}  // namespace restante::cli
