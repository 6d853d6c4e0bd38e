// The correlator as a machine, and with a thread of its own.
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

#include "restante/correlator_thread.h"
#include "restante/sqlite_storage.h"
#include "support.h"

using namespace restante;
using testing::code_of;
using testing::TemporaryFolder;

namespace {

Wait parked_wait(Store& store, const std::string& run, Instant at) {
  const Wait wait = testing::wait(run, run);
  store.events().await(wait, at);
  REQUIRE(store.events().deliver(testing::event("for-" + run, run), at).outcome ==
          Delivery::Outcome::matched);
  return wait;
}

const ResumeStep& resume(const CorrelatorStep& step) {
  REQUIRE(std::holds_alternative<ResumeStep>(step));
  return std::get<ResumeStep>(step);
}

bool is_idle(const CorrelatorStep& step) {
  return std::holds_alternative<IdleStep>(step);
}

// Counts down to what a test waits for.
class Signal {
 public:
  void give() {
    {
      const std::lock_guard lock(mutex_);
      given_ = true;
    }
    changed_.notify_all();
  }
  void await() {
    std::unique_lock lock(mutex_);
    REQUIRE(changed_.wait_for(lock, std::chrono::seconds(30), [&] { return given_; }));
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  bool given_ = false;
};

class Counting final : public testing::PassingOn {
 public:
  Counting(std::unique_ptr<storage::Database> below, std::int64_t& statements)
      : PassingOn(std::move(below)), statements_(statements) {}

  storage::Rows run(const storage::Statement& statement, storage::Parameters parameters) override {
    ++statements_;
    return PassingOn::run(statement, parameters);
  }

 private:
  std::int64_t& statements_;
};

// Lets somebody else work once, right after a statement of this name.
class Interrupted final : public testing::PassingOn {
 public:
  Interrupted(std::unique_ptr<storage::Database> below, std::string_view after, std::function<void()>& work)
      : PassingOn(std::move(below)), after_(after), work_(work) {}

  storage::Rows run(const storage::Statement& statement, storage::Parameters parameters) override {
    storage::Rows rows = PassingOn::run(statement, parameters);
    if (statement.name == after_ && work_) std::exchange(work_, {})();
    return rows;
  }

