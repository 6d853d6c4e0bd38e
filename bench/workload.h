// What every contestant is given to do: the same ids, keys and payloads, made before any clock runs.
#pragma once

#include <cstdint>
#include <string>

#include "restante/event.h"

namespace bench {

// The commands of one cycle at the door.
struct Commands {
  std::string expect;   // await
  std::string deliver;  // deliver
  std::string finish;   // unsubscribe
};

// One correlated cycle: an event, and the wait that it is for.
struct Cycle {
  restante::Event event;
  restante::Wait wait;
  restante::Instant at;
  Commands commands;  // empty unless asked for

  const std::string& key() const { return event.correlation.front().value; }
};

// The cycle with this number. Ids are scattered, as those that other systems send are, and not in the order
// of their making. node.mjs makes the same.
Cycle make_cycle(std::uint64_t number);
// The same under a key that it shares with others.
Cycle make_cycle(std::uint64_t number, const std::string& key);

Commands commands_for(const Cycle& cycle);

}  // namespace bench
