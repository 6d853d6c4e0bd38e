#include <algorithm>
#include <array>

#include "door/event_arguments.h"
#include "door/verbs.h"
#include "events/names.h"
#include "restante/error.h"
#include "values/sentence.h"

namespace restante::door {

namespace {

void write_wait_or_null(Answer& out, const std::optional<Wait>& wait) {
  if (wait)
    out.wait(*wait);
  else
    out.null();
}

void write_claimed_or_null(Answer& out, const std::optional<ClaimedEvent>& claimed) {
  if (claimed)
    out.claimed_event(*claimed);
  else
    out.null();
}

void buffer(Arguments& in, const Target& target, Answer& out) {
  const Event event = read_event(in.object("event"));
  const Instant at = in.whole("at");
  in.done();
  out.boolean(target.events().buffer(event, at));
}

void subscribe(Arguments& in, const Target& target, Answer& out) {
  const Wait wait = read_wait(in.object("wait"));
  const Instant at = in.whole("at");
  in.done();
  target.events().subscribe(wait, at);
  out.null();
}

void claim_for(Arguments& in, const Target& target, Answer& out) {
  const Wait wait = read_wait(in.object("wait"));
  const Instant at = in.whole("at");
  in.done();
  write_claimed_or_null(out, target.events().claim_for(wait, at));
}

void match_waiter(Arguments& in, const Target& target, Answer& out) {
  Arguments given = in.object("event");
  // Anything beside the identity makes it a full event, to be checked like any other.
  const bool full = given.has("kind") || given.has("correlation") || given.has("payload") || given.has("by");
  if (full) {
    const Event event = read_event(std::move(given));
    const Instant at = in.whole("at");
    in.done();
    write_wait_or_null(out, target.events().match_waiter(event, at));
  } else {
    const EventId event = read_event_id(std::move(given));
    const Instant at = in.whole("at");
    in.done();
    write_wait_or_null(out, target.events().match_waiter(event, at));
  }
}

void deliver_to(Arguments& in, const Target& target, Answer& out) {
  const std::string run = in.text("run");
  const Event event = read_event(in.object("event"));
  const Instant at = in.whole("at");
  in.done();
  out.delivery(target.events().deliver_to(run, event, at));
}

void unsubscribe(Arguments& in, const Target& target, Answer& out) {
  const std::string run = in.text("run");
  const std::string effect = in.text("effect");
  std::optional<EventId> delivered;
  if (auto event = in.optional_object("event")) delivered = read_event_id(std::move(*event));
  in.done();
  target.events().unsubscribe(run, effect, delivered);
  out.null();
}

void deliver(Arguments& in, const Target& target, Answer& out) {
  const Event event = read_event(in.object("event"));
  const Instant at = in.whole("at");
  in.done();
  out.delivery(target.events().deliver(event, at));
}

void await(Arguments& in, const Target& target, Answer& out) {
  const Wait wait = read_wait(in.object("wait"));
  const Instant at = in.whole("at");
  in.done();
  write_claimed_or_null(out, target.events().await(wait, at));
}

void park_wait(Arguments& in, const Target& target, Answer& out) {
  const Wait wait = read_wait(in.object("wait"));
  const Instant at = in.whole("at");
  in.done();
  target.events().park_wait(wait, at);
  out.null();
}

void parked_waits(Arguments& in, const Target& target, Answer& out) {
  const Limit limit = in.whole("limit");
  const std::optional<Instant> parked_before = in.optional_whole("parked_before");
  in.done();
  out.waits(target.events().parked_waits(limit, parked_before));
}

void expire_waits(Arguments& in, const Target& target, Answer& out) {
  const Instant now = in.whole("now");
  const Limit limit = in.whole("limit");
  in.done();
  out.waits(target.events().expire_waits(now, limit));
}

void next_deadline(Arguments& in, const Target& target, Answer& out) {
  in.done();
  if (const std::optional<Instant> deadline = target.events().next_deadline())
    out.whole(*deadline);
  else
    out.null();
}

void unsubscribe_run(Arguments& in, const Target& target, Answer& out) {
  const std::string run = in.text("run");
  const std::vector<std::string> unanswered = in.texts("unanswered");
  in.done();
  out.ended_run(target.events().unsubscribe_run(run, unanswered));
}

void seal_run(Arguments& in, const Target& target, Answer& out) {
  const std::string run = in.text("run");
  const Instant at = in.whole("at");
  in.done();
  out.boolean(target.events().seal_run(run, at));
}

void conclude_run(Arguments& in, const Target& target, Answer& out) {
  const std::string run = in.text("run");
  const std::vector<std::string> unanswered = in.texts("unanswered");
  const Instant at = in.whole("at");
  in.done();
  out.concluded_run(target.events().conclude_run(run, unanswered, at));
}

void erase_payload(Arguments& in, const Target& target, Answer& out) {
  const EventId event = read_identity(in);
  in.done();
  out.boolean(target.events().erase_payload(event));
}

void requeue(Arguments& in, const Target& target, Answer& out) {
  const EventId event = read_identity(in);
  const Instant at = in.whole("at");
  in.done();
  out.boolean(target.events().requeue(event, at));
}

void lookup(Arguments& in, const Target& target, Answer& out) {
  const EventId event = read_identity(in);
  in.done();
  if (const std::optional<EventRecord> record = target.events().lookup(event))
    out.event_record(*record);
  else
    out.null();
}

void minter(Arguments& in, const Target& target, Answer& out) {
  const EventId event = read_identity(in);
  in.done();
  if (const std::optional<Minter> minter = target.events().minter(event))
    out.minter(*minter);
  else
    out.null();
}

void find(Arguments& in, const Target& target, Answer& out) {
  std::string name_space = in.text("namespace");
  std::string value = in.text("value");
  const Limit limit = in.whole("limit");
  in.done();
  out.list(target.events().find({std::move(name_space), std::move(value)}, limit),
           [&](const EventRecord& record) { out.event_record(record); });
}

void waiting(Arguments& in, const Target& target, Answer& out) {
  const Limit limit = in.whole("limit");
  in.done();
  out.waits(target.events().waiting(limit));
}

void dead_letters(Arguments& in, const Target& target, Answer& out) {
  const Limit limit = in.whole("limit");
  in.done();
  out.list(target.events().dead_letters(limit), [&](const DeadLetter& letter) { out.dead_letter(letter); });
}

void stats(Arguments& in, const Target& target, Answer& out) {
  in.done();
  out.event_stats(target.events().stats());
}

void sweep_unclaimed(Arguments& in, const Target& target, Answer& out) {
  const Instant older_than = in.whole("older_than");
  const std::string reason = in.text("reason");
  const std::optional<Limit> limit = in.optional_whole("limit");
  in.done();
  out.whole(target.events().sweep_unclaimed(older_than, reason, limit));
}

std::vector<EventState> read_states(Arguments& in) {
  const std::vector<std::string> names = in.texts("states");
  std::vector<EventState> states;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const std::optional<EventState> state = restante::events::state_named(names[i]);
    if (!state) values::refuse({"states[", i, "] is not one of spent, dead"});
    states.push_back(*state);
  }
  return states;
}

void forget(Arguments& in, const Target& target, Answer& out) {
  const Instant older_than = in.whole("older_than");
  const std::vector<EventState> states = read_states(in);
  const Limit limit = in.whole("limit");
  in.done();
  out.whole(target.events().forget(older_than, states, limit));
}

void forget_seals(Arguments& in, const Target& target, Answer& out) {
  const Instant older_than = in.whole("older_than");
  const Limit limit = in.whole("limit");
  in.done();
  out.whole(target.events().forget_seals(older_than, limit));
}

void tenant(Arguments& in, const Target& target, Answer& out) {
  in.done();
  out.text(target.events().tenant());
}

constexpr std::array<NamedVerb, 27> verbs{{
    {"events.await", await},
    {"events.buffer", buffer},
    {"events.claim_for", claim_for},
    {"events.conclude_run", conclude_run},
    {"events.dead_letters", dead_letters},
    {"events.deliver", deliver},
    {"events.deliver_to", deliver_to},
    {"events.erase_payload", erase_payload},
    {"events.expire_waits", expire_waits},
    {"events.find", find},
    {"events.forget", forget},
    {"events.forget_seals", forget_seals},
    {"events.lookup", lookup},
    {"events.match_waiter", match_waiter},
    {"events.minter", minter},
    {"events.next_deadline", next_deadline},
    {"events.park_wait", park_wait},
    {"events.parked_waits", parked_waits},
    {"events.requeue", requeue},
    {"events.seal_run", seal_run},
    {"events.stats", stats},
    {"events.subscribe", subscribe},
    {"events.sweep_unclaimed", sweep_unclaimed},
    {"events.tenant", tenant},
    {"events.unsubscribe", unsubscribe},
    {"events.unsubscribe_run", unsubscribe_run},
    {"events.waiting", waiting},
}};
static_assert(std::is_sorted(verbs.begin(), verbs.end()));

}  // namespace

std::span<const NamedVerb> events_verbs() {
  return verbs;
}

}  // namespace restante::door
