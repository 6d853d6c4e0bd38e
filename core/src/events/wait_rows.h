// Owner of restante_waits and restante_open_keys: every registered wait, and the keys under which the open
// ones are found. A wait has rows in restante_open_keys exactly while it is open and its run is not sealed.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "events/event_rows.h"
#include "restante/event.h"
#include "store/scope.h"

namespace restante::events {

struct WaitRow {
  std::int64_t registration;
  Wait wait;
  Instant registered_at;
  std::optional<Instant> parked_at;

  bool is_parked() const { return parked_at.has_value(); }
  bool is_over(Instant at) const { return wait.deadline && at >= *wait.deadline; }
};

// Same kind, an accepted source, and a key in common: the matching rule, deadline left aside.
bool accepts(const Wait& wait, const EventRow& event);

class WaitRows {
 public:
  explicit WaitRows(const Place& place) : database_(place.database), tenant_(place.tenant) {}

  // Registers a wait, open, or parked from `parked_at` on. False, and nothing changed, if it is registered.
  bool insert(const Wait& wait, Instant at, std::optional<Instant> parked_at);

  std::optional<WaitRow> find(WaitId wait);

  // The open wait under one key that was registered first, accepts `source` and is not over at `at`.
  std::optional<WaitRow> first_open(const CorrelationKey& key, std::string_view kind, std::string_view source,
                                    Instant at);
  // The lowest effect among the open waits of one run under one key, with the same conditions.
  std::optional<std::string> lowest_open_effect(std::string_view run, const CorrelationKey& key,
                                                std::string_view kind, std::string_view source, Instant at);

  // open → parked.
  void park(const WaitRow& wait, Instant at);
  // Removes the registration, if there is one.
  void remove(WaitId wait);

  std::vector<Wait> by_age(Limit limit);

 private:
  void remove_open_keys(const WaitRow& wait);

  storage::Database& database_;
  std::int64_t tenant_;
};

}  // namespace restante::events
