#include "runs.h"

#include <string_view>

namespace demo {

namespace {

constexpr std::string_view create_table = R"sql(CREATE TABLE demo_runs (
  run TEXT PRIMARY KEY,
  flow TEXT NOT NULL,
  waits_under TEXT NOT NULL,
  sender TEXT,
  state TEXT NOT NULL CHECK (state IN ('waiting', 'done', 'called off', 'timed out')),
  started_at INTEGER NOT NULL,
  finished_at INTEGER,
  came TEXT CHECK (came IN ('early', 'late', 'addressed')),
  rivals INTEGER,
  event TEXT,
  answer TEXT
) STRICT)sql";

constexpr std::string_view insert_run = R"sql(
  INSERT INTO demo_runs (run, flow, waits_under, sender, state, started_at)
  VALUES (?, ?, ?, ?, 'waiting', ?))sql";

constexpr std::string_view select_rivals = R"sql(
  SELECT count(*) AS rivals FROM demo_runs AS mine JOIN demo_runs AS other USING (flow, waits_under)
  WHERE mine.run = ? AND other.run <> mine.run AND other.state = 'waiting')sql";

constexpr std::string_view update_answer = R"sql(
  UPDATE demo_runs SET state = 'done', finished_at = ?, came = ?, rivals = ?, event = ?, answer = ?
  WHERE run = ?)sql";

constexpr std::string_view update_state = R"sql(
  UPDATE demo_runs SET state = ?, finished_at = ? WHERE run = ?)sql";

}  // namespace

void create_runs(restante::Store& store) {
  store.sql(create_table);
}

void add_run(restante::Op& op, const NewRun& run, Instant at) {
  const restante::SqlValue sender = run.sender ? restante::SqlValue(*run.sender) : nullptr;
  op.sql(insert_run, {run.run, run.flow, run.waits_under, sender, at});
}

std::int64_t count_rivals(restante::Op& op, const std::string& run) {
  return op.sql(select_rivals, {run}).rows[0][0].integer();
}

void keep_answer(restante::Op& op, const std::string& run, const restante::Event& event,
                 const std::string& came, Instant at) {
  op.sql(update_answer, {at, came, count_rivals(op, run), event.id, *event.payload, run});
}

void finish_run(restante::Op& op, const restante::Wait& wait, const restante::Event& event,
                const std::string& came, Instant at) {
  keep_answer(op, wait.run, event, came, at);
  op.events().unsubscribe(wait.run, wait.effect, event.identity());
}

void close_run(restante::Op& op, const std::string& run, const std::string& state, Instant at) {
  op.sql(update_state, {state, at, run});
}

void correct_key(restante::Op& op, const std::string& run, const std::string& value) {
  op.sql("UPDATE demo_runs SET waits_under = ? WHERE run = ?", {value, run});
}

}  // namespace demo
