#include "events/event_rows.h"

#include <algorithm>
#include <tuple>

#include "events/correlation.h"
#include "events/names.h"
#include "restante/error.h"

namespace restante::events {

namespace {

using storage::Parameter;
using storage::Rows;
using storage::Statement;

constexpr std::string_view addressee_concluded = "addressee concluded";
constexpr std::string_view erased_reason = "erased";
// An empty reason is kept as it was given and shown as this.
constexpr std::string_view no_reason = "unclaimed";
// What changes many rows goes on in pages of this many.
constexpr Limit page_rows = 1000;

constexpr Statement select_known{
    "select known event", "SELECT 1 FROM restante_events WHERE tenant = ?1 AND source = ?2 AND id = ?3"};

constexpr Statement insert_event{"insert event", R"sql(
INSERT INTO restante_events
  (tenant, source, id, kind, correlation, actor, basis, received_at, state, run, effect, addressed, payload)
VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13))sql"};

// The two that follow `insert event` find its number in last_insert_rowid(), which tables without rowid do
// not change.
constexpr Statement insert_event_key{"insert event key", R"sql(
INSERT INTO restante_event_keys (tenant, namespace, value, received_at, arrival)
VALUES (?1, ?2, ?3, ?4, last_insert_rowid()))sql"};

constexpr Statement insert_new_live_key{"insert new live key", R"sql(
INSERT INTO restante_live_keys (tenant, namespace, value, kind, source, received_at, arrival)
VALUES (?1, ?2, ?3, ?4, ?5, ?6, last_insert_rowid()))sql"};

constexpr Statement insert_live_key{"insert live key", R"sql(
INSERT INTO restante_live_keys (tenant, namespace, value, kind, source, received_at, arrival)
VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7))sql"};

constexpr Statement delete_live_key{"delete live key", R"sql(
DELETE FROM restante_live_keys
WHERE tenant = ?1 AND namespace = ?2 AND value = ?3 AND kind = ?4 AND received_at = ?5 AND arrival = ?6)sql"};

constexpr Statement move_event_key{"move event key", R"sql(
UPDATE restante_event_keys SET received_at = ?6
WHERE tenant = ?1 AND namespace = ?2 AND value = ?3 AND received_at = ?4 AND arrival = ?5)sql"};

constexpr Statement delete_event_key{"delete event key", R"sql(
DELETE FROM restante_event_keys
WHERE tenant = ?1 AND namespace = ?2 AND value = ?3 AND received_at = ?4 AND arrival = ?5)sql"};

constexpr Statement select_oldest_live{"select oldest live", R"sql(
SELECT arrival FROM restante_live_keys
WHERE tenant = ?1 AND namespace = ?2 AND value = ?3 AND kind = ?4
ORDER BY received_at, arrival LIMIT 1)sql"};

constexpr Statement select_oldest_live_from{"select oldest live from a source", R"sql(
SELECT arrival FROM restante_live_keys
WHERE tenant = ?1 AND namespace = ?2 AND value = ?3 AND kind = ?4 AND source = ?5
ORDER BY received_at, arrival LIMIT 1)sql"};

constexpr Statement select_event{"select event", R"sql(
SELECT arrival, state, source, id, kind, correlation, received_at, run, effect, erased, addressed
FROM restante_events WHERE tenant = ?1 AND source = ?2 AND id = ?3)sql"};

constexpr Statement select_event_by_number{"select event by number", R"sql(
SELECT arrival, state, source, id, kind, correlation, received_at, run, effect, erased, addressed
FROM restante_events WHERE arrival = ?1 AND tenant = ?2)sql"};

// Without being told SQLite would look through everything that is held, whoever holds it.
constexpr Statement select_held_event{"select held event", R"sql(
SELECT arrival, state, source, id, kind, correlation, received_at, run, effect, erased, addressed
FROM restante_events INDEXED BY restante_events_held
WHERE tenant = ?1 AND run = ?2 AND effect = ?3 AND state = 'held')sql"};

