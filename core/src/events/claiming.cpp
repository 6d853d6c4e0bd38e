#include "events/claiming.h"

namespace restante::events {

namespace {

// Under the first key of the wait that has one, the oldest live event that matches.
std::optional<std::int64_t> oldest_match(Tables& tables, const Wait& wait) {
  for (const CorrelationKey& key : wait.correlation)
    if (const auto arrival = tables.events.oldest_live(key, wait.kind, wait.from)) return arrival;
  return std::nullopt;
}

}  // namespace

std::optional<ClaimedEvent> claim(Tables& tables, const Wait& wait, Instant at, Registration registration) {
  const WaitId id{wait.run, wait.effect};
  if (tables.seals.contains(wait.run)) return std::nullopt;
  const std::optional<WaitRow> registered = tables.waits.find(id);
  const bool to_register = !registered && registration == Registration::if_need_be;
  if (!registered || registered->holds) {
    if (std::optional<ClaimedEvent> held = tables.events.load_held(id)) {
      if (to_register) tables.waits.insert_parked(wait, at, true);
      return held;
    }
  }
  if (registered && registered->is_parked()) return std::nullopt;

  // What is registered decides; the argument is only looked at where nothing is.
  const Wait& deciding = registered ? registered->wait : wait;
  const bool over = deciding.deadline && at >= *deciding.deadline;
  const auto match = over ? std::nullopt : oldest_match(tables, deciding);
  if (!match) {
    if (to_register) tables.waits.insert_open(wait, at);
    return std::nullopt;
  }
  if (registered)
    tables.waits.park(*registered, at, true);
  else if (to_register)
    tables.waits.insert_parked(wait, at, true);
  return tables.events.hold(*match, id);
}

}  // namespace restante::events
