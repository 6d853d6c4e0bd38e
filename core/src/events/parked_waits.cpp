#include "events/checks.h"
#include "events/ending.h"
#include "restante/events.h"
#include "values/checks.h"

namespace restante {

std::vector<Wait> Events::parked_waits(Limit limit, std::optional<Instant> parked_before) {
  std::vector<Wait> waits;
  const auto check = [&] {
    values::check_limit("limit", limit);
    if (parked_before) values::check_instant("parked_before", *parked_before);
  };
  const auto list = [&](events::Tables& tables) {
    for (events::WaitRow& row : tables.waits.parked(limit, parked_before.value_or(max_instant + 1)))
      waits.push_back(std::move(row.wait));
  };
  if (scope_->place().read_only) {
    events::look(*scope_, check, list);
    return waits;
  }
  events::change(*scope_, check, [&](events::Tables& tables) {
    events::retire_sealed(tables);
    list(tables);
  });
  return waits;
}

}  // namespace restante
