// Errors: every failure of the product is one exception type with a stable code.
//
// The message is a plain English sentence that names the offending argument. It never holds a payload, a
// key or any other content that a caller may have to keep secret.
//
// Thread rule: an Error is a value; copy it freely.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace restante {

// The closed list of codes (ground rules, "Errors"). `name_of` gives the spelling used at the command door.
enum class ErrorCode {
  invalid_argument,   // a value breaks the rules; nothing was written
  payload_too_large,  // over Options::max_payload_bytes
  version_conflict,   // a stream is at another version than the caller expected
  duplicate_id,       // an entry id that is there already
  lane_mismatch,      // a subscriber asks for the other lane than its checkpoint's
  subscriber_busy,    // another live runner holds the subscriber's lease
  not_owner,          // a claim, token or lease that was lost or holds nothing
  not_found,          // only where a verb says so
  busy,               // locked by another writer beyond the busy timeout; safe to retry
  transaction_open,   // a second writer inside `transact`, beside the op that was handed over
  sql_error,          // the caller's own SQL failed; detail `extended_code` is SQLite's
  closed,             // the store was closed
  corrupt,            // a stored row cannot be understood, or the file is not one of ours
  schema_too_new,     // written by a newer version of the product
  read_only,          // the store, or the storage below it, takes no writes
  disk_full,          // the storage has no room
  io,                 // the storage failed, or a file or folder is missing
  unsupported,        // this runtime cannot do it
};

// The stable spelling of a code, such as "invalid_argument".
std::string_view name_of(ErrorCode code);

// A further fact that travels with an error, such as `index` or `extended_code`.
struct ErrorDetail {
  std::string name;
  std::variant<std::int64_t, std::string> value;
};

class Error : public std::runtime_error {
 public:
  Error(ErrorCode code, const std::string& message, std::vector<ErrorDetail> details = {})
      : std::runtime_error(message), code_(code), details_(std::move(details)) {}

  ErrorCode code() const noexcept { return code_; }
  const std::vector<ErrorDetail>& details() const noexcept { return details_; }

  // The same failure with one more fact.
  Error with(std::string name, std::variant<std::int64_t, std::string> value) const {
    Error copy = *this;
    copy.details_.push_back({std::move(name), std::move(value)});
    return copy;
  }

 private:
  ErrorCode code_;
  std::vector<ErrorDetail> details_;
};

}  // namespace restante
