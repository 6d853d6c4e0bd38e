// How a store is opened (ground rules, "Opening").
#pragma once

#include <cstdint>
#include <string>

#include "restante/values.h"

namespace restante {

enum class Synchronous {
  full,    // an answered verb survives a power cut
  normal,  // an answered verb survives the death of the process; a power cut may undo the last ones
  off,     // nothing is synced; for data that can be made again
};

struct Options {
  // Trimmed of spaces and tabs, then 1 to 64 bytes without '/', ':' and control characters.
  std::string tenant = "default";
  // Without effect where the host decides.
  Synchronous synchronous = Synchronous::full;
  // How long a verb waits for another writer, in milliseconds. Without effect where the host decides.
  std::int64_t busy_timeout_ms = 5000;
  // The most bytes of one payload, and of all JSON texts of one row together.
  std::int64_t max_payload_bytes = default_max_payload_bytes;
  // How long ids of delivered outbox messages are remembered, in milliseconds.
  std::int64_t dedup_retention_ms = 604'800'000;
  bool read_only = false;
  // The store's clock, for verbs whose instant may be left out. `restante::open` takes the system's if it is
  // left empty.
  Clock clock;
};

}  // namespace restante
