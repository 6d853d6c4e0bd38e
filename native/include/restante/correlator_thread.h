// The correlator with a thread of its own: resumes runs, redelivers, times out and sweeps by itself.
//
//     restante::CorrelatorThread correlator(store, {.resume = [&](const restante::Resumption& resumption) {
//       orders.paid(resumption.wait.run, *resumption.claimed.event.payload);
//     }});
//     correlator.deliver(event);
//
// A run may be resumed twice (a crash after `resume` and before its wait is ended), so make it repeatable; or
// let it work in the transaction that ends the wait, with `resume_in_transaction`.
//
// Thread rule: every member function may be called by any thread, from a callback too, but for `stop`,
// `wait_until_idle` and the destructor: those neither from a callback nor from the body of a `transact` of
// the store, since they wait for a thread that may be waiting for it. Callbacks run on the correlator's
// thread, one at a time; one that does not return holds up the others of this process.
#pragma once

#include <cstdint>
#include <exception>
#include <functional>
#include <memory>

#include "restante/correlator.h"
#include "restante/store.h"

namespace restante {

// What is handed to a run.
struct Resumption {
  const Wait& wait;
  const ClaimedEvent& claimed;
  std::int64_t attempt;  // 1 and up
};

// Exactly one of the first two is given.
struct CorrelatorCallbacks {
  // Hands the event to the run. When it returns the event counts as kept, and the wait is ended. When it
  // throws the wait stays parked and comes round again.
  std::function<void(const Resumption&)> resume{};
  // The same within the transaction that ends the wait: what it does with the op and the end of the wait
  // happen both or neither. The wait is ended before it is called, so it may register the same run and effect
  // anew.
  std::function<void(Op&, const Resumption&)> resume_in_transaction{};
  // The wait's deadline has come; it is removed already, so a crash or a failure here loses the call: see
  // ExpiredStep. May be empty.
  std::function<void(const Wait&)> expired{};
  // What went wrong: a callback that threw, with its wait; or the storage, without one (`nullptr`). May be
  // empty. It must not throw.
  std::function<void(std::exception_ptr, const Wait*)> on_error{};
};

class CorrelatorThread {
 public:
  // Starts the thread. `store` must outlive it and have a clock. `poll_ms` is how often it looks for commits
  // of other processes; at least 1. Errors: invalid_argument (callbacks, an option), read_only, closed.
  CorrelatorThread(Store& store, CorrelatorCallbacks callbacks, const CorrelatorOptions& options = {},
                   std::int64_t poll_ms = 1'000);
  CorrelatorThread(const CorrelatorThread&) = delete;
  CorrelatorThread& operator=(const CorrelatorThread&) = delete;
  ~CorrelatorThread();  // stops

  // Events::deliver at the store's time. Once it returns the event is kept; a run that was matched is resumed
  // on the correlator's thread.
  Delivery::Outcome deliver(const Event& event);
  // Events::await at the store's time; if the event is there the run is resumed on the correlator's thread.
  void expect(const Wait& wait);
  // See Correlator::matched: for matches that were made in a transaction of your own.
  void matched(const Wait& wait, const EventId& event);

  // Returns once nothing is left to do now, or can be done (the storage failed; `on_error` was told).
  void wait_until_idle();
  // Waits for the callback under way, if any. What was not resumed stays parked. Idempotent. A store that is
  // closed stops it, too.
  void stop();

 private:
  class Driver;
  std::unique_ptr<Driver> driver_;
};

}  // namespace restante
