// The correlator: sees to it that every event reaches the run that waits for it, also after a crash, that
// waits time out, and that what nobody calls for is swept (contract 1, "The delivery protocol, built in").
//
// It is a machine: no clock, thread or callback inside. `next` says what to do, `resumed` and `failed` tell
// it what happened, and an idle step says when to come back. A driver does that for you: CorrelatorThread
// (restante/correlator_thread.h) in C++, `Correlator` in JavaScript. What it knows beyond the store is only
// what may be lost in a crash: which waits to resume first, and the back-off of those that failed.
//
// A run may be resumed twice (a crash after it was resumed and before `resumed`): at least once towards the
// run, exactly once in the store. Where the run's own state lives in the same database, end the wait in the
// transaction that changes it, and answer `ended` instead of `resumed`: then it is exactly once throughout.
//
// Thread rule: a Correlator is used by one thread at a time, which need not be that of its Store.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "restante/event.h"
#include "restante/values.h"

namespace restante {

class Store;

// All durations in milliseconds, 0 to 2^53-1.
struct CorrelatorOptions {
  // How long a parked wait is left alone that this machine knows nothing of: somebody may be resuming it.
  std::int64_t redeliver_after_ms = 30'000;
  // Live events older than this become dead letters; without it none does.
  std::optional<std::int64_t> grace_ms{};
  // The most waits that are redelivered, waits that expire and events that are swept before the others get
  // their turn. At least 1.
  Limit page = 128;
  // After the n-th failure of a wait in a row it is left alone for base * 2^(n-1), and at most for max.
  std::int64_t base_delay_ms = 1'000;
  std::int64_t max_delay_ms = 3'600'000;
};

// Hand this event to the run, then answer `resumed`, `ended` or `failed`.
struct ResumeStep {
  Wait wait;
  ClaimedEvent claimed;
  std::int64_t attempt;  // 1 and up
};

// The wait's deadline has come. It is removed already, and wants no answer: a crash before you have noted the
// time-out loses it. `expect` again at start what your own tables say is waiting; it can then only expire.
struct ExpiredStep {
  Wait wait;
};

// There is nothing to do before `wake_at`, or without it before a commit brings news.
struct IdleStep {
  std::optional<Instant> wake_at;
};

using CorrelatorStep = std::variant<ResumeStep, ExpiredStep, IdleStep>;

struct CorrelatorFailure {
  std::int64_t attempt;
  Instant retry_at;
};

// A wait that is left alone because resuming it failed.
struct FailingWait {
  std::string run;
  std::string effect;
  std::int64_t attempt;
  Instant retry_at;
  std::string error;  // its first 2,000 bytes, cut at a character
};

struct CorrelatorStatus {
  bool in_hand;                      // a step waits for its answer
  std::int64_t to_resume;            // waits that `deliver` and `expect` matched
  std::vector<FailingWait> failing;  // in the order of `retry_at`
  std::int64_t swept;                // events that this machine has swept
};

class Correlator {
 public:
  // Begins with nothing in hand. Errors: invalid_argument (an option), read_only, closed.
  Correlator(Store& store, const CorrelatorOptions& options = {});
  Correlator(Correlator&&) noexcept;
  Correlator& operator=(Correlator&&) noexcept;
  ~Correlator();

  // Events::deliver; a wait that was matched is the next one to be resumed.
  Delivery::Outcome deliver(const Event& event, Instant at);
  // Events::await; a wait that got an event is the next one to be resumed.
  void expect(const Wait& wait, Instant at);

  // Tells of a match that a verb of yours has made (deliver or await in your own transaction, conclude_run):
  // the wait holds `event` now, and is among the next to be resumed. Untold, it comes round as a redelivery.
  void matched(const Wait& wait, const EventId& event);

  // What to do at `at`. A ResumeStep is repeated until it is answered.
  CorrelatorStep next(Instant at);

  // The run has kept the event of the step in hand: ends the wait (Events::unsubscribe with the event). If
  // that fails the step stays in hand. A run that ends its wait by itself and registers the same effect anew
  // answers `ended`: this would end the new wait. Error: invalid_argument, and nothing changed, if (run,
  // effect) is not in hand.
  void resumed(std::string_view run, std::string_view effect);
  // The same where the caller has ended the wait in its own transaction.
  void ended(std::string_view run, std::string_view effect);
  // The run could not be resumed; `error` says why. The wait stays parked and comes round again.
  // Error: invalid_argument, and nothing changed, if (run, effect) is not in hand.
  CorrelatorFailure failed(std::string_view run, std::string_view effect, std::string_view error, Instant at);

  CorrelatorStatus status() const;

 private:
  class Machine;
  std::unique_ptr<Machine> machine_;
};

}  // namespace restante
