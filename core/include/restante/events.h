// The events face: an inbound event is held until the run that waits for it calls, or the other way round.
//
// Every verb is one transaction of its own on a Store, and a part of the transaction on an Op. A verb that
// fails changes nothing. Common errors: invalid_argument (names the argument), payload_too_large, busy,
// closed, read_only, disk_full, io, corrupt; on a Store inside `transact` also transaction_open.
// This is contract 1, "Verbs"; the states of an event are told in docs/file-format.md.
//
// Thread rule: as its Store or Op.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "restante/event.h"

namespace restante {

class Scope;

class Events {
 public:
  explicit Events(Scope& scope) : scope_(&scope) {}

  // Keeps an event. True if (source, id) is new; false changes nothing, whatever the second copy says.
  // Never matches: offer the event with `match_waiter` afterwards.
  bool buffer(const Event& event, Instant at);

  // Registers a wait under all its keys. Repeating it for the same (run, effect) changes nothing, and for a
  // sealed run it is a no-op. Never claims: ask with `claim_for` afterwards.
  void subscribe(const Wait& wait, Instant at);

  // The event this wait already holds, or else the oldest live one that matches, which it then holds. The
  // wait's keys are tried in their order, and the first key with a hit decides. If (run, effect) is
  // registered, what was registered decides and the rest of `wait` is ignored. Nothing if the run is
  // sealed, the wait is parked and holds nothing, the deadline has come, or no event matches.
  std::optional<ClaimedEvent> claim_for(const Wait& wait, Instant at);

  // Gives a live event to the open wait that was registered first under the first of its keys that has one,
  // and answers that wait as it was registered. Nothing if the stored row is not live or nobody waits.
  std::optional<Wait> match_waiter(const EventId& event, Instant at);
  // The same with the full event, which is checked like any other; the stored row decides everything.
  std::optional<Wait> match_waiter(const Event& event, Instant at);

  // Keeps an event for one run only, or not at all. A new event goes to the accepting open wait with the
  // lowest effect; a known one is `matched` again while this run still waits for it with it in hand.
  AddressedDelivery deliver_to(std::string_view run, const Event& event, Instant at);

  // Ends one wait and sheds the payload it held. With `delivered` only that event is shed; another one that
  // the wait holds by then goes back to live, or becomes a dead letter if it was addressed. Keep the
  // payload first. Nothing to end: a no-op.
  void unsubscribe(std::string_view run, std::string_view effect,
                   const std::optional<EventId>& delivered = std::nullopt);

  // Registered waits, by instant of registration, then order of registration.
  std::vector<Wait> waiting(Limit limit);

  // Dead letters, newest `received_at` first, then newest arrival.
  std::vector<DeadLetter> dead_letters(Limit limit);

  // Turns live events received at or before `older_than` into dead letters with this reason (any text of up
  // to 1,024 bytes), oldest first if `limit` bounds how many. Answers how many.
  std::int64_t sweep_unclaimed(Instant older_than, std::string_view reason,
                               std::optional<Limit> limit = std::nullopt);

  // The name of the tenant this handle is bound to.
  std::string tenant();

 private:
  Scope* scope_;
};

}  // namespace restante
