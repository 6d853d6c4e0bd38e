#include <atomic>
#include <thread>

#include "support.h"

using namespace restante;
using testing::code_of;

TEST_CASE("transact commits a mix of verbs and SQL, and answers what the body answers") {
  Store store = open(":memory:");
  store.sql("CREATE TABLE orders (id TEXT PRIMARY KEY, paid INTEGER)");
  const int answer = store.transact([](Op& op) {
    op.events().buffer(testing::event("1"), 1);
    op.sql("INSERT INTO orders VALUES (?, ?)", {"A-1", true});
    return 42;
  });
  CHECK(answer == 42);
  CHECK(store.sql("SELECT paid FROM orders").rows.at(0).at(0).integer() == 1);
  CHECK_FALSE(store.events().buffer(testing::event("1"), 2));
}

TEST_CASE("what the body throws undoes everything and comes out unchanged") {
  Store store = open(":memory:");
  CHECK_THROWS_AS(store.transact([](Op& op) {
    op.events().buffer(testing::event("1"), 1);
    throw std::logic_error("mine");
  }),
                  std::logic_error);
  CHECK(store.events().buffer(testing::event("1"), 2));
}

TEST_CASE("a failure poisons the op, even if the body swallows it") {
  Store store = open(":memory:");
  std::string second;
  try {
    store.transact([&](Op& op) {
      op.events().buffer(testing::event("1"), 1);
      try {
        op.events().waiting(-1);
      } catch (const Error&) {
      }
      try {
        op.events().buffer(testing::event("2"), 1);
      } catch (const Error& error) {
        second = error.what();
      }
    });
    FAIL("a poisoned op was committed");
  } catch (const Error& error) {
    CHECK(error.code() == ErrorCode::invalid_argument);
    CHECK(std::string(error.what()) == "limit is negative");
    CHECK(second == error.what());
  }
  CHECK(store.events().buffer(testing::event("1"), 2));
}

TEST_CASE("a trigger that ends the transaction poisons the op") {
  Store store = open(":memory:");
  store.sql("CREATE TABLE mine (n INTEGER)");
  store.sql("CREATE TRIGGER ends BEFORE INSERT ON mine BEGIN SELECT RAISE(ROLLBACK, 'not today'); END");
  CHECK(code_of([&] {
          store.transact([](Op& op) {
            op.events().buffer(testing::event("1"), 1);
            CHECK_THROWS_AS(op.sql("INSERT INTO mine VALUES (1)"), Error);
            CHECK_THROWS_AS(op.events().buffer(testing::event("2"), 1), Error);
          });
        }) == ErrorCode::sql_error);
  CHECK(store.sql("SELECT count(*) AS n FROM restante_events").rows.at(0).at(0).integer() == 0);
}

TEST_CASE("a second writer inside transact is refused, a reader is not") {
  Store store = open(":memory:");
  store.transact([&](Op& op) {
    CHECK(code_of([&] { store.events().buffer(testing::event("1"), 1); }) == ErrorCode::transaction_open);
    CHECK(code_of([&] { store.transact([](Op&) {}); }) == ErrorCode::transaction_open);
    CHECK(code_of([&] { store.close(); }) == ErrorCode::transaction_open);
    CHECK(store.events().waiting(1).empty());
    op.events().buffer(testing::event("2"), 1);
  });
  CHECK_FALSE(store.events().buffer(testing::event("2"), 1));
}

TEST_CASE("a closed store answers closed") {
  Store store = open(":memory:");
  store.close();
  store.close();
  CHECK(store.is_closed());
  CHECK(code_of([&] { store.events().tenant(); }) == ErrorCode::closed);
  CHECK(code_of([&] { store.events().buffer(testing::event("1"), 1); }) == ErrorCode::closed);
  CHECK(code_of([&] { store.transact([](Op&) {}); }) == ErrorCode::closed);
  CHECK(code_of([&] { store.sql("SELECT 1"); }) == ErrorCode::closed);
}

TEST_CASE("commits are told once each, with no lock held") {
  Store store = open(":memory:");
  int commits = 0;
  const auto listening = store.on_commit([&] {
    ++commits;
    store.events().tenant();
  });
  store.events().buffer(testing::event("1"), 1);
  store.transact([](Op& op) {
    op.events().buffer(testing::event("2"), 1);
    op.events().buffer(testing::event("3"), 1);
  });
  CHECK_THROWS(store.transact([](Op&) { throw std::runtime_error("undone"); }));
  CHECK(commits == 2);
}

TEST_CASE("threads share one store, and each event goes to one wait") {
  const testing::TemporaryFolder folder;
  Options options;
  options.synchronous = Synchronous::off;
  Store store = open(folder.file("shared.db"), options);
  constexpr int events = 400;
  std::atomic<int> matched{0};
  std::atomic<int> failures{0};
  const auto guarded = [&](auto work) {
    try {
      work();
    } catch (const std::exception&) {
      ++failures;
    }
  };
  const auto deliver = [&](int from) {
    for (int i = from; i < events; i += 2)
      store.transact([&](Op& op) {
        op.events().buffer(testing::event("id-" + std::to_string(i), "key-" + std::to_string(i)), i);
        if (op.events().match_waiter(EventId{"bank", "id-" + std::to_string(i)}, i)) ++matched;
      });
  };
  const auto expect = [&](int from) {
    for (int i = from; i < events; i += 2) {
      const Wait wait = testing::wait("run-" + std::to_string(i), "key-" + std::to_string(i));
      store.transact([&](Op& op) {
        op.events().subscribe(wait, i);
        if (op.events().claim_for(wait, i)) ++matched;
      });
    }
  };
  std::vector<std::thread> threads;
  for (int i = 0; i < 2; ++i) {
    threads.emplace_back([&, i] { guarded([&] { deliver(i); }); });
    threads.emplace_back([&, i] { guarded([&] { expect(i); }); });
  }
  for (std::thread& thread : threads) thread.join();
  CHECK(failures == 0);
  CHECK(matched == events);
  CHECK(store.sql("SELECT count(*) AS n FROM restante_events WHERE state = 'held'")
            .rows.at(0)
            .at(0)
            .integer() == events);
}

TEST_CASE("a constraint of the caller's that was deferred to the commit is the caller's SQL error") {
  Store store = open(":memory:");
  store.sql("CREATE TABLE parent (id INTEGER PRIMARY KEY)");
  store.sql("CREATE TABLE child (p INTEGER REFERENCES parent (id) DEFERRABLE INITIALLY DEFERRED)");
  CHECK(code_of([&] { store.sql("INSERT INTO child VALUES (7)"); }) == ErrorCode::sql_error);
  CHECK(code_of([&] {
          store.transact([](Op& op) {
            op.events().buffer(testing::event("1"), 1);
            op.sql("INSERT INTO child VALUES (7)");
          });
        }) == ErrorCode::sql_error);
  CHECK(store.events().buffer(testing::event("1"), 1));
}
