// The integrator's own table, in the same database file: one row for each run.
#pragma once

#include <optional>
#include <string>

#include "restante/store.h"
#include "story_time.h"

namespace demo {

struct NewRun {
  std::string run;
  std::string flow;  // or the scene that it plays in
  std::string waits_under;
  std::optional<std::string> sender;  // the only one that it accepts
};

void create_runs(restante::Store& store);

void add_run(restante::Op& op, const NewRun& run, Instant at);

// How many other runs wait under the same key.
std::int64_t count_rivals(restante::Op& op, const std::string& run);

// The run keeps the payload in its own row, and is done. `came` is `early`, `late` or `addressed`.
void keep_answer(restante::Op& op, const std::string& run, const restante::Event& event,
                 const std::string& came, Instant at);

// The same, and its wait ends: in one transaction, so that the event counts exactly once.
void finish_run(restante::Op& op, const restante::Wait& wait, const restante::Event& event,
                const std::string& came, Instant at);

// The run ends without an answer. `state` is `called off` or `timed out`.
void close_run(restante::Op& op, const std::string& run, const std::string& state, Instant at);

// The run was written down with a wrong key.
void correct_key(restante::Op& op, const std::string& run, const std::string& value);

}  // namespace demo
