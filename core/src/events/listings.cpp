#include "events/event_rows.h"
#include "events/wait_rows.h"
#include "restante/events.h"
#include "values/checks.h"

namespace restante {

std::vector<Wait> Events::waiting(Limit limit) {
  std::vector<Wait> waits;
  scope_->read([&] { values::check_limit("limit", limit); },
               [&](const Place& place) { waits = events::WaitRows(place).by_age(limit); });
  return waits;
}

std::vector<DeadLetter> Events::dead_letters(Limit limit) {
  std::vector<DeadLetter> letters;
  scope_->read([&] { values::check_limit("limit", limit); },
               [&](const Place& place) { letters = events::EventRows(place).dead_letters(limit); });
  return letters;
}

std::string Events::tenant() {
  std::string name;
  scope_->read([] {}, [&](const Place& place) { name = place.tenant_name; });
  return name;
}

}  // namespace restante
