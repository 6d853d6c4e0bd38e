#include "events/checks.h"
#include "events/offering.h"
#include "restante/events.h"
#include "values/checks.h"

namespace restante {

namespace {

std::optional<Wait> match(events::Tables& tables, const EventId& event, Instant at) {
  const std::optional<events::EventRow> row = tables.events.find(event);
  if (!row || row->state != EventState::live) return std::nullopt;
  return events::offer(tables, *row, at);
}

}  // namespace

std::optional<Wait> Events::match_waiter(const EventId& event, Instant at) {
  std::optional<Wait> matched;
  events::change(
      *scope_,
      [&] {
        events::check(event);
        values::check_instant("at", at);
      },
      [&](events::Tables& tables) { matched = match(tables, event, at); });
  return matched;
}

std::optional<Wait> Events::match_waiter(const Event& event, Instant at) {
  std::optional<Wait> matched;
  events::change(
      *scope_,
      [&] {
        events::checked(event, scope_->place());
        values::check_instant("at", at);
      },
      [&](events::Tables& tables) { matched = match(tables, event.identity(), at); });
  return matched;
}

}  // namespace restante
