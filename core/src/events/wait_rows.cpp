#include "events/wait_rows.h"

#include <limits>
#include <utility>

#include "events/correlation.h"
#include "events/names.h"
#include "restante/error.h"

namespace restante::events {

namespace {

using storage::Parameter;
using storage::Rows;
using storage::Statement;

// In restante_open_keys the sender of a wait that names nobody; a name is never empty.
constexpr std::string_view anybody;

constexpr Statement insert_wait{"insert wait", R"sql(
INSERT INTO restante_waits
  (tenant, run, effect, kind, correlation, case_name, step, phase, sender, deadline, registered_at, parked_at,
   holds)
VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13))sql"};

// It follows `insert wait` and finds its number in last_insert_rowid(), which tables without rowid do not
// change.
constexpr Statement insert_new_open_key{"insert new open key", R"sql(
INSERT INTO restante_open_keys
  (tenant, namespace, value, kind, sender, registered_at, registration, run, effect, deadline)
VALUES (?1, ?2, ?3, ?4, ?5, ?6, last_insert_rowid(), ?7, ?8, ?9))sql"};

constexpr Statement insert_open_key{"insert open key", R"sql(
INSERT INTO restante_open_keys
  (tenant, namespace, value, kind, sender, registered_at, registration, run, effect, deadline)
VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10))sql"};

constexpr Statement delete_open_key{"delete open key", R"sql(
DELETE FROM restante_open_keys
WHERE tenant = ?1 AND namespace = ?2 AND value = ?3 AND kind = ?4 AND sender = ?5 AND registered_at = ?6
  AND registration = ?7)sql"};

constexpr Statement select_wait{"select wait", R"sql(
SELECT run, effect, kind, correlation, case_name, step, phase, sender, deadline, registration, registered_at, parked_at,
  holds, sealed
FROM restante_waits WHERE tenant = ?1 AND run = ?2 AND effect = ?3)sql"};

constexpr Statement select_waits_by_age{"select waits by age", R"sql(
SELECT run, effect, kind, correlation, case_name, step, phase, sender, deadline, registration, registered_at, parked_at,
  holds, sealed
FROM restante_waits WHERE tenant = ?1 ORDER BY registered_at, registration LIMIT ?2)sql"};

constexpr Statement select_wait_by_number{"select wait by number", R"sql(
SELECT run, effect, kind, correlation, case_name, step, phase, sender, deadline, registration, registered_at, parked_at,
  holds, sealed
FROM restante_waits WHERE registration = ?1 AND tenant = ?2)sql"};

constexpr Statement select_waits_of_run{"select waits of a run", R"sql(
SELECT run, effect, kind, correlation, case_name, step, phase, sender, deadline, registration, registered_at, parked_at,
  holds, sealed
FROM restante_waits WHERE tenant = ?1 AND run = ?2)sql"};

constexpr Statement select_any_wait{"select any wait of a run",
                                    "SELECT 1 FROM restante_waits WHERE tenant = ?1 AND run = ?2 LIMIT 1"};

// The plus keeps SQLite from looking through all parked waits in place of those of the run.
constexpr Statement select_any_parked{"select any parked wait of a run", R"sql(
SELECT 1 FROM restante_waits WHERE tenant = ?1 AND run = ?2 AND +parked_at IS NOT NULL LIMIT 1)sql"};

constexpr Statement select_parked{"select parked waits", R"sql(
SELECT run, effect, kind, correlation, case_name, step, phase, sender, deadline, registration, registered_at, parked_at,
  holds, sealed
FROM restante_waits
WHERE tenant = ?1 AND parked_at < ?2 AND sealed = 0
ORDER BY parked_at, registered_at, registration LIMIT ?3)sql"};

constexpr Statement select_parked_behind{"select parked waits behind one", R"sql(
SELECT run, effect, kind, correlation, case_name, step, phase, sender, deadline, registration, registered_at, parked_at,
  holds, sealed
FROM restante_waits
WHERE tenant = ?1 AND parked_at IS NOT NULL AND (parked_at, registered_at, registration) > (?2, ?3, ?4)
  AND sealed = 0
ORDER BY parked_at, registered_at, registration LIMIT ?5)sql"};

constexpr Statement select_over{"select waits that are over", R"sql(
SELECT run, effect, kind, correlation, case_name, step, phase, sender, deadline, registration, registered_at, parked_at,
  holds, sealed
FROM restante_waits
WHERE tenant = ?1 AND deadline <= ?2 AND holds = 0 AND sealed = 0
ORDER BY deadline, registered_at, registration LIMIT ?3)sql"};

constexpr Statement select_next_deadline{"select next deadline", R"sql(
SELECT deadline FROM restante_waits
WHERE tenant = ?1 AND deadline IS NOT NULL AND holds = 0 AND sealed = 0
ORDER BY deadline LIMIT 1)sql"};

// Only waits that are over and not yet swept are walked over.
constexpr Statement select_first_open{"select first open", R"sql(
SELECT registered_at, registration FROM restante_open_keys
WHERE tenant = ?1 AND namespace = ?2 AND value = ?3 AND kind = ?4 AND sender = ?5
  AND (deadline IS NULL OR deadline > ?6)
ORDER BY registered_at, registration LIMIT 1)sql"};

