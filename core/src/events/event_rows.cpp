#include "events/event_rows.h"

#include <algorithm>

#include "events/correlation.h"
#include "events/names.h"
#include "restante/error.h"
#include "storage/inserted_row.h"

namespace restante::events {

namespace {

using storage::Parameter;
using storage::Rows;
using storage::Statement;

constexpr std::string_view addressee_concluded = "addressee concluded";
// An empty reason is kept as it was given and shown as this.
constexpr std::string_view no_reason = "unclaimed";
// A sweep without a limit goes on in pages of this many rows.
constexpr Limit sweep_page = 1000;

constexpr Statement insert_event{"insert event", R"sql(
INSERT INTO restante_events
  (tenant, source, id, kind, correlation, actor, basis, received_at, state, run, effect, addressed, payload)
VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)
ON CONFLICT (tenant, source, id) DO NOTHING)sql"};

constexpr Statement insert_live_key{"insert live key", R"sql(
INSERT INTO restante_live_keys (tenant, namespace, value, kind, source, received_at, arrival)
VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7))sql"};

constexpr Statement delete_live_key{"delete live key", R"sql(
DELETE FROM restante_live_keys
WHERE tenant = ?1 AND namespace = ?2 AND value = ?3 AND kind = ?4 AND received_at = ?5 AND arrival = ?6)sql"};

constexpr Statement select_oldest_live{"select oldest live", R"sql(
SELECT arrival FROM restante_live_keys
WHERE tenant = ?1 AND namespace = ?2 AND value = ?3 AND kind = ?4
ORDER BY received_at, arrival LIMIT 1)sql"};

constexpr Statement select_oldest_live_from{"select oldest live from a source", R"sql(
SELECT arrival FROM restante_live_keys
WHERE tenant = ?1 AND namespace = ?2 AND value = ?3 AND kind = ?4 AND source = ?5
ORDER BY received_at, arrival LIMIT 1)sql"};

constexpr Statement select_event{"select event", R"sql(
SELECT arrival, state, source, id, kind, correlation, received_at, run, effect, addressed
FROM restante_events WHERE tenant = ?1 AND source = ?2 AND id = ?3)sql"};

constexpr Statement select_held_event{"select held event", R"sql(
SELECT arrival, state, source, id, kind, correlation, received_at, run, effect, addressed
FROM restante_events WHERE tenant = ?1 AND run = ?2 AND effect = ?3 AND state = 'held')sql"};

constexpr Statement select_held{"select held", R"sql(
SELECT arrival FROM restante_events WHERE tenant = ?1 AND run = ?2 AND effect = ?3 AND state = 'held')sql"};

constexpr Statement load_event{"load event", R"sql(
SELECT source, id, kind, correlation, actor, basis, received_at, payload
FROM restante_events WHERE arrival = ?1 AND tenant = ?2)sql"};

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

constexpr Statement select_old_live{"select old live events", R"sql(
SELECT arrival, kind, correlation, received_at FROM restante_events
WHERE tenant = ?1 AND state = 'live' AND received_at <= ?2
ORDER BY received_at, arrival LIMIT ?3)sql"};

constexpr Statement select_dead{"select dead letters", R"sql(
SELECT source, id, kind, correlation, actor, basis, received_at, payload, reason FROM restante_events
WHERE tenant = ?1 AND state = 'dead'
ORDER BY received_at DESC, arrival DESC LIMIT ?2)sql"};

Basis stored_basis(std::string_view name) {
  const std::optional<Basis> basis = basis_named(name);
  if (!basis) throw Error(ErrorCode::corrupt, "a stored event cannot be understood: its basis is unknown");
  return *basis;
}

State state_from(std::string_view name) {
  if (name == "live") return State::live;
  if (name == "held") return State::held;
  if (name == "spent") return State::spent;
  if (name == "dead") return State::dead;
  throw Error(ErrorCode::corrupt, "a stored event cannot be understood: its state is unknown");
}

std::string text_or_empty(const Rows& rows, std::size_t row, std::size_t column) {
  return rows.is_null(row, column) ? std::string() : std::string(rows.text(row, column));
}

// The columns source, id, kind, correlation, actor, basis, received_at, payload.
ClaimedEvent claimed_event(const Rows& rows, std::size_t row) {
  ClaimedEvent claimed;
  Event& event = claimed.event;
  event.source = rows.text(row, 0);
  event.id = rows.text(row, 1);
  event.kind = rows.text(row, 2);
  event.correlation = from_stored_form(rows.text(row, 3));
  if (!rows.is_null(row, 4))
    event.by = MintedBy{std::string(rows.text(row, 4)), stored_basis(rows.text(row, 5))};
  claimed.received_at = rows.integer(row, 6);
  if (!rows.is_null(row, 7)) event.payload = rows.text(row, 7);
  return claimed;
}