constexpr Statement select_held_of_run{"select held events of a run", R"sql(
SELECT arrival, state, source, id, kind, correlation, received_at, run, effect, erased, addressed
FROM restante_events INDEXED BY restante_events_held
WHERE tenant = ?1 AND run = ?2 AND state = 'held')sql"};

constexpr Statement select_held{"select held", R"sql(
SELECT 1 FROM restante_events INDEXED BY restante_events_held
WHERE tenant = ?1 AND run = ?2 AND effect = ?3 AND state = 'held')sql"};

constexpr Statement select_holds_event{"select holds event", R"sql(
SELECT 1 FROM restante_events
WHERE tenant = ?1 AND source = ?2 AND id = ?3 AND +state = 'held' AND run = ?4 AND effect = ?5)sql"};

constexpr Statement select_any_held{"select any held", R"sql(
SELECT 1 FROM restante_events INDEXED BY restante_events_held
WHERE tenant = ?1 AND run = ?2 AND state = 'held' LIMIT 1)sql"};

constexpr Statement load_event{"load event", R"sql(
SELECT source, id, kind, correlation, actor, basis, received_at, payload
FROM restante_events WHERE arrival = ?1 AND tenant = ?2)sql"};

constexpr Statement load_held_event{"load held event", R"sql(
SELECT source, id, kind, correlation, actor, basis, received_at, payload
FROM restante_events INDEXED BY restante_events_held
WHERE tenant = ?1 AND run = ?2 AND effect = ?3 AND state = 'held')sql"};

constexpr Statement load_live_event{"load live event", R"sql(
SELECT source, id, kind, correlation, actor, basis, received_at, payload
FROM restante_events WHERE arrival = ?1 AND tenant = ?2 AND state = 'live')sql"};

constexpr Statement hold_event{"hold event", R"sql(
UPDATE restante_events SET state = 'held', run = ?3, effect = ?4
WHERE arrival = ?1 AND tenant = ?2 AND state = 'live')sql"};

constexpr Statement shed_event{"shed event", R"sql(
UPDATE restante_events SET state = 'spent', payload = NULL
WHERE arrival = ?1 AND tenant = ?2 AND state = 'held')sql"};

constexpr Statement revive_event{"revive event", R"sql(
UPDATE restante_events SET state = 'live', run = NULL, effect = NULL
WHERE arrival = ?1 AND tenant = ?2 AND state = 'held')sql"};

constexpr Statement bury_event{"bury event", R"sql(
UPDATE restante_events SET state = 'dead', run = NULL, effect = NULL, reason = ?3
WHERE arrival = ?1 AND tenant = ?2)sql"};

constexpr Statement requeue_event{"requeue event", R"sql(
UPDATE restante_events SET state = 'live', reason = NULL, received_at = ?3
WHERE arrival = ?1 AND tenant = ?2 AND state = 'dead')sql"};

constexpr Statement erase_event{"erase event", R"sql(
UPDATE restante_events SET state = 'dead', run = NULL, effect = NULL, reason = ?3, payload = NULL, erased = 1
WHERE arrival = ?1 AND tenant = ?2)sql"};

constexpr Statement erase_content{"erase content", R"sql(
UPDATE restante_events SET payload = NULL, erased = 1 WHERE arrival = ?1 AND tenant = ?2)sql"};

constexpr Statement delete_event{"delete event",
                                 "DELETE FROM restante_events WHERE arrival = ?1 AND tenant = ?2"};

constexpr Statement select_old_live{"select old live events", R"sql(
SELECT arrival, kind, correlation, received_at FROM restante_events
WHERE tenant = ?1 AND state = 'live' AND received_at <= ?2
ORDER BY received_at, arrival LIMIT ?3)sql"};

