// The command line: which sub-command was meant, and what its failure looks like from outside.
#include <iostream>
#include <new>
#include <string>
#include <type_traits>
#include <variant>
#include <vector>

#include "check.h"
#include "command_line.h"
#include "exec.h"
#include "exit_codes.h"
#include "operator/events.h"
#include "operator/help.h"
#include "printable.h"

namespace {

using namespace restante::cli;

int run(const Invocation& invocation) {
  return std::visit(
      [](const auto& chosen) {
        using Chosen = std::decay_t<decltype(chosen)>;
        if constexpr (std::is_same_v<Chosen, Exec>)
          return exec(chosen.database, std::cin, std::cout, std::cerr);
        else if constexpr (std::is_same_v<Chosen, Check>)
          return check(chosen, std::cout);
        else if constexpr (std::is_same_v<Chosen, EventsCommand>)
          return events(chosen, std::cout, std::cerr);
        else if constexpr (std::is_same_v<Chosen, EventsHelp>)
          std::cout << events_help();
        else if constexpr (std::is_same_v<Chosen, Help>)
          std::cout << usage();
        else
          std::cout << version();
        return exit_success;
      },
      invocation);
}

}  // namespace

int main(int count, char** arguments) {
  std::ios::sync_with_stdio(false);
  std::cin.tie(nullptr);
  try {
    const int exit_code = run(parse_command_line(std::vector<std::string>(arguments + 1, arguments + count)));
    if (std::cout.flush()) return exit_code;
    std::cerr << "restante: io: standard output cannot be written\n";
    return exit_failure;
  } catch (const EventsUsageError& error) {
    std::cerr << "restante: " << printable(error.what()) << "\n\n" << events_synopsis();
    return exit_misuse;
  } catch (const UsageError& error) {
    std::cerr << "restante: " << printable(error.what()) << "\n\n" << usage();
    return exit_misuse;
  } catch (const CannotRun& error) {
    std::cerr << "restante: " << printable(error.what()) << '\n';
    return exit_misuse;
  } catch (const std::bad_alloc&) {
    std::cerr << "restante: io: the memory ran out\n";
    return exit_failure;
  }
}
