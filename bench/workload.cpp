#include "workload.h"

#include <cstdio>

namespace bench {

namespace {

constexpr restante::Instant first_instant = 1'700'000'000'000;

// The finalizer of SplitMix64: every number becomes another one, and neighbours end up far apart.
std::string scattered(std::uint64_t number) {
  number = (number ^ (number >> 30)) * 0xBF58476D1CE4E5B9;
  number = (number ^ (number >> 27)) * 0x94D049BB133111EB;
  number ^= number >> 31;
  char digits[17];
  std::snprintf(digits, sizeof digits, "%016llx", static_cast<unsigned long long>(number));
  return digits;
}

}  // namespace

Cycle make_cycle(std::uint64_t number, const std::string& key) {
  const std::string name = scattered(2 * number + 1);
  Cycle cycle;
  cycle.at = first_instant + static_cast<restante::Instant>(number);
  cycle.event.source = "bank";
  cycle.event.id = "tx-" + name;
  cycle.event.kind = "payment.settled";
  cycle.event.correlation = {{"order", key}};
  cycle.event.payload = R"({"transaction":"tx-)" + name +
                        R"(","cents":4200,"currency":"EUR","debtor":{"name":"Ada Lovelace","country":"GB"},)"
                        R"("settled":"2026-03-01T12:00:00Z"})";
  cycle.wait.run = "run-" + name;
  cycle.wait.effect = "payment";
  cycle.wait.kind = cycle.event.kind;
  cycle.wait.correlation = cycle.event.correlation;
  return cycle;
}

Cycle make_cycle(std::uint64_t number) {
  return make_cycle(number, "A-" + scattered(2 * number + 2));
}

// Nothing in the workload needs an escape.
Commands commands_for(const Cycle& cycle) {
  const auto member = [](const char* name, const std::string& value) {
    return std::string("\"") + name + R"(":")" + value + '"';
  };
  const std::string correlation =
      R"("correlation":[{"namespace":"order",)" + member("value", cycle.key()) + "}]";
  const std::string kind = member("kind", cycle.event.kind);
  const std::string at = R"(,"at":)" + std::to_string(cycle.at) + '}';
  const std::string holder = member("run", cycle.wait.run) + ',' + member("effect", cycle.wait.effect);
  const std::string identity = member("source", cycle.event.source) + ',' + member("id", cycle.event.id);
  const std::string wait = R"("wait":{)" + holder + ',' + kind + ',' + correlation + '}';
  const std::string event = R"("event":{)" + identity + ',' + kind + ',' + correlation + R"(,"payload":)" +
                            *cycle.event.payload + '}';
  Commands commands;
  commands.expect = R"({"do":"events.await",)" + wait + at;
  commands.deliver = R"({"do":"events.deliver",)" + event + at;
  commands.finish = R"({"do":"events.unsubscribe",)" + holder + '}';
  return commands;
}

}  // namespace bench