constexpr Statement select_lowest_open_effect{"select lowest open effect", R"sql(
SELECT effect FROM restante_open_keys
WHERE tenant = ?1 AND run = ?2 AND namespace = ?3 AND value = ?4 AND kind = ?5 AND sender = ?6
  AND (deadline IS NULL OR deadline > ?7)
ORDER BY effect LIMIT 1)sql"};

constexpr Statement park_wait{"park wait", R"sql(
UPDATE restante_waits SET parked_at = ?3, holds = ?4 WHERE registration = ?1 AND tenant = ?2)sql"};

constexpr Statement reopen_wait{"reopen wait", R"sql(
UPDATE restante_waits SET parked_at = NULL, holds = 0 WHERE registration = ?1 AND tenant = ?2)sql"};

constexpr Statement seal_wait{"seal wait",
                              "UPDATE restante_waits SET sealed = 1 WHERE registration = ?1 AND tenant = ?2"};

constexpr Statement delete_wait{"delete wait",
                                "DELETE FROM restante_waits WHERE registration = ?1 AND tenant = ?2"};

Phase stored_phase(std::string_view name) {
  const std::optional<Phase> phase = phase_named(name);
  if (!phase) throw Error(ErrorCode::corrupt, "a stored wait cannot be understood: its phase is unknown");
  return *phase;
}

std::uint32_t step_from(std::int64_t step) {
  if (step < 0 || step > std::numeric_limits<std::uint32_t>::max())
    throw Error(ErrorCode::corrupt, "a stored wait cannot be understood: its step is out of range");
  return static_cast<std::uint32_t>(step);
}

std::string_view sender_of(const Wait& wait) {
  return wait.from ? std::string_view(*wait.from) : anybody;
}

Parameter optional_text(const std::optional<std::string>& text) {
  return text ? Parameter(std::string_view(*text)) : Parameter(nullptr);
}

Parameter optional_instant(const std::optional<Instant>& instant) {
  return instant ? Parameter(*instant) : Parameter(nullptr);
}

WaitRow wait_row(const Rows& rows, std::size_t row) {
  WaitRow found;
  Wait& wait = found.wait;
  wait.run = rows.text(row, 0);
  wait.effect = rows.text(row, 1);
  wait.kind = rows.text(row, 2);
  wait.correlation = from_stored_form(rows.text(row, 3));
  if (!rows.is_null(row, 4)) wait.case_name = rows.text(row, 4);
  wait.step = step_from(rows.integer(row, 5));
  wait.phase = stored_phase(rows.text(row, 6));
  if (!rows.is_null(row, 7)) wait.from = rows.text(row, 7);
  if (!rows.is_null(row, 8)) wait.deadline = rows.integer(row, 8);
  found.registration = rows.integer(row, 9);
  found.registered_at = rows.integer(row, 10);
  if (!rows.is_null(row, 11)) found.parked_at = rows.integer(row, 11);
  found.holds = rows.integer(row, 12) != 0;
  found.sealed = rows.integer(row, 13) != 0;
  return found;
}

std::optional<WaitRow> first_wait_row(const Rows& rows) {
  if (rows.empty()) return std::nullopt;
  return wait_row(rows, 0);
}

std::vector<WaitRow> all_wait_rows(const Rows& rows) {
  std::vector<WaitRow> waits;
  waits.reserve(rows.size());
  for (std::size_t row = 0; row < rows.size(); ++row) waits.push_back(wait_row(rows, row));
  return waits;
}

}  // namespace

bool accepts(const Wait& wait, const EventRow& event) {
  return wait.kind == event.kind && (!wait.from || *wait.from == event.identity.source) &&
         have_key_in_common(wait.correlation, event.correlation);
}

void WaitRows::insert(const Wait& wait, Instant at, std::optional<Instant> parked_at, bool holds) {
  const std::string correlation = stored_form(wait.correlation);
  database_.run(insert_wait,
                {tenant_, wait.run, wait.effect, wait.kind, correlation, optional_text(wait.case_name),
                 std::int64_t{wait.step}, name_of(wait.phase), optional_text(wait.from),
                 optional_instant(wait.deadline), at, optional_instant(parked_at), std::int64_t{holds}});
}

void WaitRows::insert_open(const Wait& wait, Instant at) {
  insert(wait, at, std::nullopt, false);
  for (const CorrelationKey& key : wait.correlation)
    database_.run(insert_new_open_key, {tenant_, key.name_space, key.value, wait.kind, sender_of(wait), at,
                                        wait.run, wait.effect, optional_instant(wait.deadline)});
  totals_.add(Total::waits_open, 1);
}

void WaitRows::insert_parked(const Wait& wait, Instant at, bool holds) {
  insert(wait, at, at, holds);
  totals_.add(Total::waits_parked, 1);
}

std::optional<WaitRow> WaitRows::find(WaitId wait) {
  return first_wait_row(database_.run(select_wait, {tenant_, wait.run, wait.effect}));
}

