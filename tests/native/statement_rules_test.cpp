#include "sql/statement_rules.h"
#include "support.h"

using namespace restante;
using sql::Effect;
using testing::code_of;

namespace {
bool refused(std::string_view statement) {
  try {
    sql::check_statement(statement);
    return false;
  } catch (const Error& error) {
    CHECK(error.code() == ErrorCode::invalid_argument);
    return true;
  }
}
}  // namespace

TEST_CASE("reading is told from writing") {
  for (const char* text :
       {"SELECT 1", " -- note\n select 1 ;; ", "VALUES (1)", "/* a */ WITH x AS (SELECT 1) SELECT * FROM x",
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n LIMIT 3",
        "WITH replace AS NOT MATERIALIZED (SELECT ')'), b AS (SELECT 2) SELECT * FROM b",
        "EXPLAIN DELETE FROM t", "PRAGMA table_info(restante_events)", "PRAGMA main.user_version",
        "SELECT name FROM pragma_table_info('t')", "SELECT :a, @b, $c, ?1", "SELECT * FROM restante_events"})
    CHECK(sql::check_statement(text) == Effect::reads);
  for (const char* text :
       {"INSERT INTO t VALUES (1)", "REPLACE INTO t VALUES (1)", "UPDATE OR IGNORE t SET a = 1",
        "DELETE FROM main.t", "WITH x AS (SELECT 1) INSERT INTO t SELECT * FROM x", "CREATE TABLE t (a)",
        "INSERT INTO mine SELECT count(*) FROM restante_events", "INSERT INTO t VALUES ('restante_events')",
        "DROP TABLE my_restante_notes", "SELEKT 1"})
    CHECK(sql::check_statement(text) == Effect::writes);
}

TEST_CASE("what would control the transaction, the files or the settings is refused") {
  for (const char* text : {"BEGIN",
                           "begin immediate",
                           "COMMIT",
                           "END",
                           "ROLLBACK",
                           "SAVEPOINT a",
                           "RELEASE a",
                           "ATTACH 'x' AS y",
                           "DETACH y",
                           "VACUUM",
                           "VACUUM INTO 'x'",
                           "PRAGMA journal_mode = DELETE",
                           "PRAGMA user_version = 1",
                           "PRAGMA writable_schema(1)",
                           "PRAGMA optimize",
                           "PRAGMA wal_checkpoint",
                           "PRAGMA table_info = t",
                           "EXPLAIN PRAGMA journal_mode = OFF",
                           "EXPLAIN QUERY PLAN PRAGMA user_version = 1",
                           "INSERT OR ROLLBACK INTO t VALUES (1)",
                           "UPDATE OR ROLLBACK t SET a = 1",
                           "WITH x AS (SELECT 1) INSERT OR ROLLBACK INTO t SELECT * FROM x",
                           "CREATE TABLE t (a UNIQUE ON CONFLICT ROLLBACK)",
                           "\xEF\xBB\xBF"
                           "COMMIT",
                           "\xEF\xBB\xBF \xEF\xBB\xBFPRAGMA secure_delete = 0",
                           "EXPLAIN \xEF\xBB\xBFPRAGMA secure_delete = 0",
                           "\xEF\xBB\xBF"
                           "ATTACH 'x' AS y",
                           "INSERT OR \xEF\xBB\xBFROLLBACK INTO t VALUES (1)",
                           "SELECT * FROM pragma_optimize(65538)",
                           "SELECT * FROM \"PRAGMA_optimize\"",
                           "WITH x AS (SELECT $a(')) DELETE FROM restante_events -- ')) SELECT 1",
                           "SELECT @a::b",
                           "SELECT :a(x)",
                           "SELECT 1; SELECT 2",
                           "",
                           " ; ",
                           "-- nothing"}) {
    INFO(text);
    CHECK(refused(text));
  }
  CHECK(refused(std::string_view("SELECT '\0'", 10)));
}

TEST_CASE("our tables are not written in any spelling") {
  for (const char* text :
       {"INSERT INTO restante_events DEFAULT VALUES",
        "insert into RESTANTE_EVENTS default values",
        "DELETE FROM \"restante_events\"",
        "DELETE FROM [restante_events]",
        "DELETE FROM `Restante_events`",
        "DELETE FROM 'restante_events'",
        "DELETE FROM main.restante_events",
        "DELETE FROM main . \"restante_events\"",
        "DELETE/**/FROM/**/restante_events",
        "UPDATE OR FAIL restante_waits SET run = 1",
        "REPLACE INTO restante_x VALUES (1)",
        "WITH a AS (SELECT 1), b(x) AS (SELECT 2) DELETE FROM restante_waits",
        "DROP TABLE restante_events",
        "DROP INDEX restante_events_held",
        "ALTER TABLE restante_events RENAME TO mine",
        "ALTER TABLE mine RENAME TO restante_y",
        "DELETE FROM \xEF\xBB\xBFrestante_events",
        "CREATE TABLE \xEF\xBB\xBFrestante_y (a)",
        "CREATE VIRTUAL TABLE restante USING fts5(x)",
        "ALTER TABLE notes RENAME TO \"Restante\"",
        "CREATE TEMP TRIGGER t AFTER INSERT ON mine BEGIN DELETE FROM \xEF\xBB\xBFrestante_events; END",
        "CREATE TABLE restante_mine (a)",
        "CREATE INDEX mine ON restante_events (id)",
        "CREATE TRIGGER t AFTER INSERT ON mine BEGIN DELETE FROM restante_events; END",
        "CREATE VIEW v AS SELECT * FROM restante_events",
        "REINDEX restante_events",
        "ANALYZE restante_events"}) {
    INFO(text);
    CHECK(refused(text));
  }
}
