#include "events/offering.h"
#include "restante/events.h"

namespace restante {

namespace {

using Outcome = Delivery::Outcome;
using namespace events;

ClaimedEvent as_stored(const CheckedEvent& checked, Instant at) {
  ClaimedEvent stored{checked.given, at};
  stored.event.correlation = checked.correlation;
  stored.event.payload = checked.payload;
  return stored;
}

Delivery deliver_new(Tables& tables, const CheckedEvent& event, Instant at) {
  std::optional<WaitRow> waiter =
      first_waiter(tables, event.correlation, event.given.kind, event.given.source, at);
  if (!waiter) {
    tables.events.insert_live(event, at);
    return {Outcome::buffered, std::nullopt, std::nullopt};
  }
  tables.events.insert_held(event, at, {waiter->wait.run, waiter->wait.effect});
  tables.waits.park(*waiter, at, true);
  return {Outcome::matched, std::move(waiter->wait), as_stored(event, at)};
}

// The sender's retry is the repair for whoever crashed between keeping an event and offering it.
Delivery deliver_again(Tables& tables, const EventRow& known, Instant at) {
  if (known.state != EventState::live) return {Outcome::duplicate, std::nullopt, std::nullopt};
  std::optional<Wait> wait = offer(tables, known, at);
  if (!wait) return {Outcome::buffered, std::nullopt, std::nullopt};
  return {Outcome::matched, std::move(wait), tables.events.load(known.arrival)};
}

}  // namespace

Delivery Events::deliver(const Event& event, Instant at) {
  std::optional<Delivery> delivery;
  change_event(*scope_, event, at, [&](Tables& tables, const CheckedEvent& kept) {
    const std::optional<EventRow> known = tables.events.find(event.identity());
    delivery = known ? deliver_again(tables, *known, at) : deliver_new(tables, kept, at);
  });
  return std::move(*delivery);
}

}  // namespace restante
