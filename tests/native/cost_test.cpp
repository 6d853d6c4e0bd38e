// The cost of a verb: no statement walks a table, and what a verb reads does not grow with what it does not
// return.
#include <sqlite3.h>

#include <functional>
#include <map>
#include <set>

#include "restante/sqlite_storage.h"
#include "support.h"

using namespace restante;

namespace {

// Counts what SQLite does in every connection that is opened while an object lives.
class StepCounter {
 public:
  StepCounter() {
    current_ = this;
    sqlite3_auto_extension(reinterpret_cast<void (*)()>(watch));
  }
  StepCounter(const StepCounter&) = delete;
  StepCounter& operator=(const StepCounter&) = delete;
  ~StepCounter() {
    sqlite3_cancel_auto_extension(reinterpret_cast<void (*)()>(watch));
    current_ = nullptr;
  }

  struct Steps {
    std::int64_t machine = 0;    // steps of SQLite's virtual machine
    std::int64_t full_scan = 0;  // rows walked over without an index
    std::int64_t sorts = 0;
  };

  Steps during(const std::function<void()>& work) {
    steps_ = {};
    work();
    return steps_;
  }

 private:
  static int watch(sqlite3* connection, char**, const void*) {
    return sqlite3_trace_v2(connection, SQLITE_TRACE_PROFILE, add, nullptr);
  }
  static int add(unsigned, void*, void* statement, void*) {
    if (current_ == nullptr) return 0;
    auto* const finished = static_cast<sqlite3_stmt*>(statement);
    current_->steps_.machine += sqlite3_stmt_status(finished, SQLITE_STMTSTATUS_VM_STEP, 1);
    current_->steps_.full_scan += sqlite3_stmt_status(finished, SQLITE_STMTSTATUS_FULLSCAN_STEP, 1);
    current_->steps_.sorts += sqlite3_stmt_status(finished, SQLITE_STMTSTATUS_SORT, 1);
    return 0;
  }

  static inline StepCounter* current_ = nullptr;
  Steps steps_;
};

// Passes everything on and remembers the statements of the core.
class Recorder final : public testing::PassingOn {
 public:
  Recorder(std::unique_ptr<storage::Database> below, std::set<const storage::Statement*>& seen)
      : PassingOn(std::move(below)), seen_(seen) {}

  storage::Rows run(const storage::Statement& statement, storage::Parameters parameters) override {
    seen_.insert(&statement);
    return PassingOn::run(statement, parameters);
  }

