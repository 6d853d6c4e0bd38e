#include <optional>
#include <string>

#include "events/checks.h"
#include "events/tables.h"
#include "restante/error.h"
#include "restante/events.h"
#include "values/checks.h"

namespace restante {

namespace {

using Outcome = AddressedDelivery::Outcome;
using namespace events;

// The run has the event in hand already, and still waits for it.
std::optional<Wait> wait_in_hand(WaitRows& waits, const EventRow& event, std::string_view run) {
  if (event.state != EventState::held || event.run != run) return std::nullopt;
  std::optional<WaitRow> holder = waits.find({run, event.effect});
  if (!holder || !accepts(holder->wait, event)) return std::nullopt;
  return std::move(holder->wait);
}

std::optional<std::string> lowest_accepting_effect(WaitRows& waits, std::string_view run,
                                                   const CheckedEvent& event, Instant at) {
  std::optional<std::string> lowest;
  for (const CorrelationKey& key : event.correlation) {
    std::optional<std::string> effect =
        waits.lowest_open_effect(run, key, event.given.kind, event.given.source, at);
    if (effect && (!lowest || *effect < *lowest)) lowest = std::move(effect);
  }
  return lowest;
}

AddressedDelivery deliver_to_run(Tables& tables, std::string_view run, const CheckedEvent& event,
                                 Instant at) {
  const bool sealed = tables.seals.contains(run);
  if (const std::optional<EventRow> known = tables.events.find(event.given.identity())) {
    std::optional<Wait> wait = sealed ? std::nullopt : wait_in_hand(tables.waits, *known, run);
    if (!wait) return {Outcome::duplicate, std::nullopt};
    return {Outcome::matched, std::move(wait)};
  }
  const auto effect = sealed ? std::nullopt : lowest_accepting_effect(tables.waits, run, event, at);
  if (!effect) return {Outcome::not_waiting, std::nullopt};
  std::optional<WaitRow> waiter = tables.waits.find({run, *effect});
  if (!waiter) throw Error(ErrorCode::corrupt, "an open key points to a wait that is not registered");
  tables.events.insert_addressed(event, at, {run, *effect});
  tables.waits.park(*waiter, at, true);
  return {Outcome::matched, std::move(waiter->wait)};
}

}  // namespace

AddressedDelivery Events::deliver_to(std::string_view run, const Event& event, Instant at) {
  std::optional<AddressedDelivery> delivery;
  std::optional<CheckedEvent> checked;
  change(
      *scope_,
      [&] {
        values::check_name("run", run);
        checked.emplace(events::checked(event, scope_->place()));
        values::check_instant("at", at);
      },
      [&](Tables& tables) { delivery = deliver_to_run(tables, run, *checked, at); });
  return std::move(*delivery);
}

}  // namespace restante
