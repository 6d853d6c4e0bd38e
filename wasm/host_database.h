// The storage driver over the SQL of the host.
#pragma once

#include <memory>
#include <string>

#include "restante/options.h"
#include "restante/storage.h"

namespace restante::wasm {

// The host's database for this path, or nothing if the host wants the SQLite in the module to be used.
std::unique_ptr<storage::Database> open_host_database(const std::string& path, const Options& options);

// The host's report of why its function failed: "code", "extended code" and "message", a line each.
void remember_host_failure(std::string report);

// Runs the body of the innermost transaction: 0 if it returned, 1 if it failed.
int run_innermost_body() noexcept;

}  // namespace restante::wasm