std::optional<EventRow> first_event_row(const Rows& rows) {
  if (rows.empty()) return std::nullopt;
  return EventRow{rows.integer(0, 0),
                  state_from(rows.text(0, 1)),
                  {std::string(rows.text(0, 2)), std::string(rows.text(0, 3))},
                  std::string(rows.text(0, 4)),
                  from_stored_form(rows.text(0, 5)),
                  rows.integer(0, 6),
                  text_or_empty(rows, 0, 7),
                  text_or_empty(rows, 0, 8),
                  rows.integer(0, 9) != 0};
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

std::optional<std::int64_t> EventRows::insert(const CheckedEvent& checked, Instant at, std::string_view state,
                                              const WaitId* holder) {
  const Event& event = checked.given;
  const std::string correlation = stored_form(checked.correlation);
  const Parameter nothing = nullptr;
  return storage::inserted_row(database_, insert_event,
                               {tenant_, event.source, event.id, event.kind, correlation,
                                event.by ? Parameter(event.by->actor) : nothing,
                                event.by ? Parameter(name_of(event.by->basis)) : nothing, at, state,
                                holder != nullptr ? Parameter(holder->run) : nothing,
                                holder != nullptr ? Parameter(holder->effect) : nothing,
                                std::int64_t{holder != nullptr ? 1 : 0}, checked.payload});
}

bool EventRows::insert_live(const CheckedEvent& event, Instant at) {
  const auto arrival = insert(event, at, "live", nullptr);
  if (!arrival) return false;
  add_live_keys(event.correlation, event.given.kind, event.given.source, at, *arrival);
  return true;
}

bool EventRows::insert_addressed(const CheckedEvent& event, Instant at, WaitId holder) {
  return insert(event, at, "held", &holder).has_value();
}

void EventRows::add_live_keys(const Correlation& keys, std::string_view kind, std::string_view source,
                              Instant received_at, std::int64_t arrival) {
  for (const CorrelationKey& key : keys)
    database_.run(insert_live_key, {tenant_, key.name_space, key.value, kind, source, received_at, arrival});
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

std::optional<std::int64_t> EventRows::held_by(WaitId holder) {
  return first_integer(database_.run(select_held, {tenant_, holder.run, holder.effect}));
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

ClaimedEvent EventRows::hold(std::int64_t arrival, WaitId holder) {
  ClaimedEvent claimed = the_event(database_.run(load_live_event, {arrival, tenant_}));
  database_.run(hold_event, {arrival, tenant_, holder.run, holder.effect});
  remove_live_keys(claimed.event.correlation, claimed.event.kind, claimed.received_at, arrival);
  return claimed;
}

void EventRows::hold(const EventRow& event, WaitId holder) {
  database_.run(hold_event, {event.arrival, tenant_, holder.run, holder.effect});
  remove_live_keys(event.correlation, event.kind, event.received_at, event.arrival);
}

void EventRows::shed(WaitId holder) {
  if (const auto held = held_by(holder)) database_.run(shed_event, {*held, tenant_});
}

void EventRows::shed(const EventRow& event) {
  database_.run(shed_event, {event.arrival, tenant_});
}

void EventRows::release(const EventRow& event) {
  if (event.addressed) {
    database_.run(bury_event, {event.arrival, tenant_, addressee_concluded});
    return;
  }
  database_.run(revive_event, {event.arrival, tenant_});
  add_live_keys(event.correlation, event.kind, event.identity.source, event.received_at, event.arrival);
}

std::int64_t EventRows::sweep(Instant older_than, std::string_view reason, std::optional<Limit> limit) {
  std::int64_t swept = 0;
  while (!limit || swept < *limit) {
    const Limit page = limit ? std::min(sweep_page, *limit - swept) : sweep_page;
    const Rows rows = database_.run(select_old_live, {tenant_, older_than, page});
    for (std::size_t row = 0; row < rows.size(); ++row) {
      const std::int64_t arrival = rows.integer(row, 0);
      database_.run(bury_event, {arrival, tenant_, reason});
      remove_live_keys(from_stored_form(rows.text(row, 2)), rows.text(row, 1), rows.integer(row, 3), arrival);
    }
    swept += static_cast<std::int64_t>(rows.size());
    if (static_cast<Limit>(rows.size()) < page) break;
  }
  return swept;
}

std::vector<DeadLetter> EventRows::dead_letters(Limit limit) {
  const Rows rows = database_.run(select_dead, {tenant_, limit});
  std::vector<DeadLetter> letters;
  letters.reserve(rows.size());
  for (std::size_t row = 0; row < rows.size(); ++row) {
    ClaimedEvent claimed = claimed_event(rows, row);
    const std::string_view reason = rows.text(row, 8);
    letters.push_back(
        {std::move(claimed.event), claimed.received_at, std::string(reason.empty() ? no_reason : reason)});
  }
  return letters;
}

}  // namespace restante::events