 private:
  std::set<const storage::Statement*>& seen_;
};

// Every verb on fresh ids, so that it takes its longest way.
std::map<std::string, std::function<void()>> every_verb(Store& store, const std::string& mark) {
  const auto id = [=](const char* name) { return mark + "-" + name; };
  Events events = store.events();
  return {
      {"buffer", [=]() mutable { events.buffer(testing::event(id("buffer"), "elsewhere"), 1); }},
      {"subscribe", [=]() mutable { events.subscribe(testing::wait(id("subscribe"), "elsewhere else"), 1); }},
      {"claim_for",
       [=]() mutable {
         events.buffer(testing::event(id("claim")), 1);
         events.claim_for(testing::wait(id("claim")), 1);
       }},
      {"match_waiter",
       [=]() mutable {
         events.buffer(testing::event(id("match")), 1);
         events.match_waiter(EventId{"bank", id("match")}, 1);
       }},
      {"deliver_to",
       [=]() mutable {
         events.subscribe(testing::wait(id("deliver_to"), "addressed"), 1);
         events.deliver_to(id("deliver_to"), testing::event(id("deliver_to"), "addressed"), 1);
         events.deliver_to(id("deliver_to"), testing::event(id("deliver_to"), "addressed"), 1);
       }},
      {"unsubscribe",
       [=]() mutable {
         events.subscribe(testing::wait(id("unsubscribe"), "ended"), 1);
         events.deliver_to(id("unsubscribe"), testing::event(id("unsubscribe"), "ended"), 1);
         events.unsubscribe(id("unsubscribe"), "payment", EventId{"bank", id("another")});
       }},
      {"deliver",
       [=]() mutable {
         events.subscribe(testing::wait(id("deliver"), "delivered"), 1);
         events.deliver(testing::event(id("deliver"), "delivered"), 1);
         events.deliver(testing::event(id("deliver"), "delivered"), 1);
       }},
      {"await",
       [=]() mutable {
         events.buffer(testing::event(id("await"), "awaited"), 1);
         events.await(testing::wait(id("await"), "awaited"), 1);
         events.await(testing::wait(id("await"), "awaited"), 1);
       }},
      {"park_wait", [=]() mutable { events.park_wait(testing::wait(id("park"), "parked by hand"), 9); }},
      {"parked_waits",
       [=]() mutable {
         events.park_wait(testing::wait(id("retired"), "retired"), 9);
         events.seal_run(id("retired"), 9);
         events.parked_waits(3);
       }},
      {"expire_waits",
       [=]() mutable {
         Wait over = testing::wait(id("over"), "over");
         over.deadline = 1;
         events.subscribe(over, 9);
         events.expire_waits(1, 2);
       }},
      {"next_deadline", [=]() mutable { events.next_deadline(); }},
      {"unsubscribe_run",
       [=]() mutable {
         events.subscribe(testing::wait(id("ended run"), "run ended"), 1);
         events.deliver(testing::event(id("released"), "run ended"), 1);
         events.unsubscribe_run(id("ended run"), {"payment"});
         events.erase_payload({"bank", id("released")});
       }},
      {"seal_run",
       [=]() mutable {
         events.subscribe(testing::wait(id("sealed"), "sealed"), 1);
         events.seal_run(id("sealed"), 1);
       }},
      {"unsubscribe, one wait of many of a sealed run",
       [=]() mutable { events.unsubscribe("sealed with many", "effect-" + mark); }},
      {"conclude_run",
       [=]() mutable {
         events.subscribe(testing::wait(id("concluded"), "passed on"), 1);
         events.subscribe(testing::wait(id("heir"), "passed on"), 2);
         events.deliver(testing::event(id("passed on"), "passed on"), 2);
         events.conclude_run(id("concluded"), {"payment"}, 3);
         events.unsubscribe_run(id("heir"), {});
       }},
      {"erase_payload",
       [=]() mutable {
         events.buffer(testing::event(id("erase"), "erased"), 1);
         events.erase_payload({"bank", id("erase")});
       }},
      {"requeue",
       [=]() mutable {
         events.buffer(testing::event(id("requeue"), "requeued"), -9);
         events.sweep_unclaimed(-9, "wrong key");
         events.requeue({"bank", id("requeue")}, 10);
       }},
      {"lookup",
       [=]() mutable {
         events.lookup({"bank", "dead-1"});
       }},
      {"minter",
       [=]() mutable {
         events.minter({"bank", "dead-1"});
       }},
      {"find",
       [=]() mutable {
         events.find({"order", "A-1"}, 3);
       }},
      {"stats", [=]() mutable { events.stats(); }},
      {"forget",
       [=]() mutable {
         events.forget(1, {EventState::spent, EventState::dead}, 3);
       }},
      {"forget_seals",
       [=]() mutable {
         events.seal_run(id("forgotten"), -9);
         events.forget_seals(-9, 1);
       }},
      {"waiting", [=]() mutable { events.waiting(3); }},
      {"dead_letters", [=]() mutable { events.dead_letters(3); }},
      {"sweep_unclaimed", [=]() mutable { events.sweep_unclaimed(1, "late", 2); }},
  };
}

// `count` of each kind of row that a verb must not walk over, all under the one key that the verbs use.
void add_history(Store& store, int count) {
  store.transact([&](Op& op) {
    Events events = op.events();
    Wait of_many = testing::wait("sealed with many", "of many");
    for (const std::string effect : {"effect-warm", "effect-measured", "effect-plan"}) {
      of_many.effect = effect;
      events.subscribe(of_many, 1);
    }
    for (int i = 0; i < count; ++i) {
      of_many.effect = std::to_string(i);
      events.subscribe(of_many, 1);
    }
    events.seal_run(of_many.run, -10);
    for (int i = 0; i < count; ++i) {
      const std::string n = std::to_string(i);
      events.buffer(testing::event("spent-" + n), 1);
      events.claim_for(testing::wait("gone-" + n), 1);
      events.unsubscribe("gone-" + n, "payment");

      events.buffer(testing::event("dead-" + n), 1);
      events.sweep_unclaimed(1, "old");

      Wait parked = testing::wait("parked-" + n);
      events.subscribe(parked, 1);
      events.deliver_to(parked.run, testing::event("held-" + n), 1);

      // Idle waits, of sealed runs and of others, with deadlines that have not come.
      Wait idle = testing::wait("idle-" + n, "idle " + n);
      idle.deadline = 100;
      events.subscribe(idle, 1);
      Wait sealed = testing::wait("sealed-" + n, "sealed " + n);
      sealed.deadline = 1;
      events.subscribe(sealed, 1);
      events.seal_run(sealed.run, -10);
    }
    // Live events that match by key but not by sender, and the other way round for waits.
    for (int i = 0; i < count; ++i) {
      const std::string n = std::to_string(i);
      Event live = testing::event("live-" + n, "busy key");
      live.source = "somebody else";
      events.buffer(live, 10);
      Wait choosy = testing::wait("choosy-" + n, "busy key");
      choosy.from = "nobody";
      events.subscribe(choosy, 10);
    }
  });
}

}  // namespace

