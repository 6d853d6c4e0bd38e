// The words in which a run of scenarios is told.
#pragma once

#include <cstddef>
#include <iosfwd>
#include <optional>
#include <string>

namespace restante::cli {

// Checks that passed and failed; every command line is one.
struct Tally {
  std::size_t passed = 0;
  std::size_t failed = 0;

  Tally& operator+=(const Tally& more) {
    passed += more.passed;
    failed += more.failed;
    return *this;
  }
};

struct FailedLine {
  std::string note;
  std::string command;  // as it was sent, or if it was not, the line as it is written
  std::optional<std::string> answer;
  std::optional<std::string> expected;
  std::string reason;
};

void tell_failure(std::ostream& out, const std::string& file, std::size_t line, const FailedLine& failed);
void tell_skipped(std::ostream& out, const std::string& file, const std::string& missing_feature);
void tell_tally(std::ostream& out, const Tally& tally);

}  // namespace restante::cli
