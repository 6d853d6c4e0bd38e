#include "events/checks.h"
#include "events/event_rows.h"
#include "events/wait_rows.h"
#include "restante/events.h"
#include "values/checks.h"

namespace restante {

namespace {

std::optional<Wait> match(const Place& place, const EventId& event, Instant at) {
  using namespace events;
  EventRows rows(place);
  WaitRows waits(place);
  const std::optional<EventRow> row = rows.find(event);
  if (!row || row->state != State::live) return std::nullopt;
  for (const CorrelationKey& key : row->correlation) {
    std::optional<WaitRow> waiter = waits.first_open(key, row->kind, row->identity.source, at);
    if (!waiter) continue;
    rows.hold(*row, {waiter->wait.run, waiter->wait.effect});
    waits.park(*waiter, at);
    return std::move(waiter->wait);
  }
  return std::nullopt;
}

}  // namespace

std::optional<Wait> Events::match_waiter(const EventId& event, Instant at) {
  std::optional<Wait> matched;
  scope_->write(
      [&] {
        events::check(event);
        values::check_instant("at", at);
      },
      [&](const Place& place) { matched = match(place, event, at); });
  return matched;
}

std::optional<Wait> Events::match_waiter(const Event& event, Instant at) {
  std::optional<Wait> matched;
  scope_->write(
      [&] {
        events::checked(event, scope_->place());
        values::check_instant("at", at);
      },
      [&](const Place& place) { matched = match(place, event.identity(), at); });
  return matched;
}

}  // namespace restante
