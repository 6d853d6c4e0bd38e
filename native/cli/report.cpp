#include "report.h"

#include <ostream>

#include "printable.h"

namespace restante::cli {

namespace {

void tell_indented(std::ostream& out, const char* what, const std::string& text) {
  out << "    " << what << ": " << printable(text) << '\n';
}

}  // namespace

void tell_failure(std::ostream& out, const std::string& file, std::size_t line, const FailedLine& failed) {
  out << printable(file) << ':' << line;
  if (!failed.note.empty()) out << ": " << printable(failed.note);
  out << '\n';
  tell_indented(out, "command", failed.command);
  if (failed.answer) tell_indented(out, "answer", *failed.answer);
  if (failed.expected) tell_indented(out, "expected", *failed.expected);
  tell_indented(out, "reason", failed.reason);
  out.flush();
}

void tell_skipped(std::ostream& out, const std::string& file, const std::string& missing_feature) {
  out << "skipped " << printable(file) << ": this runtime has no " << printable(missing_feature) << '\n';
}

void tell_tally(std::ostream& out, const Tally& tally) {
  out << tally.passed << " passed, " << tally.failed << " failed\n";
}

}  // namespace restante::cli
