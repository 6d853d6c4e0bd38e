// What the WebAssembly twin asks of its host: the imports of the module "restante".
//
// A host function must never throw through the module: the C frames of SQLite between would be left as they
// are. It reports a failure by `restante_fail` (exports.cpp) and its return value.
#pragma once

#include <stdint.h>

#define RESTANTE_IMPORT(name) __attribute__((import_module("restante"), import_name(#name)))

#ifdef __cplusplus
extern "C" {
#endif

// Milliseconds since 1970-01-01T00:00:00Z.
RESTANTE_IMPORT(host_now) double host_now(void);
// Fills memory with random bytes.
RESTANTE_IMPORT(host_random) void host_random(void* out, int32_t length);

// The double that a JSON number denotes.
RESTANTE_IMPORT(host_number) double host_number(const char* text, int32_t length);
// Writes the fewest digits that read back as `value`, in the form "-1.25e+2", to at most 40 bytes; answers
// how many.
RESTANTE_IMPORT(host_digits) int32_t host_digits(double value, char* out);

// Runs the body of the transaction that `restante_transact` began: 0 if it returned, 1 if it threw.
RESTANTE_IMPORT(host_body) int32_t host_body(void);

// A store has committed. The command that did so is still under way.
RESTANTE_IMPORT(host_committed) void host_committed(void);

// A database of the host for this path: its number, or 0 to use the SQLite in the module, or -1 for a
// failure.
RESTANTE_IMPORT(host_open)
int32_t host_open(const char* path, int32_t length, int32_t read_only, int32_t busy_timeout_ms);
// Runs a statement and answers its rows in memory from `restante_allocate` (host_database.cpp tells the
// layout), or 0 for a failure. `key` stands for the same SQL in every call; 0 is SQL of the caller's, and its
// answer begins with the names of the columns.
RESTANTE_IMPORT(host_run)
void* host_run(int32_t database, uint32_t key, const char* sql, int32_t sql_length, const void* parameters,
               int32_t parameter_count);
// Runs `restante_run_body` in a transaction of the host: 0 if it was committed, 1 if the body failed, -1 if
// the host did.
RESTANTE_IMPORT(host_transaction) int32_t host_transaction(int32_t database);
// The store is about to write for the first time: the host may see to what makes its storage fit.
RESTANTE_IMPORT(host_prepare) int32_t host_prepare(int32_t database);
// Empties the write-ahead log of the database, waiting for nobody: 1 if there is nothing left of it, 0 if
// not.
RESTANTE_IMPORT(host_truncate_log) int32_t host_truncate_log(int32_t database);
RESTANTE_IMPORT(host_close) void host_close(int32_t database);

#ifdef __cplusplus
}
#endif
