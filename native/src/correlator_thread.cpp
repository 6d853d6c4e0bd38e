#include "restante/correlator_thread.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include "values/sentence.h"
#include "values/utf8.h"

namespace restante {

namespace {

struct Match {
  Wait wait;
  EventId event;
};

// What other threads leave for the correlator's. It outlives the driver for whoever is just telling of a
// commit.
struct Mailbox {
  std::mutex mutex;
  std::condition_variable changed;
  std::vector<Match> matches;
  bool news = false;  // a commit, or a match
  bool stopping = false;
  std::uint64_t idle_wanted = 0;  // the last request of `wait_until_idle`
  std::uint64_t idle_reached = 0;
};

std::string text_of(const std::exception_ptr& error) {
  try {
    std::rethrow_exception(error);
  } catch (const std::exception& exception) {
    const std::string text = exception.what();
    return utf8::is_valid(text) ? text : "it failed, and what it said is not UTF-8";
  } catch (...) {
    return "it failed without a word";
  }
}

}  // namespace

class CorrelatorThread::Driver {
 public:
  Driver(Store& store, CorrelatorCallbacks callbacks, const CorrelatorOptions& options, std::int64_t poll_ms)
      : store_(store),
        callbacks_(checked(std::move(callbacks))),
        poll_(checked(poll_ms)),
        machine_(store, options),
        listening_(store.on_commit([box = box_] { tell(*box); })) {
    store.now();  // refuses a store without a clock here, and not on the thread
  }

  // Once its owner knows it, so that a callback may use the owner at once.
  void start() {
    thread_ = std::thread([this] { run(); });
  }

  ~Driver() { stop(); }

  void leave(const Wait& wait, const EventId& event) {
    {
      const std::lock_guard lock(box_->mutex);
      box_->matches.push_back({wait, event});
    }
    tell(*box_);
  }

  void wait_until_idle() {
    std::unique_lock lock(box_->mutex);
    const std::uint64_t wanted = ++box_->idle_wanted;
    box_->news = true;
    box_->changed.notify_all();
    box_->changed.wait(lock, [&] { return box_->idle_reached >= wanted || box_->stopping; });
  }

  void stop() {
    {
      const std::lock_guard lock(box_->mutex);
      box_->stopping = true;
    }
    box_->changed.notify_all();
    const std::lock_guard lock(joining_);  // of several callers each returns when the thread has ended
    if (thread_.joinable()) thread_.join();
  }

  Store& store() { return store_; }

 private:
  static CorrelatorCallbacks checked(CorrelatorCallbacks callbacks) {
    if (!callbacks.resume == !callbacks.resume_in_transaction)
      values::refuse({"callbacks must have one of resume and resume_in_transaction"});
    return callbacks;
  }

  static std::chrono::milliseconds checked(std::int64_t poll_ms) {
    if (poll_ms < 1 || poll_ms > max_count) values::refuse({"poll_ms must lie between 1 and ", max_count});
    return std::chrono::milliseconds(poll_ms);
  }

  static void tell(Mailbox& box) {
    {
      const std::lock_guard lock(box.mutex);
      box.news = true;
    }
    box.changed.notify_all();
  }

  void run() {
    while (collect()) {
      try {
        work();
      } catch (const Error& error) {
        report(std::current_exception(), nullptr);
        if (error.code() == ErrorCode::closed) return end();
        rest_after_failure();
      } catch (...) {
        report(std::current_exception(), nullptr);
        rest_after_failure();
      }
    }
  }

  // The store was closed: nothing will ever be left to do.
  void end() {
    {
      const std::lock_guard lock(box_->mutex);
      box_->stopping = true;
    }
    box_->changed.notify_all();
  }

  // Nothing can be done now, so nobody waits for that either.
  void rest_after_failure() {
    {
      const std::lock_guard lock(box_->mutex);
      box_->idle_reached = box_->idle_wanted;
    }
    box_->changed.notify_all();
    wait_for_news(poll_, false);
  }

  // Takes what was left in the box. False if it is time to stop.
  bool collect() {
    std::vector<Match> matches;
    {
      const std::lock_guard lock(box_->mutex);
      if (box_->stopping) return false;
      matches.swap(box_->matches);
      box_->news = false;
    }
    for (const Match& match : matches) machine_.matched(match.wait, match.event);
    return true;
  }

  // One step, or a sleep. What the storage refuses is thrown.
  void work() {
    const std::uint64_t wanted = idle_wanted();
    repeat_answer();
    const CorrelatorStep step = machine_.next(store_.now());
    if (const auto* resume = std::get_if<ResumeStep>(&step))
      serve(*resume);
    else if (const auto* expired = std::get_if<ExpiredStep>(&step))
      serve(*expired);
    else
      sleep(std::get<IdleStep>(step), wanted);
  }

