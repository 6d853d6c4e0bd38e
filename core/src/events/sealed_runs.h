// Owner of restante_sealed_runs: the runs that are over.
#pragma once

#include <cstdint>
#include <string_view>

#include "store/scope.h"

namespace restante::events {

class SealedRuns {
 public:
  explicit SealedRuns(const Place& place) : database_(place.database), tenant_(place.tenant) {}

  bool contains(std::string_view run);

 private:
  storage::Database& database_;
  std::int64_t tenant_;
};

}  // namespace restante::events
