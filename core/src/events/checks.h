// The rules for events and waits as a caller hands them over (contract 1, "Shapes").
//
// Each check throws invalid_argument or payload_too_large, naming the member.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "restante/event.h"
#include "store/scope.h"

namespace restante::events {

// An event as it is kept: equal correlation keys collapsed, the payload without the blanks around it.
struct CheckedEvent {
  const Event& given;
  Correlation correlation;
  std::string_view payload;
};

CheckedEvent checked(const Event& event, const Place& place);
// The same with equal correlation keys collapsed.
Wait checked(const Wait& wait);
void check(const EventId& event);
void check_effects(std::string_view list, const std::vector<std::string>& effects);

}  // namespace restante::events
