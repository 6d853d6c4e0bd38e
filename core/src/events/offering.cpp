#include "events/offering.h"

#include <utility>

namespace restante::events {

std::optional<WaitRow> first_waiter(Tables& tables, const Correlation& keys, std::string_view kind,
                                    std::string_view source, Instant at) {
  for (const CorrelationKey& key : keys)
    if (std::optional<WaitRow> waiter = tables.waits.first_open(key, kind, source, at)) return waiter;
  return std::nullopt;
}

std::optional<Wait> offer(Tables& tables, const EventRow& live, Instant at) {
  std::optional<WaitRow> waiter = first_waiter(tables, live.correlation, live.kind, live.identity.source, at);
  if (!waiter) return std::nullopt;
  tables.events.hold(live, {waiter->wait.run, waiter->wait.effect});
  tables.waits.park(*waiter, at, true);
  return std::move(waiter->wait);
}

}  // namespace restante::events
