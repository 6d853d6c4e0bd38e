// Owner of restante_waits and restante_open_keys: every registered wait, and the keys under which the open
// ones are found. A wait has rows in restante_open_keys exactly while it is open and its run is not sealed.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "events/event_rows.h"
#include "events/totals.h"
#include "restante/event.h"
#include "store/scope.h"

namespace restante::events {

struct WaitRow {
  std::int64_t registration;
  Wait wait;
  Instant registered_at;
  std::optional<Instant> parked_at;
  bool holds;   // an event; then it is parked
  bool sealed;  // its run is

  bool is_parked() const { return parked_at.has_value(); }
  bool is_over(Instant at) const { return wait.deadline && at >= *wait.deadline; }
};

// Same kind, an accepted source, and a key in common: the matching rule, deadline left aside.
bool accepts(const Wait& wait, const EventRow& event);

// A place in the list of parked waits: behind this one.
struct ParkedPlace {
  Instant parked_at;
  Instant registered_at;
  std::int64_t registration;
};

class WaitRows {
 public:
  WaitRows(const Place& place, Totals& totals)
      : database_(place.database), tenant_(place.tenant), totals_(totals) {}

  // Registers a wait that is not registered yet, of a run that is not sealed.
  void insert_open(const Wait& wait, Instant at);
  void insert_parked(const Wait& wait, Instant at, bool holds);

  std::optional<WaitRow> find(WaitId wait);
  bool has_any(std::string_view run);
  bool has_parked(std::string_view run);
  std::vector<WaitRow> of_run(std::string_view run);

  // The open wait under one key that was registered first, accepts `source` and is not over at `at`.
  std::optional<WaitRow> first_open(const CorrelationKey& key, std::string_view kind, std::string_view source,
                                    Instant at);
  // The lowest effect among the open waits of one run under one key, with the same conditions.
  std::optional<std::string> lowest_open_effect(std::string_view run, const CorrelationKey& key,
                                                std::string_view kind, std::string_view source, Instant at);

  // → parked, with or without an event; a parked one gets the new instant.
  void park(const WaitRow& wait, Instant at, bool holds);
  // parked → open, at its old place in line.
  void reopen(const WaitRow& wait);
  // Keeps the waits of a run from being elected and from expiring.
  void seal(std::string_view run);
  void remove(const WaitRow& wait);

  std::vector<Wait> by_age(Limit limit);
  // Parked waits of runs that are not sealed, longest parked first: those parked before an instant, or those
  // behind a place.
  std::vector<WaitRow> parked(Limit limit, Instant parked_before);
  std::vector<WaitRow> parked_behind(const ParkedPlace& place, Limit limit);
  // Waits that hold nothing and are over at `now`, earliest deadline first.
  std::vector<WaitRow> over(Instant now, Limit limit);
  std::optional<Instant> next_deadline();

 private:
  void insert(const Wait& wait, Instant at, std::optional<Instant> parked_at, bool holds);
  void add_open_keys(const WaitRow& wait);
  void remove_open_keys(const WaitRow& wait);
  void count(const WaitRow& wait, std::int64_t count);

  storage::Database& database_;
  std::int64_t tenant_;
  Totals& totals_;
};

}  // namespace restante::events
