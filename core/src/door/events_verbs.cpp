#include <algorithm>
#include <array>
#include <limits>

#include "door/verbs.h"
#include "events/names.h"
#include "restante/error.h"
#include "values/sentence.h"

namespace restante::door {

namespace {

Correlation read_correlation(Arguments& in) {
  Correlation keys;
  in.for_each_object("correlation", [&](Arguments key) {
    std::string name_space = key.text("namespace");
    std::string value = key.text("value");
    key.done();
    keys.push_back({std::move(name_space), std::move(value)});
  });
  return keys;
}

Basis read_basis(Arguments& in) {
  const std::optional<Basis> basis = events::basis_named(in.text("basis"));
  if (!basis) values::refuse({in.path("basis"), " is not one of authenticated, asserted, connected"});
  return *basis;
}

Event read_event(Arguments in) {
  Event event;
  event.source = in.text("source");
  event.id = in.text("id");
  event.kind = in.text("kind");
  event.correlation = read_correlation(in);
  event.payload = in.payload("payload");
  if (auto by = in.optional_object("by")) {
    std::string actor = by->text("actor");
    event.by = MintedBy{std::move(actor), read_basis(*by)};
    by->done();
  }
  in.done();
  return event;
}

EventId read_event_id(Arguments in) {
  EventId event{in.text("source"), in.text("id")};
  in.done();
  return event;
}

std::uint32_t read_step(Arguments& in) {
  const std::int64_t step = in.optional_whole("step").value_or(0);
  if (step < 0 || step > std::numeric_limits<std::uint32_t>::max())
    values::refuse({in.path("step"), " must lie between 0 and 4294967295"});
  return static_cast<std::uint32_t>(step);
}

Phase read_phase(Arguments& in) {
  const std::optional<std::string> given = in.optional_text("phase");
  if (!given) return Phase::forward;
  const std::optional<Phase> phase = events::phase_named(*given);
  if (!phase) values::refuse({in.path("phase"), " is not one of forward, compensating"});
  return *phase;
}

Wait read_wait(Arguments in) {
  Wait wait;
  wait.run = in.text("run");
  wait.effect = in.text("effect");
  wait.kind = in.text("kind");
  wait.correlation = read_correlation(in);
  wait.case_name = in.optional_text("case");
  wait.step = read_step(in);
  wait.phase = read_phase(in);
  wait.from = in.optional_text("from");
  wait.deadline = in.optional_whole("deadline");
  in.done();
  return wait;
}

void write_wait_or_null(Answer& out, const std::optional<Wait>& wait) {
  if (wait)
    out.wait(*wait);
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
  if (const auto claimed = target.events().claim_for(wait, at))
    out.claimed_event(*claimed);
  else
    out.null();
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

void waiting(Arguments& in, const Target& target, Answer& out) {
  const Limit limit = in.whole("limit");
  in.done();
  out.list(target.events().waiting(limit), [&](const Wait& wait) { out.wait(wait); });
}

void dead_letters(Arguments& in, const Target& target, Answer& out) {
  const Limit limit = in.whole("limit");
  in.done();
  out.list(target.events().dead_letters(limit), [&](const DeadLetter& letter) { out.dead_letter(letter); });
}

void sweep_unclaimed(Arguments& in, const Target& target, Answer& out) {
  const Instant older_than = in.whole("older_than");
  const std::string reason = in.text("reason");
  const std::optional<Limit> limit = in.optional_whole("limit");
  in.done();
  out.whole(target.events().sweep_unclaimed(older_than, reason, limit));
}

void tenant(Arguments& in, const Target& target, Answer& out) {
  in.done();
  out.text(target.events().tenant());
}

constexpr std::array<NamedVerb, 10> verbs{{
    {"events.buffer", buffer},
    {"events.claim_for", claim_for},
    {"events.dead_letters", dead_letters},
    {"events.deliver_to", deliver_to},
    {"events.match_waiter", match_waiter},
    {"events.subscribe", subscribe},
    {"events.sweep_unclaimed", sweep_unclaimed},
    {"events.tenant", tenant},
    {"events.unsubscribe", unsubscribe},
    {"events.waiting", waiting},
}};
static_assert(std::is_sorted(verbs.begin(), verbs.end()));

}  // namespace

std::span<const NamedVerb> events_verbs() {
  return verbs;
}

}  // namespace restante::door
