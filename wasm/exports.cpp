// The C ABI of the WebAssembly twin: a handful of functions around one command door.
//
// Pointers and lengths everywhere, no C strings. A text goes in through `restante_reserve`; an answer comes
// out as the address of two 32-bit numbers, address and length, valid until the next call. The border is
// crossed once for each command, and with a database of the host's once more for each statement.

#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string>

#include "host.h"
#include "host_database.h"
#include "restante/door.h"
#include "restante/sqlite_storage.h"

#define RESTANTE_EXPORT(name) extern "C" __attribute__((export_name(#name)))

namespace {

using restante::Door;

// The body of a transaction threw; the host keeps what.
struct BodyThrew {};

std::unique_ptr<restante::storage::Database> open_database(const std::string& path,
                                                           const restante::Options& options) {
  if (auto host = restante::wasm::open_host_database(path, options)) return host;
  if (path != ":memory:")
    throw restante::Error(restante::ErrorCode::unsupported,
                          "path: this runtime keeps no files; open ':memory:' or a database of the host");
  return restante::storage::open_sqlite(path, options);
}

Door& door() {
  static Door the_door(
      {open_database, [] { return static_cast<restante::Instant>(host_now()); }, host_committed});
  return the_door;
}

constexpr std::size_t kept_input_bytes = 1 << 20;

std::string input;
std::string answer_text;
struct {
  std::uint32_t address;
  std::uint32_t length;
} answer_place;

const void* answer(std::string text) {
  answer_text = std::move(text);
  answer_place.address = static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(answer_text.data()));
  answer_place.length = static_cast<std::uint32_t>(answer_text.size());
  return &answer_place;
}

enum CallFlags : std::uint32_t {
  payloads_as_text = 1,  // Door::Payloads::as_text
  on_the_op = 2,         // within the body of `restante_transact`
};

}  // namespace

// Room for a command of up to `length` bytes.
RESTANTE_EXPORT(restante_reserve) char* restante_reserve(std::uint32_t length) {
  // Kept from call to call, unless a very large command has made it very large.
  const bool too_large = input.size() > kept_input_bytes && length <= kept_input_bytes;
  if (too_large) input = std::string();
  if (input.size() < length) input.resize(length);
  return input.data();
}

// Runs the command of `length` bytes that stands in the reserved room.
RESTANTE_EXPORT(restante_call) const void* restante_call(std::uint32_t length, std::uint32_t flags) {
  const std::string_view command = std::string_view(input).substr(0, length);
  const auto payloads = (flags & payloads_as_text) != 0 ? Door::Payloads::as_text : Door::Payloads::in_place;
  return answer((flags & on_the_op) != 0 ? door().call_op(command, payloads)
                                         : door().call(command, payloads));
}

// Runs `host_body` in one transaction of the store "a". Answers 0 if the body threw, and everything is
// undone.
RESTANTE_EXPORT(restante_transact) const void* restante_transact() {
  try {
    return answer(door().transact("a", [] {
      if (host_body() != 0) throw BodyThrew{};
    }));
  } catch (const BodyThrew&) {
    return nullptr;
  }
}

// Memory for an answer of `host_run` or a report of failure; the module frees it.
RESTANTE_EXPORT(restante_allocate) void* restante_allocate(std::uint32_t length) {
  return std::malloc(length);
}

// Reports why a host function is about to fail; the text is in memory from `restante_allocate`.
RESTANTE_EXPORT(restante_fail) void restante_fail(char* report, std::uint32_t length) {
  restante::wasm::remember_host_failure(std::string(report, length));
  std::free(report);
}

// Called by `host_transaction`: 0 if the body returned, 1 if it failed and the transaction must be undone.
RESTANTE_EXPORT(restante_run_body) std::int32_t restante_run_body() {
  return restante::wasm::run_innermost_body();
}
