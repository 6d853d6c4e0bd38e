#include "events/event_rows.h"
#include "restante/events.h"
#include "values/checks.h"

namespace restante {

std::int64_t Events::sweep_unclaimed(Instant older_than, std::string_view reason,
                                     std::optional<Limit> limit) {
  std::int64_t swept = 0;
  scope_->write(
      [&] {
        values::check_instant("older_than", older_than);
        values::check_text("reason", reason, max_name_bytes);
        if (limit) values::check_limit("limit", *limit);
      },
      [&](const Place& place) { swept = events::EventRows(place).sweep(older_than, reason, limit); });
  return swept;
}

}  // namespace restante
