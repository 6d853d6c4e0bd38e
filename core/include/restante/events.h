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

  // `buffer`, then `match_waiter`, in one transaction. A duplicate that is still live is offered again, which
  // is how a sender's retry repairs a crash between the two; any other duplicate changes nothing.
  Delivery deliver(const Event& event, Instant at);

  // `subscribe`, then `claim_for`, in one transaction.
  std::optional<ClaimedEvent> await(const Wait& wait, Instant at);

  // Marks a wait as parked, registering it if need be, and refreshes its parked instant: for a delivery that
  // claimed an event but could not resume the run. For a sealed run a no-op.
  void park_wait(const Wait& wait, Instant at);

  // Parked waits, longest parked first, then by registration; with `parked_before` those parked before that
  // instant only. First retires what sealed runs left: their parked waits are removed, and what they hold is
  // shed (so conclude a run with `conclude_run`). A read-only store retires nothing and leaves them out.
  std::vector<Wait> parked_waits(Limit limit, std::optional<Instant> parked_before = std::nullopt);

  // Removes waits that hold no event and whose deadline has come (`deadline <= now`), earliest deadline
  // first, then by registration, and answers them. Inside `transact` your record of the time-out commits with
  // it.
  std::vector<Wait> expire_waits(Instant now, Limit limit);
  // The earliest deadline among the waits that `expire_waits` will look at.
  std::optional<Instant> next_deadline();

  // Ends all waits of a run. What it holds for one of the effects `unanswered` goes back to live and is
  // answered (an addressed one becomes a dead letter instead); everything else that it holds is shed.
  EndedRun unsubscribe_run(std::string_view run, const std::vector<std::string>& unanswered);
  // The run is over: from now on no event is elected for it, and it registers no wait. True if it was not
  // sealed yet. There is no unsealing. Its waits stay listed until they are ended.
  bool seal_run(std::string_view run, Instant at);
  // `seal_run`, `unsubscribe_run`, and each released event offered to the next waiter, in one transaction.
  ConcludedRun conclude_run(std::string_view run, const std::vector<std::string>& unanswered, Instant at);

  // Removes the content of an event for good; identity, keys, minter, instant and reason stay, so it is still
  // known as a duplicate. A wait that held it is open again. The bytes leave the file, too, as soon as no
  // reader holds the write-ahead log back, within the limits that docs/events.md tells. False only if there
  // is no such event.
  bool erase_payload(const EventId& event);
  // Makes a dead letter live again, received at `at`: for whoever has seen to its cause. False, and nothing
  // changed, unless it is a dead letter that was neither erased nor addressed.
  bool requeue(const EventId& event, Instant at);

  // What is known of an event; nothing if it was never kept.
  std::optional<EventRecord> lookup(const EventId& event);
  std::optional<Minter> minter(const EventId& event);
  // Every event under a key in whatever state, newest `received_at` first, then newest arrival.
  std::vector<EventRecord> find(const CorrelationKey& key, Limit limit);

  // Registered waits, by instant of registration, then order of registration.
  std::vector<Wait> waiting(Limit limit);

  // Dead letters, newest `received_at` first, then newest arrival.
  std::vector<DeadLetter> dead_letters(Limit limit);

  EventStats stats();

  // Turns live events received at or before `older_than` into dead letters with this reason (any text of up
  // to 1,024 bytes), oldest first if `limit` bounds how many. Answers how many.
  std::int64_t sweep_unclaimed(Instant older_than, std::string_view reason,
                               std::optional<Limit> limit = std::nullopt);

  // Deletes events received at or before `older_than` that are in one of `states` (spent or dead, at least
  // one of them), oldest first, then oldest arrival. Answers how many. The price: such an event is then as if
  // it had never been seen, and a late copy of it is taken for new.
  std::int64_t forget(Instant older_than, const std::vector<EventState>& states, Limit limit);
  // Drops seals made at or before `older_than` of runs that have no waits and hold nothing, oldest first.
  // Answers how many. The price: such a run can wait again.
  std::int64_t forget_seals(Instant older_than, Limit limit);

  // The name of the tenant this handle is bound to.
  std::string tenant();

 private:
  Scope* scope_;
};

}  // namespace restante