constexpr Statement select_old{"select old events", R"sql(
SELECT received_at, arrival FROM restante_events
WHERE tenant = ?1 AND state = ?2 AND received_at <= ?3
ORDER BY received_at, arrival LIMIT ?4)sql"};

constexpr Statement select_dead{"select dead letters", R"sql(
SELECT source, id, kind, correlation, actor, basis, received_at, payload, reason FROM restante_events
WHERE tenant = ?1 AND state = 'dead'
ORDER BY received_at DESC, arrival DESC LIMIT ?2)sql"};

constexpr Statement select_record{"select record", R"sql(
SELECT source, id, kind, correlation, actor, basis, received_at, payload,
  state, run, effect, reason, erased, addressed
FROM restante_events WHERE tenant = ?1 AND source = ?2 AND id = ?3)sql"};

constexpr Statement select_records{"select records", R"sql(
SELECT e.source, e.id, e.kind, e.correlation, e.actor, e.basis, e.received_at, e.payload,
  e.state, e.run, e.effect, e.reason, e.erased, e.addressed
FROM restante_event_keys k CROSS JOIN restante_events e ON e.arrival = k.arrival
WHERE k.tenant = ?1 AND k.namespace = ?2 AND k.value = ?3
ORDER BY k.received_at DESC, k.arrival DESC LIMIT ?4)sql"};

constexpr Statement select_minter{
    "select minter",
    "SELECT actor, basis FROM restante_events WHERE tenant = ?1 AND source = ?2 AND id = ?3"};

Basis stored_basis(std::string_view name) {
  const std::optional<Basis> basis = basis_named(name);
  if (!basis) throw Error(ErrorCode::corrupt, "a stored event cannot be understood: its basis is unknown");
  return *basis;
}

EventState stored_state(std::string_view name) {
  const std::optional<EventState> state = state_named(name);
  if (!state) throw Error(ErrorCode::corrupt, "a stored event cannot be understood: its state is unknown");
  return *state;
}

std::string text_or_empty(const Rows& rows, std::size_t row, std::size_t column) {
  return rows.is_null(row, column) ? std::string() : std::string(rows.text(row, column));
}

std::optional<MintedBy> minted_by(const Rows& rows, std::size_t row, std::size_t actor) {
  if (rows.is_null(row, actor)) return std::nullopt;
  return MintedBy{std::string(rows.text(row, actor)), stored_basis(rows.text(row, actor + 1))};
}

std::string shown_reason(std::string_view reason) {
  return std::string(reason.empty() ? no_reason : reason);
}

// The columns source, id, kind, correlation, actor, basis, received_at, payload.
ClaimedEvent claimed_event(const Rows& rows, std::size_t row) {
  ClaimedEvent claimed;
  Event& event = claimed.event;
  event.source = rows.text(row, 0);
  event.id = rows.text(row, 1);
  event.kind = rows.text(row, 2);
  event.correlation = from_stored_form(rows.text(row, 3));
  event.by = minted_by(rows, row, 4);
  claimed.received_at = rows.integer(row, 6);
  if (!rows.is_null(row, 7)) event.payload = rows.text(row, 7);
  return claimed;
}

// The same columns, and state, run, effect, reason, erased, addressed.
EventRecord event_record(const Rows& rows, std::size_t row) {
  ClaimedEvent claimed = claimed_event(rows, row);
  EventRecord record;
  record.event = std::move(claimed.event);
  record.received_at = claimed.received_at;
  record.state = stored_state(rows.text(row, 8));
  if (!rows.is_null(row, 9))
    record.claimed_by = Claimant{std::string(rows.text(row, 9)), text_or_empty(rows, row, 10)};
  if (!rows.is_null(row, 11)) record.reason = shown_reason(rows.text(row, 11));
  record.erased = rows.integer(row, 12) != 0;
  record.addressed = rows.integer(row, 13) != 0;
  return record;
}

