#include "events/checks.h"
#include "events/event_rows.h"
#include "events/sealed_runs.h"
#include "events/wait_rows.h"
#include "restante/events.h"
#include "values/checks.h"

namespace restante {

namespace {

std::optional<ClaimedEvent> claim(const Place& place, const Wait& wait, Instant at) {
  using namespace events;
  const WaitId holder{wait.run, wait.effect};
  EventRows rows(place);
  WaitRows waits(place);
  if (SealedRuns(place).contains(wait.run)) return std::nullopt;
  if (const auto held = rows.held_by(holder)) return rows.load(*held);

  // What is registered decides; the argument is only looked at where nothing is.
  const std::optional<WaitRow> registered = waits.find(holder);
  if (registered && registered->is_parked()) return std::nullopt;
  const Wait& deciding = registered ? registered->wait : wait;
  if (deciding.deadline && at >= *deciding.deadline) return std::nullopt;

  for (const CorrelationKey& key : deciding.correlation) {
    const auto arrival = rows.oldest_live(key, deciding.kind, deciding.from);
    if (!arrival) continue;
    if (registered) waits.park(*registered, at);
    return rows.hold(*arrival, holder);
  }
  return std::nullopt;
}

}  // namespace

std::optional<ClaimedEvent> Events::claim_for(const Wait& wait, Instant at) {
  std::optional<ClaimedEvent> claimed;
  Wait checked;
  scope_->write(
      [&] {
        checked = events::checked(wait);
        values::check_instant("at", at);
      },
      [&](const Place& place) { claimed = claim(place, checked, at); });
  return claimed;
}

}  // namespace restante
