// The number of the row that an INSERT has just made.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>

#include "restante/storage.h"

namespace restante::storage {

// Runs an INSERT ... ON CONFLICT DO NOTHING of one row and answers the row's number, or nothing if it was
// there. A RETURNING clause would say the same, at the price of a temporary table each time.
std::optional<std::int64_t> inserted_row(Database& database, const Statement& insert,
                                         std::initializer_list<Parameter> parameters);

}  // namespace restante::storage
