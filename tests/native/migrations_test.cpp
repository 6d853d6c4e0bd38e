#include <array>

#include "restante/sqlite_storage.h"
#include "schema/migrations.h"
#include "schema/version_1.h"
#include "support.h"

using namespace restante;
using schema::Migration;
using storage::Statement;
using testing::code_of;

namespace {

constexpr std::array good_step{Statement{"add", "ALTER TABLE restante_waits ADD COLUMN extra TEXT"}};
constexpr std::array bad_step{Statement{"add", "CREATE TABLE restante_more (n INTEGER) STRICT"},
                              Statement{"fail", "INSERT INTO restante_none (n) VALUES (1)"}};

std::string schema_text(storage::Database& database) {
  const storage::Rows rows = database.run_sql("SELECT name, sql FROM sqlite_master ORDER BY name", {});
  std::string text;
  for (std::size_t i = 0; i < rows.size(); ++i)
    text +=
        std::string(rows.text(i, 0)) + "=" + (rows.is_null(i, 1) ? "" : std::string(rows.text(i, 1))) + "\n";
  return text;
}

}  // namespace

TEST_CASE("a fresh database gets the newest schema, and nothing the second time") {
  auto database = storage::open_sqlite(":memory:", {});
  CHECK(schema::read_version(*database, schema::migrations()) == 0);
  schema::migrate(*database, schema::migrations());
  CHECK(schema::read_version(*database, schema::migrations()) ==
        schema::newest_version(schema::migrations()));
  int commits = 0;
  database->on_commit([&] { ++commits; });
  schema::migrate(*database, schema::migrations());
  CHECK(commits == 0);
}

TEST_CASE("an older schema is led to the newest with its rows in place") {
  auto database = storage::open_sqlite(":memory:", {});
  schema::migrate(*database, schema::migrations());
  database->run_sql("INSERT INTO restante_tenants (name) VALUES ('kept')", {});
  const std::array known{Migration{1, schema::version_1}, Migration{2, good_step}};
  schema::migrate(*database, known);
  CHECK(schema::read_version(*database, known) == 2);
  CHECK(database->run_sql("SELECT name FROM restante_tenants", {}).text(0, 0) == "kept");
  CHECK(database->run_sql("SELECT count(*) FROM pragma_table_info('restante_waits') WHERE name = 'extra'", {})
            .integer(0, 0) == 1);
}

TEST_CASE("a migration that fails leaves the older schema as it was") {
  auto database = storage::open_sqlite(":memory:", {});
  schema::migrate(*database, schema::migrations());
  const std::string before = schema_text(*database);
  const std::array known{Migration{1, schema::version_1}, Migration{2, bad_step}};
  CHECK_THROWS_AS(schema::migrate(*database, known), Error);
  CHECK(schema_text(*database) == before);
  CHECK(schema::read_version(*database, known) == 1);
}

TEST_CASE("a newer schema is refused and left alone") {
  auto database = storage::open_sqlite(":memory:", {});
  schema::migrate(*database, schema::migrations());
  database->run_sql("UPDATE restante_schema SET version = 99", {});
  const std::string before = schema_text(*database);
  CHECK(code_of([&] { schema::migrate(*database, schema::migrations()); }) == ErrorCode::schema_too_new);
  CHECK(schema_text(*database) == before);
}

TEST_CASE("tables that only look like ours are corrupt") {
  const auto verdict = [](const char* sql) {
    auto database = storage::open_sqlite(":memory:", {});
    schema::migrate(*database, schema::migrations());
    database->run_sql(sql, {});
    return code_of([&] { schema::read_version(*database, schema::migrations()); });
  };
  CHECK(verdict("DROP TABLE restante_waits") == ErrorCode::corrupt);
  CHECK(verdict("DROP INDEX restante_events_by_state") == ErrorCode::corrupt);
  CHECK(verdict("CREATE TABLE restante_more (n)") == ErrorCode::corrupt);
  CHECK(verdict("CREATE TABLE RESTANTE_LOUD (n)") == ErrorCode::corrupt);
  CHECK(verdict("ALTER TABLE restante_waits ADD COLUMN more TEXT") == ErrorCode::corrupt);
  CHECK(verdict("DELETE FROM restante_schema") == ErrorCode::corrupt);
  CHECK(verdict("DROP TABLE restante_schema") == ErrorCode::corrupt);
  CHECK(verdict("INSERT INTO restante_schema (product, version) VALUES ('restante', 1)") ==
        ErrorCode::corrupt);

  auto foreign = storage::open_sqlite(":memory:", {});
  foreign->run_sql("CREATE TABLE restante_schema (version TEXT)", {});
  CHECK(code_of([&] { schema::read_version(*foreign, schema::migrations()); }) == ErrorCode::corrupt);
}

TEST_CASE("the schema refuses the forbidden states of an event") {
  auto database = storage::open_sqlite(":memory:", {});
  schema::migrate(*database, schema::migrations());
  const auto refused = [&](const std::string& columns, const std::string& values) {
    const std::string sql =
        "INSERT INTO restante_events (tenant, source, id, kind, correlation, received_at, " + columns +
        ") VALUES (1, 's', hex(randomblob(8)), 'k', '[]', 1, " + values + ")";
    return code_of([&] { database->run_sql(sql, {}); }) == ErrorCode::sql_error;
  };
  database->run_sql(
      "INSERT INTO restante_events (tenant, source, id, kind, correlation, received_at, state, run, effect, "
      "payload) VALUES (1, 's', 'held', 'k', '[]', 1, 'held', 'r', 'e', '1')",
      {});
  CHECK(refused("state, payload", "'odd', '1'"));
  CHECK(refused("state, payload", "'live', NULL"));
  CHECK(refused("state, payload, run, effect", "'live', '1', 'r', 'e'"));
  CHECK(refused("state, payload, addressed", "'live', '1', 1"));
  CHECK(refused("state, payload, reason", "'live', '1', 'why'"));
  CHECK(refused("state, payload, erased", "'live', '1', 1"));
  CHECK(refused("state, payload", "'held', '1'"));
  CHECK(refused("state, payload, run", "'held', '1', 'r2'"));
  CHECK(refused("state, payload, run, effect", "'held', NULL, 'r2', 'e'"));
  CHECK(refused("state, payload, run, effect", "'spent', '1', 'r', 'e'"));
  CHECK(refused("state", "'spent'"));
  CHECK(refused("state, payload", "'dead', '1'"));
  CHECK(refused("state, payload, reason, run, effect", "'dead', '1', 'why', 'r', 'e'"));
  CHECK(refused("state, payload, reason, erased", "'dead', '1', 'why', 1"));
  CHECK(refused("state, payload, reason, erased", "'dead', NULL, 'why', 0"));
  CHECK(refused("state, payload, actor", "'live', '1', 'somebody'"));
  // A wait holds one event at the most.
  CHECK(refused("state, payload, run, effect", "'held', '1', 'r', 'e'"));
  // A pair is known once.
  CHECK(code_of([&] {
          database->run_sql(
              "INSERT INTO restante_events (tenant, source, id, kind, correlation, received_at, state, "
              "payload) "
              "VALUES (1, 's', 'held', 'k', '[]', 1, 'live', '1')",
              {});
        }) == ErrorCode::sql_error);
}
