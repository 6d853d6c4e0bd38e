#include "storage/inserted_row.h"

namespace restante::storage {

namespace {
constexpr Statement select_inserted{"select inserted row", "SELECT changes(), last_insert_rowid()"};
}  // namespace

std::optional<std::int64_t> inserted_row(Database& database, const Statement& insert,
                                         std::initializer_list<Parameter> parameters) {
  database.run(insert, parameters);
  const Rows inserted = database.run(select_inserted);
  if (inserted.integer(0, 0) == 0) return std::nullopt;
  return inserted.integer(0, 1);
}

}  // namespace restante::storage
