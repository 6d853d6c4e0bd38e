// Telling what was done: requeue, offer, erase, conclude, sweep.
#include "json_members.h"
#include "operator/cells.h"
#include "operator/door_values.h"
#include "operator/shown_text.h"
#include "operator/telling.h"

namespace restante::cli {

namespace {

std::string shown(const EventId& event) {
  return shown_pair(event.source, '/', event.id);
}

std::string counted(std::int64_t count, const std::string& thing) {
  return std::to_string(count) + ' ' + thing + (count == 1 ? "" : "s");
}

// What was known of the event before: null, or its record.
struct Before {
  explicit Before(const Outcome& outcome)
      : known(!is_null(outcome.before.value())),
        state(text_of(first_member(*outcome.before, "state"))),
        erased(is_true(first_member(*outcome.before, "erased"))),
        addressed(is_true(first_member(*outcome.before, "addressed"))) {
    if (const auto claimed_by = first_member(*outcome.before, "claimed_by"))
      claimant = shown_wait(*claimed_by);
  }

  bool known;
  std::string state;
  bool erased;
  bool addressed;
  std::string claimant;
};

// Why an event cannot be given to anybody. The marks of a dead letter come first: they are for good.
std::string hindrance(const Before& before) {
  if (!before.known) return "there is no such event";
  if (before.state == "held") return before.claimant + " holds it";
  if (before.state == "spent") return "it was delivered to " + before.claimant + ", and its payload is shed";
  if (before.state == "live") return "it is live already";
  if (before.erased) return "its content was erased";
  if (before.addressed) return "it was addressed to one run, and no other may have it";
  return "it is a dead letter; requeue it first";
}

// The command line to type; what cannot be typed is told by its name in the usage.
std::string offer_again(const EventId& event, const OperatorStore& store) {
  std::string line = "restante events " + shell_word(store.path()).value_or("DB") + " offer " +
                     shell_word(event.source).value_or("SOURCE") + ' ' + shell_word(event.id).value_or("ID");
  if (store.tenant() != default_tenant) line += " --tenant " + shell_word(store.tenant()).value_or("NAME");
  return line;
}

Table events_table(const std::vector<json::Value>& events) {
  Table table({{"SOURCE"}, {"ID"}, {"KIND"}, {"KEYS", 60}});
  for (const json::Value event : events)
    table.add(
        {name_cell(event, "source"), name_cell(event, "id"), name_cell(event, "kind"), keys_cell(event)});
  return table;
}

Table waits_table(const std::vector<json::Value>& waits) {
  Table table({{"RUN"}, {"EFFECT"}, {"KIND"}, {"KEYS", 60}});
  for (const json::Value wait : waits)
    table.add({name_cell(wait, "run"), name_cell(wait, "effect"), name_cell(wait, "kind"), keys_cell(wait)});
  return table;
}

}  // namespace

std::string tell(const RequeueEvent& wanted, const Outcome&, const Surroundings& around) {
  return "requeued " + shown(wanted.event) + ": it is live again, received at " + shown_instant(around.now) +
         "\nA run that begins to wait for it finds it. To a wait that is there already, offer it:\n  " +
         offer_again(wanted.event, around.store) + '\n';
}

std::optional<std::string> refusal(const RequeueEvent& wanted, const Outcome& outcome) {
  if (is_true(outcome.value)) return std::nullopt;
  return shown(wanted.event) + " was not requeued: " + hindrance(Before(outcome));
}

std::string tell(const OfferEvent& wanted, const Outcome& outcome, const Surroundings&) {
  return "offered " + shown(wanted.event) + ": " + shown_wait(outcome.value) +
         " holds it now\nThe wait is parked until its program is through with the event.\n";
}

std::optional<std::string> refusal(const OfferEvent& wanted, const Outcome& outcome) {
  if (!is_null(outcome.value)) return std::nullopt;
  const Before before(outcome);
  if (before.state == "live") return shown(wanted.event) + " was taken by nobody: no open wait accepts it";
  return shown(wanted.event) + " was not offered: " + hindrance(before);
}

std::string tell(const EraseEvent& wanted, const Outcome& outcome, const Surroundings&) {
  const Before before(outcome);
  if (before.erased) return shown(wanted.event) + " was erased before; nothing changed\n";
  std::string told =
      "erased " + shown(wanted.event) + ": its content is gone, and copies of it are still refused\n";
  if (before.state == "held") told += before.claimant + " holds it no longer, and goes on waiting.\n";
  if (before.state == "live" || before.state == "held") told += "It is a dead letter now.\n";
  return told;
}

std::optional<std::string> refusal(const EraseEvent& wanted, const Outcome& outcome) {
  if (is_true(outcome.value)) return std::nullopt;
  return shown(wanted.event) + " was not erased: " + hindrance(Before(outcome));
}

std::string tell(const ConcludeRun& wanted, const Outcome& outcome, const Surroundings&) {
  const std::int64_t waits = whole_of(first_member(outcome.value, "waits"));
  const std::vector<json::Value> released = elements_of(first_member(outcome.value, "released"));
  const std::vector<json::Value> matched = elements_of(first_member(outcome.value, "matched"));
  std::string told = "concluded " + shown_name(wanted.run) + ": " + counted(waits, "wait") +
                     " ended, and it can never wait again\n";
  if (waits == 0 && released.empty())
    told += "It had no waits. If that is a surprise, look at its name again.\n";
  if (!released.empty())
    told += counted(static_cast<std::int64_t>(released.size()), "event") + " went back to live:\n" +
            events_table(released).text();
  if (!matched.empty())
    told += counted(static_cast<std::int64_t>(matched.size()), "other wait") + " took one at once:\n" +
            waits_table(matched).text();
  return told;
}

std::string tell(const SweepEvents& wanted, const Outcome& outcome, const Surroundings& around) {
  const std::int64_t count = whole_of(outcome.value);
  const std::string cutoff = shown_instant(wanted.older_than.instant(around.now));
  if (count == 0) return "swept nothing: no live event was received at or before " + cutoff + '\n';
  std::string told = "swept " + counted(count, "event") + ", received at or before " + cutoff +
                     (count == 1 ? ": a dead letter now\n" : ": dead letters now\n");
  if (wanted.limit && count >= *wanted.limit) told += "That is the limit. There may be more: sweep again.\n";
  return told;
}

}  // namespace restante::cli
