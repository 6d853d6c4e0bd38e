// The storage seam, on the driver over linked SQLite. js/test/host-seam.test.mjs holds the same for a host's
// database.
#include <stdexcept>

#include "restante/sqlite_storage.h"
#include "support.h"

using namespace restante;
using namespace restante::storage;
using testing::code_of;

namespace {

constexpr Statement create{"create", "CREATE TABLE numbers (n INTEGER PRIMARY KEY, t TEXT) STRICT"};
constexpr Statement insert{"insert", "INSERT INTO numbers (n) VALUES (?1)"};
constexpr Statement insert_text{"insert text", "INSERT INTO numbers (n, t) VALUES (?1, ?2)"};
constexpr Statement all{"all", "SELECT n, t FROM numbers ORDER BY n"};

std::unique_ptr<Database> database_with_table() {
  auto database = open_sqlite(":memory:", {});
  database->run(create);
  return database;
}

std::string numbers_in(Database& database) {
  const Rows rows = database.run(all);
  std::string text;
  for (std::size_t i = 0; i < rows.size(); ++i) text += std::to_string(rows.integer(i, 0)) + " ";
  return text;
}

}  // namespace

TEST_CASE("a statement answers all its rows in one piece") {
  auto database = database_with_table();
  const std::string text("a\0b\xF0\x9F\x98\x80", 7);
  database->run(insert_text, {std::int64_t{1}, std::string_view(text)});
  database->run(insert_text, {std::int64_t{2}, nullptr});
  const Rows rows = database->run(all);
  REQUIRE(rows.size() == 2);
  CHECK(rows.text(0, 1) == text);
  CHECK(rows.is_null(1, 1));
  CHECK(rows.integer(1, 0) == 2);
}

TEST_CASE("a cell of another type than the core relies on is corrupt") {
  auto database = database_with_table();
  database->run(insert_text, {std::int64_t{1}, std::string_view("one")});
  const Rows rows = database->run(all);
  CHECK(code_of([&] { rows.integer(0, 1); }) == ErrorCode::corrupt);
  CHECK(code_of([&] { rows.text(0, 0); }) == ErrorCode::corrupt);
  CHECK(code_of([&] { rows.real(0, 0); }) == ErrorCode::corrupt);
}

TEST_CASE("whole numbers that a host answered as doubles are whole numbers again") {
  Rows rows;
  rows.set_columns(1);
  rows.add_real(9007199254740991.0);
  rows.add_real(0.5);
  CHECK(rows.integer(0, 0) == 9007199254740991);
  CHECK(code_of([&] { rows.integer(1, 0); }) == ErrorCode::corrupt);
}

TEST_CASE("an exception out of a transaction undoes it and comes out unchanged") {
  auto database = database_with_table();
  CHECK_THROWS_AS(database->transaction([&] {
    database->run(insert, {std::int64_t{1}});
    throw std::out_of_range("mine");
  }),
                  std::out_of_range);
  CHECK(numbers_in(*database).empty());
}

TEST_CASE("a part of a transaction is undone alone") {
  auto database = database_with_table();
  database->transaction([&] {
    database->run(insert, {std::int64_t{1}});
    CHECK_THROWS_AS(database->transaction([&] {
      database->run(insert, {std::int64_t{2}});
      throw std::runtime_error("only this part");
    }),
                    std::runtime_error);
    database->transaction([&] { database->transaction([&] { database->run(insert, {std::int64_t{3}}); }); });
  });
  CHECK(numbers_in(*database) == "1 3 ");
}

TEST_CASE("a failed statement within a part leaves the other parts whole") {
  auto database = database_with_table();
  database->transaction([&] {
    database->run(insert, {std::int64_t{1}});
    CHECK(code_of([&] {
            database->transaction([&] {
              database->run(insert, {std::int64_t{2}});
              database->run(insert, {std::int64_t{1}});
            });
          }) == ErrorCode::corrupt);
  });
  CHECK(numbers_in(*database) == "1 ");
}

TEST_CASE("commits are told after the outermost transaction only") {
  auto database = database_with_table();
  int commits = 0;
  database->on_commit([&] { ++commits; });
  database->transaction([&] {
    database->transaction([&] { database->run(insert, {std::int64_t{1}}); });
    CHECK(commits == 0);
  });
  CHECK(commits == 1);
  CHECK_THROWS(database->transaction([] { throw std::runtime_error("undone"); }));
  CHECK(commits == 1);
  database->on_commit({});
  database->transaction([&] { database->run(insert, {std::int64_t{2}}); });
  CHECK(commits == 1);
}

TEST_CASE("a transaction that the storage ended fails as a whole, even if a part swallowed it") {
  auto database = database_with_table();
  database->run_sql(
      "CREATE TRIGGER ends BEFORE INSERT ON numbers WHEN NEW.n = 13 BEGIN "
      "SELECT RAISE(ROLLBACK, 'unlucky'); END",
      {});
  const auto swallowing = [&] {
    database->transaction([&] {
      database->run(insert, {std::int64_t{1}});
      CHECK_THROWS(database->run_sql("INSERT INTO numbers (n) VALUES (13)", {}));
      // Without a transaction this would commit by itself.
      CHECK_THROWS(database->run(insert, {std::int64_t{2}}));
    });
  };
  CHECK(code_of(swallowing) == ErrorCode::sql_error);
  CHECK(numbers_in(*database).empty());
  database->transaction([&] { database->run(insert, {std::int64_t{3}}); });
  CHECK(numbers_in(*database) == "3 ");
}

TEST_CASE("the caller's SQL fails with SQLite's message and extended code") {
  auto database = database_with_table();
  database->run(insert, {std::int64_t{1}});
  try {
    database->run_sql("INSERT INTO numbers (n) VALUES (1)", {});
    FAIL("no error was thrown");
  } catch (const Error& error) {
    CHECK(error.code() == ErrorCode::sql_error);
    CHECK(std::string(error.what()).find("numbers.n") != std::string::npos);
    REQUIRE(error.details().size() == 1);
    CHECK(error.details()[0].name == "extended_code");
    CHECK(std::get<std::int64_t>(error.details()[0].value) == 1555);
  }
  CHECK(code_of([&] { database->run_sql("SELECT 1; SELECT 2", {}); }) == ErrorCode::invalid_argument);
  CHECK(code_of([&] { database->run_sql("SELECT ?", {}); }) == ErrorCode::invalid_argument);
  CHECK(code_of([&] { database->run_sql("SELEKT", {}); }) == ErrorCode::sql_error);
}

TEST_CASE("another writer is waited for until the busy timeout, and then it is busy") {
  const testing::TemporaryFolder folder;
  Options options;
  options.busy_timeout_ms = 50;
  auto first = open_sqlite(folder.file("a.db"), options);
  auto second = open_sqlite(folder.file("a.db"), options);
  first->prepare_for_writes();
  first->run(create);
  first->transaction([&] {
    first->run(insert, {std::int64_t{1}});
    CHECK(code_of([&] { second->transaction([] {}); }) == ErrorCode::busy);
  });
  second->transaction([&] { second->run(insert, {std::int64_t{2}}); });
  CHECK(numbers_in(*first) == "1 2 ");
}

TEST_CASE("a closed database answers closed") {
  auto database = database_with_table();
  database->close();
  database->close();
  CHECK(code_of([&] { database->run(all); }) == ErrorCode::closed);
  CHECK(code_of([&] { database->transaction([] {}); }) == ErrorCode::closed);
}
