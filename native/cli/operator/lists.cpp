// Telling what was found: stats, waiting, parked, dead, find, lookup.
#include "json_members.h"
#include "operator/cells.h"
#include "operator/door_values.h"
#include "operator/shown_text.h"
#include "operator/telling.h"
#include "operator/wait_facts.h"

namespace restante::cli {

namespace {

constexpr std::size_t widest_keys = 60;
constexpr std::size_t widest_pair = 60;
constexpr std::size_t widest_prose = 60;

std::string more_beyond(std::size_t shown, Limit limit) {
  if (static_cast<Limit>(shown) < limit) return "";
  return std::to_string(shown) + " shown, which is the limit. There may be more: --limit N\n";
}

std::string state_of(const WaitFacts& facts) {
  if (facts.sealed) return "sealed";
  return facts.parked_at ? "parked" : "open";
}

Cell marks_cell(bool erased, bool addressed) {
  if (erased && addressed) return "erased addressed";
  if (erased) return "erased";
  return addressed ? Cell("addressed") : std::nullopt;
}

Table records_table(const std::vector<json::Value>& records) {
  Table table({{"SOURCE"},
               {"ID"},
               {"KIND"},
               {"KEYS", widest_keys},
               {"RECEIVED"},
               {"STATE"},
               {"CLAIMED BY", widest_pair},
               {"REASON", widest_prose},
               {"MARKS"}});
  for (const json::Value record : records) {
    const json::Value event = first_member(record, "event").value();
    const std::optional<json::Value> claimant = first_member(record, "claimed_by");
    table.add(
        {name_cell(event, "source"), name_cell(event, "id"), name_cell(event, "kind"), keys_cell(event),
         instant_cell(record, "received_at"), name_cell(record, "state"),
         claimant ? Cell(shown_wait(*claimant)) : std::nullopt, prose_cell(record, "reason"),
         marks_cell(is_true(first_member(record, "erased")), is_true(first_member(record, "addressed")))});
  }
  return table;
}

}  // namespace

std::string tell(const ShowStats&, const Outcome& outcome, const Surroundings& around) {
  struct Line {
    const char* title;
    const char* count;
    const char* oldest;
  };
  static constexpr Line lines[] = {
      {"events live", "live", "oldest_live_at"},
      {"events held", "held", "oldest_held_at"},
      {"events spent", "spent", ""},
      {"events dead", "dead", ""},
      {"events erased", "erased", ""},
      {"waits open", "waits_open", ""},
      {"waits parked", "waits_parked", ""},
      {"runs sealed", "sealed_runs", ""},
  };
  Table table({{"WHAT"}, {"COUNT", 40, Align::right}, {"OLDEST RECEIVED"}, {"AGE"}});
  for (const Line& line : lines) {
    const std::optional<json::Value> oldest = first_member(outcome.value, line.oldest);
    table.add({line.title, std::to_string(whole_of(first_member(outcome.value, line.count))),
               instant_cell(outcome.value, line.oldest),
               oldest ? Cell(shown_age(whole_of(oldest), around.now)) : std::nullopt});
  }
  return table.text();
}

std::string tell(const ShowWaiting& wanted, const Outcome& outcome, const Surroundings& around) {
  const std::vector<json::Value> waits = elements_of(outcome.value);
  if (waits.empty()) return "no wait is registered\n";
  Table table({{"RUN"},
               {"EFFECT"},
               {"KIND"},
               {"KEYS", widest_keys},
               {"FROM"},
               {"STATE"},
               {"REGISTERED"},
               {"AGE"},
               {"DEADLINE"}});
  for (const json::Value wait : waits) {
    const std::optional<WaitFacts> facts = facts_of(wait, around.store);
    table.add({name_cell(wait, "run"), name_cell(wait, "effect"), name_cell(wait, "kind"), keys_cell(wait),
               name_cell(wait, "from"), facts ? state_of(*facts) : "ended",
               facts ? Cell(shown_instant(facts->registered_at)) : std::nullopt,
               facts ? Cell(shown_age(facts->registered_at, around.now)) : std::nullopt,
               instant_cell(wait, "deadline")});
  }
  return table.text() + more_beyond(waits.size(), wanted.limit);
}

std::string tell(const ShowParked& wanted, const Outcome& outcome, const Surroundings& around) {
  const std::vector<json::Value> waits = elements_of(outcome.value);
  if (waits.empty()) return "no wait is parked\n";
  Table table(
      {{"RUN"}, {"EFFECT"}, {"KIND"}, {"KEYS", widest_keys}, {"HOLDS", widest_pair}, {"PARKED"}, {"AGE"}});
  for (const json::Value wait : waits) {
    const std::optional<WaitFacts> facts = facts_of(wait, around.store);
    Cell parked, age;
    if (facts && facts->parked_at) {
      parked = shown_instant(*facts->parked_at);
      age = shown_age(*facts->parked_at, around.now);
    }
    table.add({name_cell(wait, "run"), name_cell(wait, "effect"), name_cell(wait, "kind"), keys_cell(wait),
               facts ? facts->holds : std::nullopt, parked, age});
  }
  return table.text() + more_beyond(waits.size(), wanted.limit);
}

std::string tell(const ShowDead& wanted, const Outcome& outcome, const Surroundings&) {
  const std::vector<json::Value> letters = elements_of(outcome.value);
  if (letters.empty()) return "there are no dead letters\n";
  Table table({{"SOURCE"},
               {"ID"},
               {"KIND"},
               {"KEYS", widest_keys},
               {"RECEIVED"},
               {"REASON", widest_prose},
               {"MARKS"}});
  for (const json::Value letter : letters) {
    const json::Value event = first_member(letter, "event").value();
    table.add({name_cell(event, "source"), name_cell(event, "id"), name_cell(event, "kind"), keys_cell(event),
               instant_cell(letter, "received_at"), prose_cell(letter, "reason"),
               marks_cell(!first_member(event, "payload"), false)});
  }
  return table.text() + more_beyond(letters.size(), wanted.limit);
}

std::string tell(const FindEvents& wanted, const Outcome& outcome, const Surroundings&) {
  const std::vector<json::Value> records = elements_of(outcome.value);
  if (records.empty())
    return "no event has the key " + shown_pair(wanted.key.name_space, '=', wanted.key.value) + '\n';
  return records_table(records).text() + more_beyond(records.size(), wanted.limit);
}

std::string tell(const LookUpEvent&, const Outcome& outcome, const Surroundings&) {
  return records_table({outcome.value}).text();
}

std::optional<std::string> refusal(const LookUpEvent& wanted, const Outcome& outcome) {
  if (!is_null(outcome.value)) return std::nullopt;
  return "there is no event " + shown_pair(wanted.event.source, '/', wanted.event.id);
}

}  // namespace restante::cli
