#include "events/totals.h"

#include <algorithm>

namespace restante::events {

namespace {

using storage::Rows;
using storage::Statement;

constexpr Statement begin_totals{
    "begin totals", "INSERT INTO restante_event_totals (tenant) VALUES (?1) ON CONFLICT (tenant) DO NOTHING"};

constexpr Statement add_totals{"add totals", R"sql(
UPDATE restante_event_totals SET
  live = live + ?2, held = held + ?3, spent = spent + ?4, dead = dead + ?5, erased = erased + ?6,
  waits_open = waits_open + ?7, waits_parked = waits_parked + ?8, sealed_runs = sealed_runs + ?9
WHERE tenant = ?1)sql"};

// One statement, so that the counts and the two instants are of one moment.
constexpr Statement select_totals{"select totals", R"sql(
SELECT live, held, spent, dead, erased, waits_open, waits_parked, sealed_runs,
  (SELECT received_at FROM restante_events WHERE tenant = ?1 AND state = 'live' ORDER BY received_at LIMIT 1),
  (SELECT received_at FROM restante_events WHERE tenant = ?1 AND state = 'held' ORDER BY received_at LIMIT 1)
FROM restante_event_totals WHERE tenant = ?1)sql"};

}  // namespace

void Totals::begin(storage::Database& database, std::int64_t tenant) {
  database.run(begin_totals, {tenant});
}

void Totals::write() {
  if (std::all_of(changes_.begin(), changes_.end(), [](std::int64_t change) { return change == 0; })) return;
  const auto& c = changes_;
  database_.run(add_totals, {tenant_, c[0], c[1], c[2], c[3], c[4], c[5], c[6], c[7]});
  changes_ = {};
}

EventStats Totals::read() {
  const Rows rows = database_.run(select_totals, {tenant_});
  EventStats stats{};
  if (rows.empty()) return stats;  // a tenant that a read-only store did not find
  stats.live = rows.integer(0, 0);
  stats.held = rows.integer(0, 1);
  stats.spent = rows.integer(0, 2);
  stats.dead = rows.integer(0, 3);
  stats.erased = rows.integer(0, 4);
  stats.waits_open = rows.integer(0, 5);
  stats.waits_parked = rows.integer(0, 6);
  stats.sealed_runs = rows.integer(0, 7);
  if (!rows.is_null(0, 8)) stats.oldest_live_at = rows.integer(0, 8);
  if (!rows.is_null(0, 9)) stats.oldest_held_at = rows.integer(0, 9);
  return stats;
}

}  // namespace restante::events
