#include "events/checks.h"
#include "events/tables.h"
#include "restante/events.h"
#include "values/checks.h"

namespace restante {

std::vector<Wait> Events::waiting(Limit limit) {
  std::vector<Wait> waits;
  events::look(
      *scope_, [&] { values::check_limit("limit", limit); },
      [&](events::Tables& tables) { waits = tables.waits.by_age(limit); });
  return waits;
}

std::vector<DeadLetter> Events::dead_letters(Limit limit) {
  std::vector<DeadLetter> letters;
  events::look(
      *scope_, [&] { values::check_limit("limit", limit); },
      [&](events::Tables& tables) { letters = tables.events.dead_letters(limit); });
  return letters;
}

EventStats Events::stats() {
  EventStats stats{};
  events::look(
      *scope_, [] {}, [&](events::Tables& tables) { stats = tables.totals.read(); });
  return stats;
}

std::string Events::tenant() {
  std::string name;
  events::look(
      *scope_, [] {}, [&](events::Tables& tables) { name = tables.place.tenant_name; });
  return name;
}

}  // namespace restante