TEST_CASE("no statement of the core scans a table or sorts") {
  std::set<const storage::Statement*> seen;
  Store store = Store::open(std::make_unique<Recorder>(storage::open_sqlite(":memory:", {}), seen));
  add_history(store, 3);
  for (const auto& [name, verb] : every_verb(store, "plan")) verb();
  CHECK(seen.size() > 20);

  for (const storage::Statement* statement : seen) {
    const std::string sql(statement->sql);
    if (sql.find("sqlite_master") != std::string::npos || sql.find("restante_schema") != std::string::npos ||
        sql.rfind("CREATE", 0) == 0)
      continue;  // once, when a store is opened
    std::vector<SqlValue> parameters;
    while (sql.find("?" + std::to_string(parameters.size() + 1)) != std::string::npos)
      parameters.emplace_back("x");
    const SqlRows plan = store.sql("EXPLAIN QUERY PLAN " + sql, parameters);
    for (const auto& row : plan.rows) {
      const std::string step = row.at(3).text();
      INFO(statement->name << ": " << step);
      const bool constant = step == "SCAN CONSTANT ROW";
      CHECK((constant || step.find("SCAN") == std::string::npos));
      CHECK(step.find("TEMP B-TREE") == std::string::npos);
      CHECK(step.find("AUTOMATIC") == std::string::npos);
    }
  }
}

TEST_CASE("what a verb reads does not grow with the history, the parked waits or the senders under its key") {
  const auto steps_with = [](int history) {
    StepCounter counter;
    Store store = open(":memory:");
    add_history(store, history);
    // Warm: prepared statements, and pages that are about to split, are not what is compared.
    for (const auto& [name, verb] : every_verb(store, "warm")) verb();
    std::map<std::string, StepCounter::Steps> steps;
    for (const auto& [name, verb] : every_verb(store, "measured")) steps[name] = counter.during(verb);

    Wait from_bank = testing::wait("seeks", "busy key");
    from_bank.from = "bank";
    steps["claim_for, one sender among many"] =
        counter.during([&] { store.events().claim_for(from_bank, 20); });
    store.events().buffer(testing::event("one", "busy key"), 20);
    steps["match_waiter, one sender among many"] = counter.during([&] {
      store.events().match_waiter(EventId{"bank", "one"}, 20);
    });
    return steps;
  };
  const auto few = steps_with(20);
  auto many = steps_with(2000);
  for (const auto& [name, steps] : few) {
    INFO(name << ": " << steps.machine << " steps with little history, " << many[name].machine
              << " with a lot");
    CHECK(steps.machine > 0);
    CHECK(many[name].machine <= steps.machine + steps.machine / 4 + 20);
    CHECK(many[name].full_scan <= 4);
  }
}
