// The waits that could not be resumed, and when each is to be tried again.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "restante/correlator.h"

namespace restante::correlator {

// The identity of a wait: run and effect.
using WaitKey = std::pair<std::string, std::string>;

// Where a wait stood in the list of parked ones. Whenever it gets another event that changes.
struct ParkedMark {
  std::int64_t registration;
  Instant parked_at;
  bool operator==(const ParkedMark&) const = default;
};

struct Failure {
  EventId event;
  ParkedMark mark;
  std::int64_t attempt;
  Instant retry_at;
  std::string error;
};

class Retries {
 public:
  void record(const WaitKey& wait, Failure failure);
  void forget(const WaitKey& wait);

  // The last failure of a wait, or nullptr.
  const Failure* find(const WaitKey& wait) const;
  // The wait that is to be tried next, or nullptr.
  const WaitKey* earliest() const;
  std::vector<FailingWait> list() const;

 private:
  std::map<WaitKey, Failure> failures_;
  std::set<std::pair<Instant, WaitKey>> order_;
};

// How long a wait is left alone after its n-th failure in a row.
std::int64_t back_off(const CorrelatorOptions& options, std::int64_t attempt);

}  // namespace restante::correlator
