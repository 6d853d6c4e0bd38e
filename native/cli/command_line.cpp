#include "command_line.h"

#include "exit_codes.h"
#include "operands.h"
#include "operator/command.h"

namespace restante::cli {

namespace {

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
  if (const auto store = given.last_value("--store")) check.store = read_store_place(*store);
  if (given.operands.empty()) throw UsageError("'check' takes at least one file or folder");
  check.paths = given.operands;
  return check;
}

Invocation parse_events(const Words& words) {
  std::optional<EventsCommand> command = parse_events_command(words);
  if (!command) return EventsHelp{};
  return *std::move(command);
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
  if (first == "events") return parse_events(words);
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
         "  restante events DB SUB-COMMAND ...\n"
         "      Looks at the events and waits in the database file DB, and repairs what went wrong there:\n"
         "      stats, waiting, parked, dead, find, lookup, requeue, offer, erase, conclude, sweep.\n"
         "      'restante events --help' explains them.\n"
         "  restante --help\n"
         "  restante --version\n"
         "\n"
         "Exit codes: 0 all went well, 1 a check failed, there was nothing to repair, or the database could\n"
         "not be opened, 2 the command line cannot be used and nothing was run.\n";
}

std::string version() {
  return "restante " RESTANTE_VERSION "\n";
}

}  // namespace restante::cli
