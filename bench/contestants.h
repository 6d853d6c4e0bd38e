// Who is compared natively: the floor, the verbs from C++, the correlator above them, and the command door.
// Each does the same cycles on a store of its own, and checks what it is answered, so that nobody is fast by
// doing nothing.
//
// Thread rule: a contestant is used by one thread at a time.
#pragma once

#include <memory>
#include <string>

#include "floor.h"
#include "restante/options.h"
#include "workload.h"

namespace bench {

class Contestant {
 public:
  virtual ~Contestant() = default;

  // Three commits: the wait, then the event, which finds it, then the end of the wait.
  virtual void late(const Cycle& cycle) = 0;
  // Three commits: the event, then the wait, which finds it, then the end of the wait.
  virtual void early(const Cycle& cycle) = 0;
  // One transaction that changes nothing: the event is known already.
  virtual void duplicate(const Cycle& cycle) = 0;
};

// A contestant on a fresh database at `path`.
std::unique_ptr<Contestant> open_floor(const std::string& path, restante::Synchronous synchronous);
std::unique_ptr<Contestant> open_verbs(const std::string& path, restante::Synchronous synchronous);
std::unique_ptr<Contestant> open_correlator(const std::string& path, restante::Synchronous synchronous);
// Needs the commands of each cycle.
std::unique_ptr<Contestant> open_door(const std::string& path, restante::Synchronous synchronous);

// What the floor calls this durability.
floor_synchronous floor_level(restante::Synchronous synchronous);

}  // namespace bench
