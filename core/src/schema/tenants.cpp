#include "schema/tenants.h"

#include "events/totals.h"

namespace restante::schema {

namespace {
constexpr storage::Statement select_tenant{"select tenant",
                                           "SELECT tenant FROM restante_tenants WHERE name = ?1"};
constexpr storage::Statement insert_tenant{
    "insert tenant", "INSERT INTO restante_tenants (name) VALUES (?1) ON CONFLICT (name) DO NOTHING"};
}  // namespace

std::optional<std::int64_t> find_tenant(storage::Database& database, std::string_view name) {
  const storage::Rows row = database.run(select_tenant, {name});
  if (row.empty()) return std::nullopt;
  return row.integer(0, 0);
}

std::int64_t find_or_add_tenant(storage::Database& database, std::string_view name) {
  if (const auto known = find_tenant(database, name)) return *known;
  std::int64_t tenant = no_tenant;
  database.transaction([&] {
    database.run(insert_tenant, {name});
    tenant = find_tenant(database, name).value();
    events::Totals::begin(database, tenant);
  });
  return tenant;
}

}  // namespace restante::schema