  void serve(const ResumeStep& step) {
    const Resumption resumption{step.wait, step.claimed, step.attempt};
    try {
      if (callbacks_.resume)
        callbacks_.resume(resumption);
      else
        resume_in_transaction(resumption);
    } catch (...) {
      const std::exception_ptr error = std::current_exception();
      machine_.failed(step.wait.run, step.wait.effect, text_of(error), store_.now());
      report(error, &step.wait);
      return;
    }
    resumed_ = step.wait;
    repeat_answer();
  }

  // If the storage refuses to end the wait, that is repeated, and not the run.
  void repeat_answer() {
    if (!resumed_) return;
    if (callbacks_.resume)
      machine_.resumed(resumed_->run, resumed_->effect);
    else
      machine_.ended(resumed_->run, resumed_->effect);
    resumed_.reset();
  }

  void resume_in_transaction(const Resumption& resumption) {
    const Wait& wait = resumption.wait;
    const EventId event = resumption.claimed.event.identity();
    store_.transact([&](Op& op) {
      const std::optional<EventRecord> record = op.events().lookup(event);
      const bool still_held = record && record->state == EventState::held &&
                              record->claimed_by->run == wait.run &&
                              record->claimed_by->effect == wait.effect;
      if (!still_held) return;  // somebody else has resumed the run
      op.events().unsubscribe(wait.run, wait.effect, event);
      callbacks_.resume_in_transaction(op, resumption);
    });
  }

  void serve(const ExpiredStep& step) {
    if (!callbacks_.expired) return;
    try {
      callbacks_.expired(step.wait);
    } catch (...) {
      report(std::current_exception(), &step.wait);
    }
  }

  void sleep(const IdleStep& step, std::uint64_t wanted) {
    std::chrono::milliseconds longest = poll_;
    if (step.wake_at)
      longest =
          std::min(longest, std::chrono::milliseconds(std::max<Instant>(0, *step.wake_at - store_.now())));
    {
      const std::lock_guard lock(box_->mutex);
      if (box_->matches.empty()) box_->idle_reached = wanted;
    }
    box_->changed.notify_all();
    wait_for_news(longest, true);
  }

  void wait_for_news(std::chrono::milliseconds longest, bool news_counts) {
    // Beyond some centuries the clock below would overflow; waking up too early is harmless.
    const auto bounded = std::min<std::chrono::milliseconds>(longest, std::chrono::hours(1));
    std::unique_lock lock(box_->mutex);
    box_->changed.wait_for(lock, bounded, [&] { return box_->stopping || (news_counts && box_->news); });
  }

  std::uint64_t idle_wanted() {
    const std::lock_guard lock(box_->mutex);
    return box_->idle_wanted;
  }

  void report(std::exception_ptr error, const Wait* wait) {
    if (callbacks_.on_error) callbacks_.on_error(std::move(error), wait);
  }

  const std::shared_ptr<Mailbox> box_ = std::make_shared<Mailbox>();
  Store& store_;
  const CorrelatorCallbacks callbacks_;
  const std::chrono::milliseconds poll_;
  Correlator machine_;
  std::optional<Wait> resumed_;  // the machine does not know it yet
  CommitListening listening_;
  std::mutex joining_;
  std::thread thread_;
};

CorrelatorThread::CorrelatorThread(Store& store, CorrelatorCallbacks callbacks,
                                   const CorrelatorOptions& options, std::int64_t poll_ms)
    : driver_(std::make_unique<Driver>(store, std::move(callbacks), options, poll_ms)) {
  driver_->start();
}
CorrelatorThread::~CorrelatorThread() = default;

Delivery::Outcome CorrelatorThread::deliver(const Event& event) {
  Store& store = driver_->store();
  const Delivery delivery = store.events().deliver(event, store.now());
  if (delivery.wait) driver_->leave(*delivery.wait, event.identity());
  return delivery.outcome;
}

void CorrelatorThread::expect(const Wait& wait) {
  Store& store = driver_->store();
  if (const auto claimed = store.events().await(wait, store.now()))
    driver_->leave(wait, claimed->event.identity());
}

void CorrelatorThread::matched(const Wait& wait, const EventId& event) {
  driver_->leave(wait, event);
}

void CorrelatorThread::wait_until_idle() {
  driver_->wait_until_idle();
}

void CorrelatorThread::stop() {
  driver_->stop();
}

}  // namespace restante
