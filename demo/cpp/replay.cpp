#include "replay.h"

#include "runs.h"
#include "sweeping.h"

namespace demo {

namespace {

constexpr std::size_t every_tenth = 10;

restante::Wait wait_of(const std::string& run, const std::string& effect, const std::string& kind,
                       const restante::Correlation& correlation) {
  restante::Wait wait;
  wait.run = run;
  wait.effect = effect;
  wait.kind = kind;
  wait.correlation = correlation;
  return wait;
}

std::string rivals_text(std::int64_t rivals) {
  if (rivals == 0) return "";
  return "; " + std::to_string(rivals) + (rivals == 1 ? " other run keeps" : " other runs keep") + " waiting";
}

std::string outcome_text(restante::AddressedDelivery::Outcome outcome) {
  switch (outcome) {
    case restante::AddressedDelivery::Outcome::matched: return "matched";
    case restante::AddressedDelivery::Outcome::duplicate: return "duplicate";
    case restante::AddressedDelivery::Outcome::not_waiting: return "not waiting";
  }
  return "unknown";
}

}  // namespace

void Fate::add(const Fate& other) {
  came += other.came;
  refused += other.refused;
  taken += other.taken;
  swept += other.swept;
}

void Replay::play(const std::vector<Delivery>& deliveries, const std::set<std::string>& kept_back) {
  for (const HandStart& start : started_by_hand) start_by_hand(start);
  for (std::size_t i = 0; i < deliveries.size(); ++i) {
    if (kept_back.contains(deliveries[i].event.id)) continue;
    if (deliveries[i].addressee) {
      receive_addressed(deliveries[i]);
      continue;
    }
    receive(deliveries[i]);
    if ((i + 1) % every_tenth == 0) receive(deliveries[i]);
  }
}

// A run that no delivery started.
void Replay::start_by_hand(const HandStart& start) {
  const Instant at = time_.next();
  store_.transact([&](restante::Op& op) {
    start_run(op, flow_named(start.flow), start.run, start.value, start.from, at);
  });
}

// What the integrator's webhook endpoint does with a delivery.
void Replay::receive(const Delivery& delivery) {
  const restante::Event& event = delivery.event;
  const Instant at = time_.next();
  bool is_new = false;
  // The event is kept, the run that it starts is written, and whoever waits for it gets it, in one commit: a
  // crash leaves all of that or nothing. (`deliver` is `buffer` and `match_waiter` in one; here they are
  // apart, for only a delivery that is new may start a run.)
  const std::optional<restante::Wait> wait =
      store_.transact([&](restante::Op& op) -> std::optional<restante::Wait> {
        is_new = op.events().buffer(event, at);
        if (!is_new) return std::nullopt;
        if (const Flow* flow = flow_started_by(event.kind)) start_run_with(op, *flow, event, at);
        return op.events().match_waiter(event.identity(), at);
      });
  if (!is_new) {
    ++fates_[event.kind].refused;
    tell(event.kind, at, event.id + " comes again and is refused");
    return;
  }
  ++fates_[event.kind].came;
  // From the match on the event is held for that wait. After a crash before the run went on, `await` with the
  // same wait would hand it out again.
  const std::string kept = wait ? "" : "; no wait accepts it, so the store keeps it";
  tell(event.kind, at, event.id + " comes from " + event.source + kept);
  if (wait) resume(*wait, event, "late", at);
}

// A delivery that names its run. Its sender hears nothing for a while, and sends it twice more.
void Replay::receive_addressed(const Delivery& delivery) {
  const restante::Event& event = delivery.event;
  const std::optional<restante::Wait> wait = deliver_to(*delivery.addressee, event);
  if (!wait) return;  // the run does not wait for it, so nothing was kept
  ++fates_[event.kind].came;
  deliver_to(*delivery.addressee, event);  // the run has not gone on yet, so the answer is the same
  resume(*wait, event, "addressed", time_.next());
  deliver_to(*delivery.addressee, event);  // now it has
  ++fates_[event.kind].refused;
}

std::int64_t Replay::sweep() {
  return store_.events().sweep_unclaimed(time_.next() - grace, sweep_reason);
}

// The run takes the delivery that started it, so that nobody else gets it and no sweep finds it.
void Replay::start_run_with(restante::Op& op, const Flow& flow, const restante::Event& event, Instant at) {
  const std::string run = "run of " + event.id;
  op.events().claim_for(wait_of(run, "start", event.kind, {{"delivery", event.id}}), at);
  op.events().unsubscribe(run, "start");
  ++fates_[event.kind].taken;
  start_run(op, flow, run, value_of_key(event, flow.key), std::nullopt, at);
}

// `await` registers the wait, and then looks for an event that came before it.
void Replay::start_run(restante::Op& op, const Flow& flow, const std::string& run, const std::string& value,
                       const std::optional<std::string>& from, Instant at) {
  add_run(op, {run, flow.name, value, from}, at);
  restante::Wait wait = wait_of(run, "answer", flow.waits_for, {{flow.key, value}});
  wait.from = from;
  const std::optional<restante::ClaimedEvent> claimed = op.events().await(wait, at);
  const std::string sender = from ? ", from " + *from + " only" : "";
  const std::string wanted = flow.waits_for + " under " + flow.key + " " + value + sender;
  tell(flow.waits_for, at, "'" + run + "' starts and waits for " + wanted);
  if (!claimed) return;
  const std::string found =
      claimed->event.id + ", which has been there since " + time_text(claimed->received_at);
  tell(flow.waits_for, at, "'" + run + "' finds " + found + ", and is done");
  finish_run(op, wait, claimed->event, "early", at);
  ++fates_[flow.waits_for].taken;
}

void Replay::resume(const restante::Wait& wait, const restante::Event& event, const std::string& came,
                    Instant at) {
  const std::int64_t rivals = store_.transact([&](restante::Op& op) {
    finish_run(op, wait, event, came, at);
    return count_rivals(op, wait.run);
  });
  ++fates_[event.kind].taken;
  tell(event.kind, at, "'" + wait.run + "' gets " + event.id + " and is done" + rivals_text(rivals));
}

std::optional<restante::Wait> Replay::deliver_to(const std::string& run, const restante::Event& event) {
  const Instant at = time_.next();
  const restante::AddressedDelivery delivery = store_.events().deliver_to(run, event, at);
  tell(event.kind, at, event.id + " comes, addressed to '" + run + "': " + outcome_text(delivery.outcome));
  return delivery.wait;
}

// Adds a line to the story of the flow that waits for this kind of event.
void Replay::tell(const std::string& kind, Instant at, const std::string& line) {
  if (const Flow* flow = flow_waiting_for(kind)) stories_[flow->name].push_back(time_text(at) + "  " + line);
}

}  // namespace demo
