// Which schema a database has, and how it becomes the present one.
#pragma once

#include <cstdint>
#include <span>

#include "restante/storage.h"

namespace restante::schema {

// The statements that lead from the version before to `version`.
struct Migration {
  std::int64_t version;
  std::span<const storage::Statement> statements;
};

// All migrations, oldest first, without gaps.
std::span<const Migration> migrations();

// The version that the last of `known` leads to.
inline std::int64_t newest_version(std::span<const Migration> known) {
  return known.back().version;
}

// The version that stands in the database; 0 if there is nothing of ours in it. Only reads.
// Errors: corrupt (tables named restante_… that are not ours), schema_too_new.
std::int64_t read_version(storage::Database& database, std::span<const Migration> known);

// Leads the database to the newest version in one transaction; no-op if it is there already.
void migrate(storage::Database& database, std::span<const Migration> known);

}  // namespace restante::schema
