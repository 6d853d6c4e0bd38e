// Owner of restante_sealed_runs: the runs that are over, and what is left of them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "events/totals.h"
#include "store/scope.h"

namespace restante::events {

// What is left of a sealed run. It decides where the seal is found: among those that `parked_waits` retires,
// among those that may be forgotten, or in neither list (open waits only).
struct Leftovers {
  bool to_retire;  // it holds events or has parked waits
  bool any;        // or has any wait
};

class SealedRuns {
 public:
  SealedRuns(const Place& place, Totals& totals)
      : database_(place.database), tenant_(place.tenant), totals_(totals) {}

  bool contains(std::string_view run);
  // For a run that is not sealed yet.
  void insert(std::string_view run, Instant at, Leftovers leftovers);
  void record(std::string_view run, Leftovers leftovers);
  // Whether the run is sealed and among those to retire.
  bool is_to_retire(std::string_view run);
  std::vector<std::string> to_retire();
  // Deletes seals of runs of which nothing is left, made at or before `older_than`, oldest first.
  std::int64_t forget(Instant older_than, Limit limit);

 private:
  storage::Database& database_;
  std::int64_t tenant_;
  Totals& totals_;
};

}  // namespace restante::events
