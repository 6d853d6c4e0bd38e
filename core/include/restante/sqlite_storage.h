// The storage driver over the SQLite that is linked into this program.
//
// Thread rule: as storage::Database.
#pragma once

#include <memory>
#include <string>

#include "restante/options.h"
#include "restante/storage.h"

namespace restante::storage {

// Opens the file at `path`, made if it is missing, or a private database with ":memory:". Takes
// `synchronous`, `busy_timeout_ms` and `read_only` from `options`. Writes nothing before
// `prepare_for_writes`. Errors: invalid_argument (an empty path or one with U+0000), io, read_only, busy.
std::unique_ptr<Database> open_sqlite(const std::string& path, const Options& options);

}  // namespace restante::storage
