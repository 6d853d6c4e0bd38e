// What is erased or shed is gone from the file and its write-ahead log, too.
#include <sqlite3.h>

#include <functional>
#include <vector>

#include "support.h"

using namespace restante;
using testing::TemporaryFolder;

namespace {

// A text that stands nowhere else, in the payload of event number `i`, of a size that varies with it.
std::string secret(int i) {
  return "secret-" + std::to_string(i) + "-" + std::string(static_cast<std::size_t>(i * 37 % 900), 'x') +
         "-end";
}

Event secret_event(int i, const std::string& key) {
  Event event = testing::event("tx-" + std::to_string(i), key);
  event.payload = "{\"secret\":\"" + secret(i) + "\"}";
  return event;
}

std::string everything_in(const std::string& path) {
  return testing::bytes_of(path) + testing::bytes_of(path + "-wal");
}

// How many of the secrets 0 to `count` - 1 can be read in the database file or its log.
int readable(const std::string& path, int count) {
  const std::string bytes = everything_in(path);
  int found = 0;
  for (int i = 0; i < count; ++i)
    if (bytes.find("secret-" + std::to_string(i) + "-") != std::string::npos) ++found;
  return found;
}

EventId identity(int i) {
  return {"bank", "tx-" + std::to_string(i)};
}

// A connection of its own that reads until it is told to stop.
class Reader {
 public:
  explicit Reader(const std::string& path) {
    REQUIRE(sqlite3_open(path.c_str(), &handle_) == SQLITE_OK);
    run("BEGIN");
    run("SELECT count(*) FROM restante_events");
  }
  Reader(const Reader&) = delete;
  Reader& operator=(const Reader&) = delete;
  ~Reader() { sqlite3_close(handle_); }
  void stop() { run("COMMIT"); }

 private:
  void run(const char* sql) { REQUIRE(sqlite3_exec(handle_, sql, nullptr, nullptr, nullptr) == SQLITE_OK); }
  sqlite3* handle_ = nullptr;
};

}  // namespace

TEST_CASE(
    "the bytes of an erased payload are gone from the file and its log, in whatever state the event was") {
  const TemporaryFolder folder;
  const std::string path = folder.file("a.db");
  Store store = restante::open(path);
  Events events = store.events();

  events.buffer(secret_event(0, "live"), 1);
  events.subscribe(testing::wait("holder", "held"), 1);
  events.buffer(secret_event(1, "held"), 1);
  REQUIRE(events.match_waiter(identity(1), 1));
  events.buffer(secret_event(2, "dead"), 0);
  REQUIRE(events.sweep_unclaimed(0, "old") == 1);
  REQUIRE(events.claim_for(testing::wait("claims-only", "live-2"), 1) == std::nullopt);
  events.buffer(secret_event(3, "live-2"), 1);
  REQUIRE(events.claim_for(testing::wait("claims-only", "live-2"), 1));
  REQUIRE(readable(path, 4) == 4);

  for (int i = 0; i < 4; ++i) CHECK(events.erase_payload(identity(i)));

  CHECK(readable(path, 4) == 0);
  CHECK(testing::bytes_of(path + "-wal").empty());
}

TEST_CASE("a spent payload is overwritten in the file") {
  const TemporaryFolder folder;
  const std::string path = folder.file("a.db");
  {
    Store store = restante::open(path);
    Events events = store.events();
    for (int i = 0; i < 300; ++i) {
      events.subscribe(testing::wait("run-" + std::to_string(i), std::to_string(i)), i);
      REQUIRE(events.deliver(secret_event(i, std::to_string(i)), i).wait);
    }
    for (int i = 0; i < 300; ++i) events.unsubscribe("run-" + std::to_string(i), "payment", identity(i));
  }
  CHECK(readable(path, 300) == 0);
}

TEST_CASE("pages that were split and merged leave no copy of an erased payload behind") {
  const TemporaryFolder folder;
  const std::string path = folder.file("a.db");
  Store store = restante::open(path);
  Events events = store.events();
  constexpr int count = 2000;
  // Out of order, and with others deleted in between, so that rows move from page to page.
  for (int i = 0; i < count; ++i) {
    const int number = i * 733 % count;
    events.buffer(secret_event(number, std::to_string(number % 50)), number);
    if (i % 7 == 6) events.erase_payload(identity(i * 733 % count));
    if (i % 100 == 99) {
      events.sweep_unclaimed(i / 2, "old", 20);
      events.forget(i / 3, {EventState::dead}, 10);
    }
  }
  for (int i = 0; i < count; ++i) events.erase_payload(identity(i));
  CHECK(readable(path, count) == 0);
}

TEST_CASE("an erasure inside transact leaves the log after the commit") {
  const TemporaryFolder folder;
  const std::string path = folder.file("a.db");
  Store store = restante::open(path);
  store.events().buffer(secret_event(0, "A"), 1);
  store.transact([&](Op& op) { CHECK(op.events().erase_payload(identity(0))); });
  CHECK(readable(path, 1) == 0);
}

TEST_CASE(
    "an erasure does not wait for a reader; the log is emptied by the first verb after the reader has gone") {
  const TemporaryFolder folder;
  const std::string path = folder.file("a.db");
  Store store = restante::open(path);
  store.events().buffer(secret_event(0, "A"), 1);
  Reader reader(path);

  CHECK(store.events().erase_payload(identity(0)));
  CHECK(readable(path, 1) == 1);  // the reader may still look at it
  store.events().buffer(secret_event(1, "A"), 1);
  CHECK(readable(path, 1) == 1);

  reader.stop();
  store.events().buffer(testing::event("harmless"), 2);
  CHECK(readable(path, 1) == 0);
  CHECK(readable(path, 2) == 1);
}

TEST_CASE("what a process that died had no time to empty, the next one empties with its first commit") {
  const TemporaryFolder folder;
  const std::string path = folder.file("a.db");
  const std::string copy = folder.file("copy.db");
  Store store = restante::open(path);
  store.events().buffer(secret_event(0, "A"), 1);
  {
    // The reader stands for the moment between the commit and the truncation.
    const Reader reader(path);
    CHECK(store.events().erase_payload(identity(0)));
    testing::write_file(copy, testing::bytes_of(path));
    testing::write_file(copy + "-wal", testing::bytes_of(path + "-wal"));
  }
  REQUIRE(readable(copy, 1) == 1);
  Store heir = restante::open(copy);
  heir.events().buffer(testing::event("harmless"), 2);
  CHECK(readable(copy, 1) == 0);
}
