#include "events/checks.h"
#include "events/ending.h"
#include "restante/events.h"
#include "values/checks.h"

namespace restante {

void Events::unsubscribe(std::string_view run, std::string_view effect,
                         const std::optional<EventId>& delivered) {
  events::change(
      *scope_,
      [&] {
        values::check_name("run", run);
        values::check_name("effect", effect);
        if (delivered) events::check(*delivered);
      },
      [&](events::Tables& tables) {
        events::end_wait(tables, {run, effect}, delivered);
      });
}

}  // namespace restante
