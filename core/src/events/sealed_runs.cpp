#include "events/sealed_runs.h"

#include <algorithm>

namespace restante::events {

namespace {

using storage::Rows;
using storage::Statement;

// What changes many rows goes on in pages of this many.
constexpr Limit page_rows = 1000;

constexpr Statement select_sealed{"select sealed run",
                                  "SELECT 1 FROM restante_sealed_runs WHERE tenant = ?1 AND run = ?2"};

constexpr Statement insert_seal{"insert seal", R"sql(
INSERT INTO restante_sealed_runs (tenant, run, sealed_at, to_retire, forgettable)
VALUES (?1, ?2, ?3, ?4, ?5))sql"};

constexpr Statement record_leftovers{"record leftovers", R"sql(
UPDATE restante_sealed_runs SET to_retire = ?3, forgettable = ?4 WHERE tenant = ?1 AND run = ?2)sql"};

constexpr Statement select_is_to_retire{"select whether to retire", R"sql(
SELECT 1 FROM restante_sealed_runs WHERE tenant = ?1 AND run = ?2 AND +to_retire = 1)sql"};

constexpr Statement select_to_retire{"select runs to retire", R"sql(
SELECT run FROM restante_sealed_runs INDEXED BY restante_sealed_runs_to_retire
WHERE tenant = ?1 AND to_retire = 1)sql"};

constexpr Statement select_forgettable{"select forgettable seals", R"sql(
SELECT run FROM restante_sealed_runs INDEXED BY restante_sealed_runs_forgettable
WHERE tenant = ?1 AND forgettable = 1 AND sealed_at <= ?2
ORDER BY sealed_at, run LIMIT ?3)sql"};

constexpr Statement delete_seal{"delete seal",
                                "DELETE FROM restante_sealed_runs WHERE tenant = ?1 AND run = ?2"};

std::vector<std::string> runs_of(const Rows& rows) {
  std::vector<std::string> runs;
  runs.reserve(rows.size());
  for (std::size_t row = 0; row < rows.size(); ++row) runs.emplace_back(rows.text(row, 0));
  return runs;
}

}  // namespace

bool SealedRuns::contains(std::string_view run) {
  return !database_.run(select_sealed, {tenant_, run}).empty();
}

void SealedRuns::insert(std::string_view run, Instant at, Leftovers leftovers) {
  database_.run(insert_seal,
                {tenant_, run, at, std::int64_t{leftovers.to_retire}, std::int64_t{!leftovers.any}});
  totals_.add(Total::sealed_runs, 1);
}

void SealedRuns::record(std::string_view run, Leftovers leftovers) {
  database_.run(record_leftovers,
                {tenant_, run, std::int64_t{leftovers.to_retire}, std::int64_t{!leftovers.any}});
}

bool SealedRuns::is_to_retire(std::string_view run) {
  return !database_.run(select_is_to_retire, {tenant_, run}).empty();
}

std::vector<std::string> SealedRuns::to_retire() {
  return runs_of(database_.run(select_to_retire, {tenant_}));
}

std::int64_t SealedRuns::forget(Instant older_than, Limit limit) {
  std::int64_t forgotten = 0;
  while (forgotten < limit) {
    const Limit page = std::min(page_rows, limit - forgotten);
    const std::vector<std::string> runs =
        runs_of(database_.run(select_forgettable, {tenant_, older_than, page}));
    for (const std::string& run : runs) database_.run(delete_seal, {tenant_, run});
    totals_.add(Total::sealed_runs, -static_cast<std::int64_t>(runs.size()));
    forgotten += static_cast<std::int64_t>(runs.size());
    if (static_cast<Limit>(runs.size()) < page) break;
  }
  return forgotten;
}

}  // namespace restante::events