std::optional<WaitRow> WaitRows::first_open(const CorrelationKey& key, std::string_view kind,
                                            std::string_view source, Instant at) {
  std::optional<std::pair<Instant, std::int64_t>> first;
  for (const std::string_view sender : {anybody, source}) {
    const Rows rows =
        database_.run(select_first_open, {tenant_, key.name_space, key.value, kind, sender, at});
    if (rows.empty()) continue;
    const std::pair candidate(rows.integer(0, 0), rows.integer(0, 1));
    if (!first || candidate < *first) first = candidate;
  }
  if (!first) return std::nullopt;
  std::optional<WaitRow> wait =
      first_wait_row(database_.run(select_wait_by_number, {first->second, tenant_}));
  if (!wait) throw Error(ErrorCode::corrupt, "an open key points to a wait that is not registered");
  return wait;
}

std::optional<std::string> WaitRows::lowest_open_effect(std::string_view run, const CorrelationKey& key,
                                                        std::string_view kind, std::string_view source,
                                                        Instant at) {
  std::optional<std::string> lowest;
  for (const std::string_view sender : {anybody, source}) {
    const Rows rows =
        database_.run(select_lowest_open_effect, {tenant_, run, key.name_space, key.value, kind, sender, at});
    if (!rows.empty() && (!lowest || rows.text(0, 0) < *lowest)) lowest = rows.text(0, 0);
  }
  return lowest;
}

bool WaitRows::has_any(std::string_view run) {
  return !database_.run(select_any_wait, {tenant_, run}).empty();
}

bool WaitRows::has_parked(std::string_view run) {
  return !database_.run(select_any_parked, {tenant_, run}).empty();
}

std::vector<WaitRow> WaitRows::of_run(std::string_view run) {
  return all_wait_rows(database_.run(select_waits_of_run, {tenant_, run}));
}

void WaitRows::park(const WaitRow& wait, Instant at, bool holds) {
  database_.run(park_wait, {wait.registration, tenant_, at, std::int64_t{holds}});
  if (wait.is_parked()) return;
  remove_open_keys(wait);
  count(wait, -1);
  totals_.add(Total::waits_parked, 1);
}

void WaitRows::reopen(const WaitRow& wait) {
  database_.run(reopen_wait, {wait.registration, tenant_});
  totals_.add(Total::waits_parked, -1);
  if (wait.sealed) return;
  add_open_keys(wait);
  totals_.add(Total::waits_open, 1);
}

void WaitRows::seal(std::string_view run) {
  for (const WaitRow& wait : of_run(run)) {
    database_.run(seal_wait, {wait.registration, tenant_});
    if (wait.is_parked()) continue;
    remove_open_keys(wait);
    totals_.add(Total::waits_open, -1);
  }
}

void WaitRows::remove(const WaitRow& wait) {
  database_.run(delete_wait, {wait.registration, tenant_});
  if (!wait.is_parked() && !wait.sealed) remove_open_keys(wait);
  count(wait, -1);
}

// The open waits of a sealed run are not counted.
void WaitRows::count(const WaitRow& wait, std::int64_t count) {
  if (wait.is_parked())
    totals_.add(Total::waits_parked, count);
  else if (!wait.sealed)
    totals_.add(Total::waits_open, count);
}

void WaitRows::add_open_keys(const WaitRow& row) {
  const Wait& wait = row.wait;
  for (const CorrelationKey& key : wait.correlation)
    database_.run(insert_open_key,
                  {tenant_, key.name_space, key.value, wait.kind, sender_of(wait), row.registered_at,
                   row.registration, wait.run, wait.effect, optional_instant(wait.deadline)});
}

void WaitRows::remove_open_keys(const WaitRow& row) {
  for (const CorrelationKey& key : row.wait.correlation)
    database_.run(delete_open_key, {tenant_, key.name_space, key.value, row.wait.kind, sender_of(row.wait),
                                    row.registered_at, row.registration});
}

std::vector<Wait> WaitRows::by_age(Limit limit) {
  const Rows rows = database_.run(select_waits_by_age, {tenant_, limit});
  std::vector<Wait> waits;
  waits.reserve(rows.size());
  for (std::size_t row = 0; row < rows.size(); ++row) waits.push_back(wait_row(rows, row).wait);
  return waits;
}

std::vector<WaitRow> WaitRows::parked(Limit limit, Instant parked_before) {
  return all_wait_rows(database_.run(select_parked, {tenant_, parked_before, limit}));
}

std::vector<WaitRow> WaitRows::parked_behind(const ParkedPlace& place, Limit limit) {
  return all_wait_rows(database_.run(
      select_parked_behind, {tenant_, place.parked_at, place.registered_at, place.registration, limit}));
}

std::vector<WaitRow> WaitRows::over(Instant now, Limit limit) {
  return all_wait_rows(database_.run(select_over, {tenant_, now, limit}));
}

std::optional<Instant> WaitRows::next_deadline() {
  const Rows rows = database_.run(select_next_deadline, {tenant_});
  if (rows.empty()) return std::nullopt;
  return rows.integer(0, 0);
}

}  // namespace restante::events
