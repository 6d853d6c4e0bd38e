#include "floor.h"

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The unique columns are the identities. The partial indexes hold live events and open waits only, in the
   order of their numbers, which is the order in which they came. */
static const char tables[] =
    "CREATE TABLE floor_events (number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, key TEXT NOT NULL,"
    "  wait INTEGER, payload TEXT) STRICT;"
    "CREATE INDEX floor_live ON floor_events (key) WHERE wait IS NULL;"
    "CREATE TABLE floor_waits (number INTEGER PRIMARY KEY, run TEXT NOT NULL UNIQUE, key TEXT NOT NULL,"
    "  event INTEGER) STRICT;"
    "CREATE INDEX floor_open ON floor_waits (key) WHERE event IS NULL;"
    "CREATE TABLE floor_rows (id TEXT PRIMARY KEY, payload TEXT NOT NULL) STRICT;";

enum statement {
  BEGIN,
  COMMIT,
  INSERT_EVENT,
  INSERT_WAIT,
  FIND_LIVE,
  FIND_OPEN,
  GIVE_EVENT,
  PARK_WAIT,
  SHED_EVENT,
  DELETE_WAIT,
  INSERT_ROW,
  STATEMENTS
};

static const char* const sql_of[STATEMENTS] = {
    [BEGIN] = "BEGIN IMMEDIATE",
    [COMMIT] = "COMMIT",
    [INSERT_EVENT] = "INSERT INTO floor_events (id, key, payload) VALUES (?1, ?2, ?3) ON CONFLICT DO NOTHING",
    [INSERT_WAIT] = "INSERT INTO floor_waits (run, key) VALUES (?1, ?2)",
    [FIND_LIVE] =
        "SELECT number, payload FROM floor_events WHERE key = ?1 AND wait IS NULL ORDER BY number LIMIT 1",
    [FIND_OPEN] =
        "SELECT number, run FROM floor_waits WHERE key = ?1 AND event IS NULL ORDER BY number LIMIT 1",
    [GIVE_EVENT] = "UPDATE floor_events SET wait = ?2 WHERE number = ?1",
    [PARK_WAIT] = "UPDATE floor_waits SET event = ?2 WHERE number = ?1",
    [SHED_EVENT] =
        "UPDATE floor_events SET payload = NULL"
        " WHERE number = (SELECT event FROM floor_waits WHERE run = ?1)",
    [DELETE_WAIT] = "DELETE FROM floor_waits WHERE run = ?1",
    [INSERT_ROW] = "INSERT INTO floor_rows (id, payload) VALUES (?1, ?2)",
};

struct floor {
  sqlite3* database;
  sqlite3_stmt* prepared[STATEMENTS];
  char* answer;
  size_t room;
};

static void check(struct floor* self, int result) {
  if (result == SQLITE_OK || result == SQLITE_ROW || result == SQLITE_DONE) return;
  fprintf(stderr, "the floor failed: %s\n", sqlite3_errmsg(self->database));
  abort();
}

static void pragma(struct floor* self, const char* sql) {
  check(self, sqlite3_exec(self->database, sql, NULL, NULL, NULL));
}

static void* in_memory(void* memory) {
  if (memory != NULL) return memory;
  fputs("the floor failed: the memory ran out\n", stderr);
  abort();
}

