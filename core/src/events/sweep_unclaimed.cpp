#include "events/checks.h"
#include "events/tables.h"
#include "restante/events.h"
#include "values/checks.h"

namespace restante {

std::int64_t Events::sweep_unclaimed(Instant older_than, std::string_view reason,
                                     std::optional<Limit> limit) {
  std::int64_t swept = 0;
  events::change(
      *scope_,
      [&] {
        values::check_instant("older_than", older_than);
        values::check_text("reason", reason, max_name_bytes);
        if (limit) values::check_limit("limit", *limit);
      },
      [&](events::Tables& tables) { swept = tables.events.sweep(older_than, reason, limit); });
  return swept;
}

}  // namespace restante
