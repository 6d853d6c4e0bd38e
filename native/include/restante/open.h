// Opening a store on a file, natively.
//
// Thread rule: `open` may be called from any thread.
#pragma once

#include <string>

#include "restante/store.h"

namespace restante {

// Opens the SQLite file at `path` (made if it is missing), or with ":memory:" a private store that lives
// with the handle. An empty `options.clock` becomes the system's clock.
// Errors: as Store::open, and io (a missing folder; a missing file under `read_only`), corrupt (not SQLite;
// left byte for byte as it was), busy, disk_full.
Store open(const std::string& path, Options options = {});

// Milliseconds since 1970-01-01T00:00:00Z by the system's clock.
Instant system_now();

}  // namespace restante