 private:
  std::string_view after_;
  std::function<void()>& work_;
};

// A clock that the test moves.
struct MovedClock {
  std::atomic<Instant> now{1000};
  Options options() {
    Options options;
    options.clock = [this] { return now.load(); };
    return options;
  }
};

}  // namespace

TEST_CASE(
    "a process that dies between resume and the end of the wait resumes the run again after reopening") {
  const TemporaryFolder folder;
  const std::string path = folder.file("a.db");
  {
    Store store = open(path);
    Correlator correlator(store, {});
    correlator.expect(testing::wait("r1"), 1000);
    CHECK(correlator.deliver(testing::event("tx-1"), 1000) == Delivery::Outcome::matched);
    CHECK(resume(correlator.next(1000)).attempt == 1);
  }
  Store store = open(path);
  Correlator correlator(store, {});
  const CorrelatorStep idle = correlator.next(30'999);
  REQUIRE(is_idle(idle));
  CHECK(std::get<IdleStep>(idle).wake_at == 31'000);
  const ResumeStep step = resume(correlator.next(31'000));
  CHECK(step.wait.run == "r1");
  CHECK(step.claimed.event.id == "tx-1");
  correlator.resumed("r1", "payment");
  CHECK(is_idle(correlator.next(31'000)));
  CHECK(store.events().lookup({"bank", "tx-1"})->state == EventState::spent);
}

TEST_CASE("one poisonous wait among a thousand parked ones holds up none of them") {
  Store store = open(":memory:");
  store.transact([&](Op& op) {
    for (int i = 0; i < 1000; ++i) {
      const std::string run = "run-" + std::to_string(i);
      op.events().await(testing::wait(run, run), i);
      op.events().deliver(testing::event("for-" + run, run), i);
    }
  });
  CorrelatorOptions options;
  options.page = 16;
  options.base_delay_ms = 10;
  Correlator correlator(store, options);
  Instant now = 100'000;
  std::vector<std::string> resumed;
  int failures = 0;
  for (;;) {
    const CorrelatorStep step = correlator.next(now);
    if (is_idle(step)) break;
    const ResumeStep& one = resume(step);
    now += 1;
    if (one.wait.run == "run-0") {
      ++failures;
      CHECK(correlator.failed(one.wait.run, one.wait.effect, "poison", now).attempt == failures);
    } else {
      resumed.push_back(one.wait.run);
      correlator.resumed(one.wait.run, one.wait.effect);
    }
  }
  REQUIRE(resumed.size() == 999);
  for (int i = 1; i < 1000; ++i)
    CHECK(resumed[static_cast<std::size_t>(i - 1)] == "run-" + std::to_string(i));
  // It came first and was tried again after those that fell due before.
  CHECK(failures >= 2);
  CHECK(failures <= 9);
  CHECK(store.events().stats().spent == 999);
}

TEST_CASE("waits that keep failing are passed by once, and not again for each of the others") {
  const auto statements_with = [](int count) {
    std::int64_t statements = 0;
    Store store = Store::open(std::make_unique<Counting>(storage::open_sqlite(":memory:", {}), statements));
    store.transact([&](Op& op) {
      for (int i = 0; i < count; ++i) {
        const std::string run = "run-" + std::to_string(i);
        op.events().await(testing::wait(run, run), i);
        op.events().deliver(testing::event("for-" + run, run), i);
      }
    });
    CorrelatorOptions options;
    options.page = 1;
    Correlator correlator(store, options);
    statements = 0;
    for (int i = 0; i < count; ++i) {
      const ResumeStep step = resume(correlator.next(100'000));
      correlator.failed(step.wait.run, step.wait.effect, "down", 100'000);
    }
    CHECK(is_idle(correlator.next(100'000)));
    CHECK(correlator.status().failing.size() == static_cast<std::size_t>(count));
    return statements;
  };
  // Ten times as many waits take about ten times as many statements, and not a hundred times.
  CHECK(statements_with(1000) < 15 * statements_with(100));
}

TEST_CASE("a step that is in hand is repeated, and an answer that does not fit changes nothing") {
  Store store = open(":memory:");
  Correlator correlator(store, {});
  CHECK(code_of([&] { correlator.resumed("r1", "payment"); }) == ErrorCode::invalid_argument);
  correlator.expect(testing::wait("r1"), 1);
  correlator.deliver(testing::event("tx-1"), 1);
  resume(correlator.next(1));
  CHECK(code_of([&] { correlator.resumed("r2", "payment"); }) == ErrorCode::invalid_argument);
  CHECK(code_of([&] { correlator.ended("r1", "other"); }) == ErrorCode::invalid_argument);
  CHECK(code_of([&] { correlator.failed("r2", "payment", "", 1); }) == ErrorCode::invalid_argument);
  CHECK(resume(correlator.next(2)).claimed.event.id == "tx-1");
  CHECK(correlator.status().in_hand);
  correlator.resumed("r1", "payment");
  CHECK(code_of([&] { correlator.resumed("r1", "payment"); }) == ErrorCode::invalid_argument);
}

TEST_CASE("what a failure said is kept up to 2,000 bytes, cut at a character") {
  Store store = open(":memory:");
  Correlator correlator(store, {});
  correlator.expect(testing::wait("r1"), 1);
  correlator.deliver(testing::event("tx-1"), 1);
  resume(correlator.next(1));
  std::string error = "x";
  while (error.size() < 4000) error += "\xC3\xA9";
  correlator.failed("r1", "payment", error, 1);
  const CorrelatorStatus status = correlator.status();
  REQUIRE(status.failing.size() == 1);
  CHECK(status.failing[0].error == error.substr(0, 1999));
}

TEST_CASE(
    "a match made in the caller's own transaction is resumed at once when the correlator is told of it") {
  Store store = open(":memory:");
  Correlator correlator(store, {});
  const Delivery delivery = store.transact([&](Op& op) {
    op.events().await(testing::wait("r1"), 1);
    return op.events().deliver(testing::event("tx-1"), 1);
  });
  CHECK(is_idle(correlator.next(1)));
  correlator.matched(*delivery.wait, {"bank", "tx-1"});
  CHECK(resume(correlator.next(1)).wait.run == "r1");
}

TEST_CASE("a run is never resumed with the wait of one registration and the event of another") {
  for (const std::string_view between : {"load held event", "select wait"}) {
    const TemporaryFolder folder;
    const std::string path = folder.file("a.db");
    std::function<void()> others_work;
    Store store =
        Store::open(std::make_unique<Interrupted>(storage::open_sqlite(path, {}), between, others_work));
    Store other = open(path);
    const auto register_and_match = [&](Op& op, std::uint32_t step) {
      Wait wait = testing::wait("r1");
      wait.step = step;
      op.events().await(wait, 1);
      op.events().deliver(testing::event("tx-" + std::to_string(step)), 1);
    };
    other.transact([&](Op& op) { register_and_match(op, 1); });
    CorrelatorOptions options;
    options.redeliver_after_ms = 0;
    Correlator correlator(store, options);
    others_work = [&] {
      other.transact([&](Op& op) {
        op.events().unsubscribe("r1", "payment", EventId{"bank", "tx-1"});
        register_and_match(op, 2);
      });
    };
    const ResumeStep step = resume(correlator.next(1));
    INFO("interrupted after '" << between << "'");
    CHECK_FALSE(others_work);
    CHECK(step.wait.step == 2);
    CHECK(step.claimed.event.id == "tx-2");
  }
}

TEST_CASE("a correlator that finds nothing to do commits nothing") {
  Store store = open(":memory:");
  parked_wait(store, "r1", 1);
  Wait timed = testing::wait("r2", "other");
  timed.deadline = 5'000;
  store.events().subscribe(timed, 1);
  CorrelatorOptions options;
  options.grace_ms = 100'000;
  Correlator correlator(store, options);
  int commits = 0;
  const auto listening = store.on_commit([&] { ++commits; });
  for (int i = 0; i < 10; ++i) CHECK(is_idle(correlator.next(1'000)));
  CHECK(commits == 0);
}

TEST_CASE("a correlator takes no options that make no sense, and no store that it cannot write") {
  Store store = open(":memory:");
  CorrelatorOptions options;
  options.page = 0;
  CHECK(code_of([&] { Correlator(store, options); }) == ErrorCode::invalid_argument);
  options = {};
  options.grace_ms = -1;
  CHECK(code_of([&] { Correlator(store, options); }) == ErrorCode::invalid_argument);
  store.close();
  CHECK(code_of([&] { Correlator(store, {}); }) == ErrorCode::closed);

  const TemporaryFolder folder;
  open(folder.file("a.db")).close();
  Options read_only;
  read_only.read_only = true;
  Store reader = open(folder.file("a.db"), read_only);
  CHECK(code_of([&] { Correlator(reader, {}); }) == ErrorCode::read_only);
}

TEST_CASE("the thread resumes what is delivered, expected and matched elsewhere") {
  Store store = open(":memory:");
  std::mutex mutex;
  std::vector<std::string> runs;
  CorrelatorThread correlator(store, {.resume = [&](const Resumption& resumption) {
                                const std::lock_guard lock(mutex);
                                runs.push_back(resumption.wait.run);
                              }});
  correlator.expect(testing::wait("late", "1"));
  CHECK(correlator.deliver(testing::event("tx-1", "1")) == Delivery::Outcome::matched);
  CHECK(correlator.deliver(testing::event("tx-2", "2")) == Delivery::Outcome::buffered);
  correlator.expect(testing::wait("early", "2"));
  const Delivery delivery = store.transact([&](Op& op) {
    op.events().await(testing::wait("own", "3"), store.now());
    return op.events().deliver(testing::event("tx-3", "3"), store.now());
  });
  correlator.matched(*delivery.wait, {"bank", "tx-3"});
  correlator.wait_until_idle();
  const std::lock_guard lock(mutex);
  CHECK(runs == std::vector<std::string>{"late", "early", "own"});
  CHECK(store.events().stats().spent == 3);
}

TEST_CASE("a resume that throws is reported and tried again by the clock of the store") {
  MovedClock clock;
  Store store = open(":memory:", clock.options());
  int calls = 0;
  std::vector<std::string> errors;
  Signal done;
  CorrelatorThread correlator(store,
                              {.resume =
                                   [&](const Resumption& resumption) {
                                     CHECK(resumption.attempt == ++calls);
                                     if (calls < 3) throw std::runtime_error("not yet");
                                     done.give();
                                   },
                               .on_error =
                                   [&](std::exception_ptr error, const Wait* wait) {
                                     try {
                                       std::rethrow_exception(error);
                                     } catch (const std::exception& exception) {
                                       errors.push_back(wait->run + ": " + exception.what());
                                     }
                                   }},
                              {}, 1);
  correlator.expect(testing::wait("r1"));
  correlator.deliver(testing::event("tx-1"));
  correlator.wait_until_idle();
  CHECK(calls == 1);
  clock.now += 999;
  correlator.wait_until_idle();
  CHECK(calls == 1);
  clock.now += 1;
  correlator.wait_until_idle();
  CHECK(calls == 2);
  clock.now += 2000;
  done.await();
  correlator.wait_until_idle();
  CHECK(errors == std::vector<std::string>{"r1: not yet", "r1: not yet"});
  CHECK(store.events().stats().spent == 1);
}

TEST_CASE("within the transaction that ends the wait the run's work commits with it, or not at all") {
  Store store = open(":memory:");
  store.sql("CREATE TABLE paid (run TEXT)");
  bool fail = true;
  CorrelatorOptions options;
  options.base_delay_ms = 0;
  CorrelatorThread correlator(store,
                              {.resume_in_transaction =
                                   [&](Op& op, const Resumption& resumption) {
                                     op.sql("INSERT INTO paid VALUES (?)", {resumption.wait.run});
                                     // The same effect may be awaited anew.
                                     op.events().subscribe(resumption.wait, 1);
                                     if (std::exchange(fail, false)) throw std::runtime_error("half-way");
                                   }},
                              options, 1);
  correlator.expect(testing::wait("r1"));
  correlator.deliver(testing::event("tx-1"));
  correlator.wait_until_idle();
  CHECK(store.sql("SELECT run FROM paid").rows.size() == 1);
  CHECK(store.events().waiting(9).size() == 1);
  CHECK(store.events().stats().spent == 1);
}

TEST_CASE("waits expire on the thread, and a commit of another connection is found by polling") {
  const TemporaryFolder folder;
  const std::string path = folder.file("a.db");
  MovedClock clock;
  Store store = open(path, clock.options());
  Signal expired;
  Signal resumed;
  CorrelatorOptions options;
  options.redeliver_after_ms = 0;
  CorrelatorThread correlator(store,
                              {.resume = [&](const Resumption&) { resumed.give(); },
                               .expired =
                                   [&](const Wait& wait) {
                                     CHECK(wait.run == "timed");
                                     expired.give();
                                   }},
                              options, 1);
  Wait timed = testing::wait("timed", "never");
  timed.deadline = 2'000;
  correlator.expect(timed);
  clock.now = 2'000;
  expired.await();
  Store other = open(path);
  parked_wait(other, "r1", 1'500);
  resumed.await();
  correlator.wait_until_idle();
  CHECK(store.events().stats().waits_open == 0);
}

TEST_CASE("a thread stops at once, twice too, and leaves what was not resumed parked") {
  Store store = open(":memory:");
  Signal begun;
  Signal go_on;
  {
    CorrelatorThread correlator(store, {.resume = [&](const Resumption&) {
                                  begun.give();
                                  go_on.await();
                                }});
    correlator.expect(testing::wait("r1", "1"));
    correlator.expect(testing::wait("r2", "2"));
    correlator.deliver(testing::event("tx-1", "1"));
    begun.await();
    correlator.deliver(testing::event("tx-2", "2"));
    // It is let go by the stop that is waiting for it.
    std::thread releaser([&] {
      correlator.wait_until_idle();
      go_on.give();
    });
    std::thread second_stopper([&] { correlator.stop(); });
    correlator.stop();
    releaser.join();
    second_stopper.join();
    correlator.stop();
  }
  const EventStats stats = store.events().stats();
  CHECK(stats.spent == 1);
  CHECK(stats.held == 1);
}

TEST_CASE("a callback may use the correlator that is being constructed") {
  struct Program {
    explicit Program(Store& store)
        : correlator(
              store,
              {.resume = [this](const Resumption&) { correlator.expect(testing::wait("next", "next")); }},
              {.redeliver_after_ms = 0}) {}
    CorrelatorThread correlator;
  };
  for (int i = 0; i < 20; ++i) {
    Store store = open(":memory:");
    parked_wait(store, "overdue", 1);
    Program program(store);
    program.correlator.wait_until_idle();
    CHECK(store.events().stats().spent == 1);
    CHECK(store.events().waiting(9).size() == 1);
  }
}

TEST_CASE("nobody waits for ever for a thread whose store was closed") {
  Store store = open(":memory:");
  std::atomic<int> errors{0};
  CorrelatorThread correlator(
      store,
      {.resume = [](const Resumption&) {}, .on_error = [&](std::exception_ptr, const Wait*) { ++errors; }},
      {}, 1);
  store.close();
  correlator.wait_until_idle();
  correlator.wait_until_idle();
  correlator.stop();
  CHECK(errors == 1);
  CHECK(code_of([&] { correlator.deliver(testing::event("tx-1")); }) == ErrorCode::closed);
}

TEST_CASE("callbacks are one of two, and a store without a clock is refused") {
  Store store = open(":memory:");
  CHECK(code_of([&] { CorrelatorThread(store, {}); }) == ErrorCode::invalid_argument);
  CHECK(code_of([&] {
          CorrelatorThread(store, {.resume = [](const Resumption&) {},
                                   .resume_in_transaction = [](Op&, const Resumption&) {}});
        }) == ErrorCode::invalid_argument);
  CHECK(code_of([&] { CorrelatorThread(store, {.resume = [](const Resumption&) {}}, {}, 0); }) ==
        ErrorCode::invalid_argument);
  Store clockless = Store::open(storage::open_sqlite(":memory:", {}));
  CHECK(code_of([&] { CorrelatorThread(clockless, {.resume = [](const Resumption&) {}}); }) ==
        ErrorCode::unsupported);
}
