#include "command_line.h"

#include <algorithm>
#include <string_view>

#include "exit_codes.h"

namespace restante::cli {

namespace {

using Words = std::vector<std::string>;

// The words behind a sub-command: options with their values, and operands. Behind "--" all are operands.
struct Operands {
  std::vector<std::pair<std::string, std::string>> options;
  Words operands;
  bool help = false;
};

bool is_option(std::string_view word) {
  return word.size() > 1 && word.front() == '-';
}

Operands sort_out(const Words& words, const Words& options_with_value) {
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
    if (std::find(options_with_value.begin(), options_with_value.end(), name) == options_with_value.end())
      throw UsageError("'" + words[0] + "' has no option '" + name + "'");
    if (equals != std::string::npos) {
      sorted.options.emplace_back(name, word.substr(equals + 1));
    } else {
      if (i + 1 == words.size()) throw UsageError("the option '" + name + "' needs a value");
      sorted.options.emplace_back(name, words[++i]);
    }
  }
  return sorted;
}

StorePlace read_store_place(const std::string& value) {
  if (value == "memory") return StorePlace::memory;
  if (value == "file") return StorePlace::file;
  throw UsageError("--store is 'memory' or 'file', not '" + value + "'");
}

Invocation parse_exec(const Words& words) {
  const Operands given = sort_out(words, {});
  if (given.help) return Help{};
  if (given.operands.size() != 1) throw UsageError("'exec' takes one database");
  return Exec{given.operands.front()};
}

Invocation parse_check(const Words& words) {
  const Operands given = sort_out(words, {"--store"});
  if (given.help) return Help{};
  Check check;
  for (const auto& [name, value] : given.options) check.store = read_store_place(value);
  if (given.operands.empty()) throw UsageError("'check' takes at least one file or folder");
  check.paths = given.operands;
  return check;
}

Invocation without_operands(const Words& words, Invocation invocation) {
  if (words.size() > 1) throw UsageError("'" + words[0] + "' stands alone");
  return invocation;
}

}  // namespace

Invocation parse_command_line(const Words& words) {
  if (words.empty()) throw UsageError("a sub-command is missing");
  const std::string& first = words.front();
  if (first == "exec") return parse_exec(words);
  if (first == "check") return parse_check(words);
  if (first == "--help" || first == "-h") return without_operands(words, Help{});
  if (first == "--version") return without_operands(words, Version{});
  throw UsageError("there is no " + std::string(is_option(first) ? "option" : "sub-command") + " '" + first +
                   "'");
}

std::string usage() {
  return "Usage:\n"
         "  restante exec DB\n"
         "      Runs commands from standard input, one JSON object a line, on the database file DB\n"
         "      (':memory:' for one that is gone afterwards), and answers each with one line.\n"
         "  restante check [--store memory|file] FILE-OR-FOLDER...\n"
         "      Runs scenarios; of a folder every file below it whose name ends in .jsonl.\n"
         "      --store: where the store of a scenario lives that opens none and requires no memory.\n"
         "  restante --help\n"
         "  restante --version\n"
         "\n"
         "Exit codes: 0 all went well, 1 a check failed or the database could not be opened,\n"
         "2 the command line cannot be used and nothing was run.\n";
}

std::string version() {
  return "restante " RESTANTE_VERSION "\n";
}

}  // namespace restante::cli
