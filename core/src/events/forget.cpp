#include <algorithm>

#include "events/checks.h"
#include "events/tables.h"
#include "restante/events.h"
#include "values/checks.h"
#include "values/sentence.h"

namespace restante {

namespace {

bool contains(const std::vector<EventState>& states, EventState wanted) {
  return std::find(states.begin(), states.end(), wanted) != states.end();
}

void check_states(const std::vector<EventState>& states) {
  if (states.empty() || contains(states, EventState::live) || contains(states, EventState::held))
    values::refuse({"states must be a list of spent, dead, with at least one of them"});
}

}  // namespace

std::int64_t Events::forget(Instant older_than, const std::vector<EventState>& states, Limit limit) {
  std::int64_t forgotten = 0;
  events::change(
      *scope_,
      [&] {
        values::check_instant("older_than", older_than);
        check_states(states);
        values::check_limit("limit", limit);
      },
      [&](events::Tables& tables) {
        forgotten = tables.events.forget(older_than, contains(states, EventState::spent),
                                         contains(states, EventState::dead), limit);
      });
  return forgotten;
}

std::int64_t Events::forget_seals(Instant older_than, Limit limit) {
  std::int64_t forgotten = 0;
  events::change(
      *scope_,
      [&] {
        values::check_instant("older_than", older_than);
        values::check_limit("limit", limit);
      },
      [&](events::Tables& tables) { forgotten = tables.seals.forget(older_than, limit); });
  return forgotten;
}

}  // namespace restante
