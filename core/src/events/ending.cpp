#include "events/ending.h"

#include <algorithm>
#include <set>
#include <string>
#include <tuple>

namespace restante::events {

namespace {

// Back to where it came from; an addressed event came for this run alone.
void release(Tables& tables, const EventRow& held) {
  if (held.addressed)
    tables.events.bury(held);
  else
    tables.events.revive(held);
}

bool arrived_before(const EventRow& a, const EventRow& b) {
  return std::tie(a.received_at, a.arrival) < std::tie(b.received_at, b.arrival);
}

Leftovers leftovers(Tables& tables, std::string_view run) {
  const bool holds = tables.events.holds_any(run);
  return {holds || tables.waits.has_parked(run), holds || tables.waits.has_any(run)};
}

void retire(Tables& tables, std::string_view run) {
  for (const EventRow& held : tables.events.held_by_run(run)) tables.events.shed(held.arrival);
  for (const WaitRow& wait : tables.waits.of_run(run))
    if (wait.is_parked()) tables.waits.remove(wait);
  record_leftovers(tables, run);
}

}  // namespace

void record_leftovers(Tables& tables, std::string_view run) {
  // A sealed run gets nothing to retire any more, so of many waits only those of such a run are looked
  // through.
  if (tables.seals.is_to_retire(run))
    tables.seals.record(run, leftovers(tables, run));
  else
    tables.seals.record(run, {false, tables.events.holds_any(run) || tables.waits.has_any(run)});
}

void end_wait(Tables& tables, WaitId wait, const std::optional<EventId>& delivered) {
  const std::optional<WaitRow> registered = tables.waits.find(wait);
  const bool may_hold = !registered || registered->holds;
  const std::optional<EventRow> held = may_hold ? tables.events.find_held(wait) : std::nullopt;
  if (held) {
    if (!delivered || held->identity == *delivered)
      tables.events.shed(held->arrival);
    else
      release(tables, *held);
  }
  if (registered) tables.waits.remove(*registered);
  // Of a run that is not sealed nothing is recorded, and what is not registered may be of any run.
  if (registered ? registered->sealed : held.has_value()) record_leftovers(tables, wait.run);
}

RunEnd end_run(Tables& tables, std::string_view run, const std::vector<std::string>& unanswered) {
  const std::set<std::string_view> to_release(unanswered.begin(), unanswered.end());
  RunEnd end{0, {}};
  for (EventRow& held : tables.events.held_by_run(run)) {
    if (!to_release.contains(held.effect)) {
      tables.events.shed(held.arrival);
      continue;
    }
    release(tables, held);
    if (!held.addressed) end.released.push_back(std::move(held));
  }
  for (const WaitRow& wait : tables.waits.of_run(run)) {
    tables.waits.remove(wait);
    ++end.waits;
  }
  record_leftovers(tables, run);
  std::sort(end.released.begin(), end.released.end(), arrived_before);
  return end;
}

bool seal(Tables& tables, std::string_view run, Instant at) {
  if (tables.seals.contains(run)) return false;
  tables.seals.insert(run, at, leftovers(tables, run));
  tables.waits.seal(run);
  return true;
}

void retire_sealed(Tables& tables) {
  for (const std::string& run : tables.seals.to_retire()) retire(tables, run);
}

std::vector<Event> load_events(Tables& tables, const std::vector<EventRow>& rows) {
  std::vector<Event> events;
  events.reserve(rows.size());
  for (const EventRow& row : rows) events.push_back(tables.events.load(row.arrival).event);
  return events;
}

}  // namespace restante::events