EventRow event_row(const Rows& rows, std::size_t row) {
  return {rows.integer(row, 0),
          stored_state(rows.text(row, 1)),
          {std::string(rows.text(row, 2)), std::string(rows.text(row, 3))},
          std::string(rows.text(row, 4)),
          from_stored_form(rows.text(row, 5)),
          rows.integer(row, 6),
          text_or_empty(rows, row, 7),
          text_or_empty(rows, row, 8),
          rows.integer(row, 9) != 0,
          rows.integer(row, 10) != 0};
}

std::optional<EventRow> first_event_row(const Rows& rows) {
  if (rows.empty()) return std::nullopt;
  return event_row(rows, 0);
}

std::optional<std::int64_t> first_integer(const Rows& rows) {
  if (rows.empty()) return std::nullopt;
  return rows.integer(0, 0);
}

ClaimedEvent the_event(const Rows& rows) {
  if (rows.empty()) throw Error(ErrorCode::corrupt, "a live key points to an event that is not live");
  return claimed_event(rows, 0);
}

}  // namespace

bool EventRows::is_known(const EventId& event) {
  return !database_.run(select_known, {tenant_, event.source, event.id}).empty();
}

void EventRows::insert(const CheckedEvent& checked, Instant at, EventState state, const WaitId* holder,
                       bool addressed) {
  const Event& event = checked.given;
  const std::string correlation = stored_form(checked.correlation);
  const Parameter nothing = nullptr;
  database_.run(insert_event, {tenant_, event.source, event.id, event.kind, correlation,
                               event.by ? Parameter(event.by->actor) : nothing,
                               event.by ? Parameter(name_of(event.by->basis)) : nothing, at, name_of(state),
                               holder != nullptr ? Parameter(holder->run) : nothing,
                               holder != nullptr ? Parameter(holder->effect) : nothing,
                               std::int64_t{addressed}, checked.payload});
  for (const CorrelationKey& key : checked.correlation)
    database_.run(insert_event_key, {tenant_, key.name_space, key.value, at});
  totals_.add(state, 1);
}

void EventRows::insert_live(const CheckedEvent& event, Instant at) {
  insert(event, at, EventState::live, nullptr, false);
  for (const CorrelationKey& key : event.correlation)
    database_.run(insert_new_live_key,
                  {tenant_, key.name_space, key.value, event.given.kind, event.given.source, at});
}

void EventRows::insert_held(const CheckedEvent& event, Instant at, WaitId holder) {
  insert(event, at, EventState::held, &holder, false);
}

void EventRows::insert_addressed(const CheckedEvent& event, Instant at, WaitId holder) {
  insert(event, at, EventState::held, &holder, true);
}

void EventRows::add_live_keys(const EventRow& event, Instant received_at) {
  for (const CorrelationKey& key : event.correlation)
    database_.run(insert_live_key, {tenant_, key.name_space, key.value, event.kind, event.identity.source,
                                    received_at, event.arrival});
}

void EventRows::remove_live_keys(const Correlation& keys, std::string_view kind, Instant received_at,
                                 std::int64_t arrival) {
  for (const CorrelationKey& key : keys)
    database_.run(delete_live_key, {tenant_, key.name_space, key.value, kind, received_at, arrival});
}

std::optional<EventRow> EventRows::find(const EventId& event) {
  return first_event_row(database_.run(select_event, {tenant_, event.source, event.id}));
}

std::optional<EventRow> EventRows::find_held(WaitId holder) {
  return first_event_row(database_.run(select_held_event, {tenant_, holder.run, holder.effect}));
}

bool EventRows::is_held_by(WaitId holder) {
  return !database_.run(select_held, {tenant_, holder.run, holder.effect}).empty();
}

bool EventRows::is_held_by(WaitId holder, const EventId& event) {
  return !database_.run(select_holds_event, {tenant_, event.source, event.id, holder.run, holder.effect})
              .empty();
}

