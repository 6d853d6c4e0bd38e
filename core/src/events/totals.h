// Owner of restante_event_totals: how many rows there are of each sort, so that nobody has to count them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "restante/event.h"
#include "store/scope.h"

namespace restante::events {

// In the order of the columns.
enum class Total : std::size_t { live, held, spent, dead, erased, waits_open, waits_parked, sealed_runs };

class Totals {
 public:
  explicit Totals(const Place& place) : database_(place.database), tenant_(place.tenant) {}

  // A new tenant has nothing yet.
  static void begin(storage::Database& database, std::int64_t tenant);

  void add(Total total, std::int64_t count) { changes_[static_cast<std::size_t>(total)] += count; }
  void add(EventState state, std::int64_t count) { add(total_of(state), count); }
  void move(EventState from, EventState to) {
    add(from, -1);
    add(to, 1);
  }
  // Writes what was added. Every verb that changes rows ends with it.
  void write();

  EventStats read();

 private:
  static constexpr Total total_of(EventState state) { return static_cast<Total>(state); }

  storage::Database& database_;
  std::int64_t tenant_;
  std::array<std::int64_t, 8> changes_{};
};

static_assert(static_cast<int>(Total::live) == static_cast<int>(EventState::live) &&
              static_cast<int>(Total::dead) == static_cast<int>(EventState::dead));

}  // namespace restante::events
