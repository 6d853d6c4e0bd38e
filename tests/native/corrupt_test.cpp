// Stored rows that make no sense are reported, never skipped over and never given a default.
#include <sqlite3.h>

#include "support.h"

using namespace restante;
using testing::code_of;
using testing::TemporaryFolder;

namespace {

// A store with an event and a wait for another key, damaged behind the product's back.
struct Damaged {
  explicit Damaged(const std::string& damage) {
    {
      Store healthy = open(path);
      healthy.events().buffer(testing::event("1"), 1);
      healthy.events().buffer(testing::event("2", "old"), 0);
      healthy.events().sweep_unclaimed(0, "late");
      healthy.events().subscribe(testing::wait("run", "B"), 1);
    }
    sqlite3* handle = nullptr;
    REQUIRE(sqlite3_open(path.c_str(), &handle) == SQLITE_OK);
    const std::string sql = "PRAGMA ignore_check_constraints = ON; " + damage;
    REQUIRE(sqlite3_exec(handle, sql.c_str(), nullptr, nullptr, nullptr) == SQLITE_OK);
    sqlite3_close(handle);
    store.emplace(open(path));
  }

  TemporaryFolder folder;
  std::string path = folder.file("a.db");
  std::optional<Store> store;
};

}  // namespace

TEST_CASE("a row whose correlation cannot be read is corrupt") {
  for (const char* form : {"not json", "{}", "[1]", "[[\"a\"]]", "[[\"a\",1]]", "[[\"a\",\"b\",\"c\"]]"}) {
    Damaged events(std::string("UPDATE restante_events SET correlation = '") + form + "'");
    CHECK(code_of([&] {
            events.store->events().match_waiter(EventId{"bank", "1"}, 2);
          }) == ErrorCode::corrupt);
    CHECK(code_of([&] { events.store->events().dead_letters(9); }) == ErrorCode::corrupt);
    Damaged waits(std::string("UPDATE restante_waits SET correlation = '") + form + "'");
    CHECK(code_of([&] { waits.store->events().waiting(9); }) == ErrorCode::corrupt);
  }
}

TEST_CASE("a state, basis, phase or step that is none is corrupt") {
  Damaged state("UPDATE restante_events SET state = 'lost' WHERE id = '1'");
  CHECK(code_of([&] { state.store->events().match_waiter(EventId{"bank", "1"}, 2); }) == ErrorCode::corrupt);
  Damaged basis("UPDATE restante_events SET actor = 'x', basis = 'guessed'");
  CHECK(code_of([&] { basis.store->events().dead_letters(9); }) == ErrorCode::corrupt);
  Damaged phase("UPDATE restante_waits SET phase = 'sideways'");
  CHECK(code_of([&] { phase.store->events().waiting(9); }) == ErrorCode::corrupt);
  Damaged step("UPDATE restante_waits SET step = -1");
  CHECK(code_of([&] { step.store->events().waiting(9); }) == ErrorCode::corrupt);
}

TEST_CASE("keys that point nowhere are corrupt, and the failed verb leaves everything as it was") {
  Damaged live(
      "UPDATE restante_events SET state = 'spent', payload = NULL, run = 'x', effect = 'y' WHERE id = '1'");
  CHECK(code_of([&] { live.store->events().claim_for(testing::wait("other"), 2); }) == ErrorCode::corrupt);
  Damaged open_key("DELETE FROM restante_waits");
  CHECK(code_of([&] { open_key.store->events().deliver_to("run", testing::event("3", "B"), 2); }) ==
        ErrorCode::corrupt);
  CHECK(open_key.store->sql("SELECT count(*) AS n FROM restante_events").rows.at(0).at(0).integer() == 2);
}
