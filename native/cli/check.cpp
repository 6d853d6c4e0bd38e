#include "check.h"

#include <ostream>
#include <string>
#include <vector>

#include "exit_codes.h"
#include "report.h"
#include "scenario.h"
#include "scenario_files.h"

namespace restante::cli {

int check(const Check& options, std::ostream& out) {
  const std::vector<std::string> files = find_scenarios(options.paths);
  // All of them first: a file that cannot be read is told before anything runs.
  std::vector<std::string> texts;
  for (const std::string& file : files) texts.push_back(read_scenario(file));
  Tally tally;
  for (std::size_t i = 0; i < files.size(); ++i)
    tally += run_scenario(files[i], texts[i], options.store, out);
  tell_tally(out, tally);
  out.flush();
  return tally.failed == 0 ? exit_success : exit_failure;
}

}  // namespace restante::cli
