#include "events/checks.h"
#include "events/tables.h"
#include "restante/events.h"
#include "values/checks.h"

namespace restante {

std::vector<Wait> Events::expire_waits(Instant now, Limit limit) {
  std::vector<Wait> expired;
  events::change(
      *scope_,
      [&] {
        values::check_instant("now", now);
        values::check_limit("limit", limit);
      },
      [&](events::Tables& tables) {
        for (events::WaitRow& row : tables.waits.over(now, limit)) {
          tables.waits.remove(row);
          expired.push_back(std::move(row.wait));
        }
      });
  return expired;
}

std::optional<Instant> Events::next_deadline() {
  std::optional<Instant> deadline;
  events::look(
      *scope_, [] {}, [&](events::Tables& tables) { deadline = tables.waits.next_deadline(); });
  return deadline;
}

}  // namespace restante
