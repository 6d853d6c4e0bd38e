// The plain values that every part of the product shares, and their limits (ground rules, "Values").
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>

namespace restante {

// Milliseconds since 1970-01-01T00:00:00Z, within JavaScript's date range.
using Instant = std::int64_t;
inline constexpr Instant max_instant = 8'640'000'000'000'000;
inline constexpr Instant min_instant = -max_instant;

// A bound on the length of a list or the number of rows changed: 0 to max_count.
using Limit = std::int64_t;
// Counts, positions and versions stay below 2^53, so that a JavaScript number holds them exactly.
inline constexpr std::int64_t max_count = (std::int64_t{1} << 53) - 1;

// A name is any UTF-8 text of 1 to this many bytes, U+0000 included.
inline constexpr std::size_t max_name_bytes = 1024;
inline constexpr std::size_t max_tenant_bytes = 64;
inline constexpr std::size_t max_actor_bytes = 256;
inline constexpr std::size_t max_correlation_keys = 1000;
inline constexpr std::int64_t default_max_payload_bytes = std::int64_t{1} << 20;

// Tells the time. Nothing in the core reads a clock by itself.
using Clock = std::function<Instant()>;

}  // namespace restante