struct floor* floor_open(const char* path, enum floor_synchronous synchronous) {
  static const char* const levels[] = {"PRAGMA synchronous = FULL", "PRAGMA synchronous = NORMAL",
                                       "PRAGMA synchronous = OFF"};
  struct floor* self = in_memory(calloc(1, sizeof *self));
  const int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE;
  check(self, sqlite3_open_v2(path, &self->database, flags, NULL));
  check(self, sqlite3_busy_timeout(self->database, 5000));
  sqlite3_db_config(self->database, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
  sqlite3_db_config(self->database, SQLITE_DBCONFIG_ENABLE_FKEY, 1, NULL);
  if (strcmp(path, ":memory:") != 0) {
    pragma(self, "PRAGMA journal_mode = WAL");
    pragma(self, levels[synchronous]);
    pragma(self, "PRAGMA secure_delete = ON");
    pragma(self, "PRAGMA journal_size_limit = 4194304");
  }
  pragma(self, tables);
  for (int i = 0; i < STATEMENTS; ++i)
    check(self, sqlite3_prepare_v3(self->database, sql_of[i], -1, SQLITE_PREPARE_PERSISTENT,
                                   &self->prepared[i], NULL));
  return self;
}

void floor_close(struct floor* self) {
  for (int i = 0; i < STATEMENTS; ++i) sqlite3_finalize(self->prepared[i]);
  sqlite3_close(self->database);
  free(self->answer);
  free(self);
}

static void bind_text(struct floor* self, enum statement statement, int place, struct floor_text text) {
  sqlite3_bind_text64(self->prepared[statement], place, text.data, text.length, SQLITE_STATIC, SQLITE_UTF8);
}

/* Runs a statement that answers no rows. */
static void run(struct floor* self, enum statement statement) {
  sqlite3_stmt* const prepared = self->prepared[statement];
  check(self, sqlite3_step(prepared));
  check(self, sqlite3_reset(prepared));
}

/* Runs a statement for its first row: the number in it, with the text beside it kept as the answer; 0 without
 * one. */
static sqlite3_int64 find(struct floor* self, enum statement statement, struct floor_answer* found) {
  sqlite3_stmt* const prepared = self->prepared[statement];
  sqlite3_int64 number = 0;
  const int result = sqlite3_step(prepared);
  check(self, result);
  if (result == SQLITE_ROW) {
    number = sqlite3_column_int64(prepared, 0);
    const void* const text = sqlite3_column_text(prepared, 1);
    const size_t length = (size_t)sqlite3_column_bytes(prepared, 1);
    if (length > self->room) {
      self->answer = in_memory(realloc(self->answer, length));
      self->room = length;
    }
    memcpy(self->answer, text, length);
    found->data = self->answer;
    found->length = length;
  }
  check(self, sqlite3_reset(prepared));
  return number;
}

static void give(struct floor* self, sqlite3_int64 event, sqlite3_int64 wait) {
  sqlite3_bind_int64(self->prepared[GIVE_EVENT], 1, event);
  sqlite3_bind_int64(self->prepared[GIVE_EVENT], 2, wait);
  run(self, GIVE_EVENT);
  sqlite3_bind_int64(self->prepared[PARK_WAIT], 1, wait);
  sqlite3_bind_int64(self->prepared[PARK_WAIT], 2, event);
  run(self, PARK_WAIT);
}

struct floor_answer floor_expect(struct floor* self, struct floor_text name, struct floor_text key) {
  struct floor_answer payload = {NULL, 0};
  run(self, BEGIN);
  bind_text(self, INSERT_WAIT, 1, name);
  bind_text(self, INSERT_WAIT, 2, key);
  run(self, INSERT_WAIT);
  const sqlite3_int64 wait = sqlite3_last_insert_rowid(self->database);
  bind_text(self, FIND_LIVE, 1, key);
  const sqlite3_int64 event = find(self, FIND_LIVE, &payload);
  if (event != 0) give(self, event, wait);
  run(self, COMMIT);
  return payload;
}

enum floor_outcome floor_deliver(struct floor* self, struct floor_text id, struct floor_text key,
                                 struct floor_text payload, struct floor_answer* name) {
  enum floor_outcome outcome = FLOOR_DUPLICATE;
  run(self, BEGIN);
  bind_text(self, INSERT_EVENT, 1, id);
  bind_text(self, INSERT_EVENT, 2, key);
  bind_text(self, INSERT_EVENT, 3, payload);
  run(self, INSERT_EVENT);
  if (sqlite3_changes(self->database) == 1) {
    const sqlite3_int64 event = sqlite3_last_insert_rowid(self->database);
    bind_text(self, FIND_OPEN, 1, key);
    const sqlite3_int64 wait = find(self, FIND_OPEN, name);
    if (wait != 0) give(self, event, wait);
    outcome = wait != 0 ? FLOOR_MATCHED : FLOOR_BUFFERED;
  }
  run(self, COMMIT);
  return outcome;
}

void floor_finish(struct floor* self, struct floor_text name) {
  run(self, BEGIN);
  bind_text(self, SHED_EVENT, 1, name);
  run(self, SHED_EVENT);
  bind_text(self, DELETE_WAIT, 1, name);
  run(self, DELETE_WAIT);
  run(self, COMMIT);
}

void floor_insert(struct floor* self, struct floor_text id, struct floor_text payload) {
  bind_text(self, INSERT_ROW, 1, id);
  bind_text(self, INSERT_ROW, 2, payload);
  run(self, INSERT_ROW);
}
