#include "events/checks.h"
#include "events/tables.h"
#include "restante/events.h"
#include "values/checks.h"

namespace restante {

std::optional<EventRecord> Events::lookup(const EventId& event) {
  std::optional<EventRecord> record;
  events::look(
      *scope_, [&] { events::check(event); },
      [&](events::Tables& tables) { record = tables.events.record(event); });
  return record;
}

std::optional<Minter> Events::minter(const EventId& event) {
  std::optional<Minter> minter;
  events::look(
      *scope_, [&] { events::check(event); },
      [&](events::Tables& tables) { minter = tables.events.minter(event); });
  return minter;
}

std::vector<EventRecord> Events::find(const CorrelationKey& key, Limit limit) {
  std::vector<EventRecord> records;
  events::look(
      *scope_,
      [&] {
        values::check_name("namespace", key.name_space);
        values::check_text("value", key.value, max_name_bytes);
        values::check_limit("limit", limit);
      },
      [&](events::Tables& tables) { records = tables.events.records(key, limit); });
  return records;
}

}  // namespace restante
