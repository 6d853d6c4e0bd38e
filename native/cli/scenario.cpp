#include "scenario.h"

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

#include "bad_line.h"
#include "json/scanner.h"
#include "line_members.h"
#include "local_world.h"
#include "restante/door.h"
#include "scenario_line.h"
#include "temporary_folder.h"

namespace restante::cli {

namespace {

constexpr std::array<std::string_view, 5> features{"files", "second_connection", "memory", "read_only",
                                                   "exact_integers"};

constexpr std::string_view open_in_memory = R"({"do":"open","path":":memory:"})";
// A name that no scenario takes for a file of its own.
constexpr std::string_view open_in_a_file = R"({"do":"open","path":"restante-check-store-a.db"})";

struct NumberedLine {
  std::size_t number;  // from 1
  std::string_view text;
};

bool is_skipped(std::string_view line) {
  return line.starts_with("//") || json::trim(line).empty();
}

std::vector<NumberedLine> lines_to_run(std::string_view text) {
  std::vector<NumberedLine> lines;
  for (std::size_t number = 1; !text.empty(); ++number) {
    const std::string_view line = text.substr(0, text.find('\n'));
    if (!is_skipped(line)) lines.push_back({number, line});
    text.remove_prefix(std::min(line.size() + 1, text.size()));
  }
  return lines;
}

std::optional<std::string> missing_feature(const std::vector<std::string>& required) {
  for (const std::string& feature : required)
    if (std::find(features.begin(), features.end(), feature) == features.end()) return feature;
  return std::nullopt;
}

// The features that the scenario begins by asking for; nothing if it does not, or not as it should.
std::optional<std::vector<std::string>> leading_requirement(const std::vector<NumberedLine>& lines) try {
  return lines.empty() ? std::nullopt : required_features(split_line(lines.front().text));
} catch (const BadLine&) {
  return std::nullopt;  // told when the line's turn comes
}

// Whether the line opens the store that a scenario otherwise finds open.
bool opens_the_store(const NumberedLine& line) try {
  const LineMembers members = split_line(line.text);
  return text_member(members, "do") == "open" &&
         (find_member(members, "as") == nullptr || text_member(members, "as") == "a");
} catch (const BadLine&) {
  return false;
}

// A scenario that asks for memory shows what a store in memory does, so it gets one wherever the others live.
bool relies_on_memory(const std::optional<std::vector<std::string>>& required) {
  return required && std::find(required->begin(), required->end(), "memory") != required->end();
}

class ScenarioRun {
 public:
  ScenarioRun(const std::string& file, std::ostream& out)
      : file_(file), out_(out), door_(local_world(folder_.path())) {}

  void open_the_store(StorePlace store, std::size_t line) {
    const std::string command(store == StorePlace::file ? open_in_a_file : open_in_memory);
    const Answer answer(door_.call(command));
    if (!answer.value())
      fail(line,
           {"the store of the scenario", command, answer.text(), "success", "the store cannot be opened"});
  }

  void run(const NumberedLine& line) {
    std::string note;
    try {
      const LineMembers members = split_line(line.text);
      note = note_of(members);
      run_command(line.number, note, read_line(members, saved_));
    } catch (const BadLine& bad) {
      fail(line.number, {note, std::string(line.text), std::nullopt, std::nullopt, bad.reason});
    }
  }

  const Tally& tally() const { return tally_; }

 private:
  void run_command(std::size_t number, const std::string& note, const ScenarioLine& line) {
    const std::string text = door_.call(line.command);
    try {
      judge(number, note, line, Answer(text));
    } catch (const json::Malformed& malformed) {
      fail(number, {note, line.command, text, "valid JSON", std::string(malformed.reason)});
    }
  }

  void judge(std::size_t number, const std::string& note, const ScenarioLine& line, const Answer& answer) {
    const auto disappointment = find_disappointment(answer, line.expectations);
    save(answer, line.expectations.saves);
    if (disappointment)
      fail(number, {note, line.command, answer.text(), disappointment->expected, disappointment->reason});
    else
      ++tally_.passed;
  }

  // Also after a failed line, so that the lines behind it fail for reasons of their own. What cannot be saved
  // is forgotten: a value from before must not stand in for it.
  void save(const Answer& answer, const std::vector<Save>& saves) {
    for (const Save& save : saves) {
      const auto value = answer.value();
      const auto part = value ? save.place.find(*value) : std::nullopt;
      if (part)
        saved_.insert_or_assign(save.name, std::string(part->spelling()));
      else
        saved_.erase(save.name);
    }
  }

  void fail(std::size_t line, const FailedLine& failed) {
    ++tally_.failed;
    tell_failure(out_, file_, line, failed);
  }

  const std::string& file_;
  std::ostream& out_;
  TemporaryFolder folder_;  // outlives the stores in it
  Door door_;
  SavedValues saved_;
  Tally tally_;
};

}  // namespace

Tally run_scenario(const std::string& file, std::string_view text, StorePlace store, std::ostream& out) {
  const std::vector<NumberedLine> lines = lines_to_run(text);
  const auto required = leading_requirement(lines);
  if (required) {
    if (const auto missing = missing_feature(*required)) {
      tell_skipped(out, file, *missing);
      return {};
    }
  }
  const std::size_t first_command = required ? 1 : 0;
  if (lines.size() == first_command) return {};
  ScenarioRun run(file, out);
  if (!opens_the_store(lines[first_command]))
    run.open_the_store(relies_on_memory(required) ? StorePlace::memory : store, lines[first_command].number);
  for (std::size_t i = first_command; i < lines.size(); ++i) run.run(lines[i]);
  return run.tally();
}

}  // namespace restante::cli