bool EventRows::holds_any(std::string_view run) {
  return !database_.run(select_any_held, {tenant_, run}).empty();
}

std::vector<EventRow> EventRows::held_by_run(std::string_view run) {
  const Rows rows = database_.run(select_held_of_run, {tenant_, run});
  std::vector<EventRow> held;
  held.reserve(rows.size());
  for (std::size_t row = 0; row < rows.size(); ++row) held.push_back(event_row(rows, row));
  return held;
}

std::optional<std::int64_t> EventRows::oldest_live(const CorrelationKey& key, std::string_view kind,
                                                   const std::optional<std::string>& from) {
  if (!from)
    return first_integer(database_.run(select_oldest_live, {tenant_, key.name_space, key.value, kind}));
  return first_integer(
      database_.run(select_oldest_live_from, {tenant_, key.name_space, key.value, kind, *from}));
}

ClaimedEvent EventRows::load(std::int64_t arrival) {
  return the_event(database_.run(load_event, {arrival, tenant_}));
}

std::optional<ClaimedEvent> EventRows::load_held(WaitId holder) {
  const Rows rows = database_.run(load_held_event, {tenant_, holder.run, holder.effect});
  if (rows.empty()) return std::nullopt;
  return claimed_event(rows, 0);
}

ClaimedEvent EventRows::hold(std::int64_t arrival, WaitId holder) {
  ClaimedEvent claimed = the_event(database_.run(load_live_event, {arrival, tenant_}));
  database_.run(hold_event, {arrival, tenant_, holder.run, holder.effect});
  remove_live_keys(claimed.event.correlation, claimed.event.kind, claimed.received_at, arrival);
  totals_.move(EventState::live, EventState::held);
  return claimed;
}

void EventRows::hold(const EventRow& event, WaitId holder) {
  database_.run(hold_event, {event.arrival, tenant_, holder.run, holder.effect});
  remove_live_keys(event.correlation, event.kind, event.received_at, event.arrival);
  totals_.move(EventState::live, EventState::held);
}

void EventRows::shed(std::int64_t arrival) {
  database_.run(shed_event, {arrival, tenant_});
  totals_.move(EventState::held, EventState::spent);
}

void EventRows::revive(const EventRow& event) {
  database_.run(revive_event, {event.arrival, tenant_});
  add_live_keys(event, event.received_at);
  totals_.move(EventState::held, EventState::live);
}

void EventRows::bury(const EventRow& event) {
  database_.run(bury_event, {event.arrival, tenant_, addressee_concluded});
  totals_.move(EventState::held, EventState::dead);
}

void EventRows::requeue(const EventRow& event, Instant at) {
  database_.run(requeue_event, {event.arrival, tenant_, at});
  for (const CorrelationKey& key : event.correlation)
    database_.run(move_event_key, {tenant_, key.name_space, key.value, event.received_at, event.arrival, at});
  add_live_keys(event, at);
  totals_.move(EventState::dead, EventState::live);
}

void EventRows::erase(const EventRow& event) {
  if (!event.erased) totals_.add(Total::erased, 1);
  if (event.state == EventState::spent || event.state == EventState::dead) {
    database_.run(erase_content, {event.arrival, tenant_});
    return;
  }
  database_.run(erase_event, {event.arrival, tenant_, erased_reason});
  if (event.state == EventState::live)
    remove_live_keys(event.correlation, event.kind, event.received_at, event.arrival);
  totals_.move(event.state, EventState::dead);
}

std::int64_t EventRows::sweep(Instant older_than, std::string_view reason, std::optional<Limit> limit) {
  std::int64_t swept = 0;
  while (!limit || swept < *limit) {
    const Limit page = limit ? std::min(page_rows, *limit - swept) : page_rows;
    const Rows rows = database_.run(select_old_live, {tenant_, older_than, page});
    for (std::size_t row = 0; row < rows.size(); ++row) {
      const std::int64_t arrival = rows.integer(row, 0);
      database_.run(bury_event, {arrival, tenant_, reason});
      remove_live_keys(from_stored_form(rows.text(row, 2)), rows.text(row, 1), rows.integer(row, 3), arrival);
      totals_.move(EventState::live, EventState::dead);
    }
    swept += static_cast<std::int64_t>(rows.size());
    if (static_cast<Limit>(rows.size()) < page) break;
  }
  return swept;
}

bool EventRows::Forgettable::operator<(const Forgettable& other) const {
  return std::tie(received_at, arrival) < std::tie(other.received_at, other.arrival);
}

std::vector<EventRows::Forgettable> EventRows::oldest_in(EventState state, Instant older_than, Limit limit) {
  const Rows rows = database_.run(select_old, {tenant_, name_of(state), older_than, limit});
  std::vector<Forgettable> oldest;
  oldest.reserve(rows.size());
  for (std::size_t row = 0; row < rows.size(); ++row)
    oldest.push_back({rows.integer(row, 0), rows.integer(row, 1)});
  return oldest;
}

std::int64_t EventRows::forget(Instant older_than, bool spent, bool dead, Limit limit) {
  std::int64_t forgotten = 0;
  while (forgotten < limit) {
    const Limit page = std::min(page_rows, limit - forgotten);
    std::vector<Forgettable> oldest;
    if (spent) oldest = oldest_in(EventState::spent, older_than, page);
    if (dead) {
      const std::vector<Forgettable> more = oldest_in(EventState::dead, older_than, page);
      oldest.insert(oldest.end(), more.begin(), more.end());
    }
    std::sort(oldest.begin(), oldest.end());
    if (static_cast<Limit>(oldest.size()) > page) oldest.resize(static_cast<std::size_t>(page));
    for (const Forgettable& event : oldest) remove(event.arrival);
    forgotten += static_cast<std::int64_t>(oldest.size());
    if (static_cast<Limit>(oldest.size()) < page) break;
  }
  return forgotten;
}

void EventRows::remove(std::int64_t arrival) {
  const std::optional<EventRow> event =
      first_event_row(database_.run(select_event_by_number, {arrival, tenant_}));
  for (const CorrelationKey& key : event->correlation)
    database_.run(delete_event_key, {tenant_, key.name_space, key.value, event->received_at, arrival});
  database_.run(delete_event, {arrival, tenant_});
  totals_.add(event->state, -1);
  if (event->erased) totals_.add(Total::erased, -1);
}

std::vector<DeadLetter> EventRows::dead_letters(Limit limit) {
  const Rows rows = database_.run(select_dead, {tenant_, limit});
  std::vector<DeadLetter> letters;
  letters.reserve(rows.size());
  for (std::size_t row = 0; row < rows.size(); ++row) {
    ClaimedEvent claimed = claimed_event(rows, row);
    letters.push_back({std::move(claimed.event), claimed.received_at, shown_reason(rows.text(row, 8))});
  }
  return letters;
}

std::optional<EventRecord> EventRows::record(const EventId& event) {
  const Rows rows = database_.run(select_record, {tenant_, event.source, event.id});
  if (rows.empty()) return std::nullopt;
  return event_record(rows, 0);
}

std::vector<EventRecord> EventRows::records(const CorrelationKey& key, Limit limit) {
  const Rows rows = database_.run(select_records, {tenant_, key.name_space, key.value, limit});
  std::vector<EventRecord> records;
  records.reserve(rows.size());
  for (std::size_t row = 0; row < rows.size(); ++row) records.push_back(event_record(rows, row));
  return records;
}

std::optional<Minter> EventRows::minter(const EventId& event) {
  const Rows rows = database_.run(select_minter, {tenant_, event.source, event.id});
  if (rows.empty()) return std::nullopt;
  return Minter{minted_by(rows, 0, 0)};
}

}  // namespace restante::events
