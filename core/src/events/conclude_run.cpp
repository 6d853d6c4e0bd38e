#include "events/checks.h"
#include "events/ending.h"
#include "events/offering.h"
#include "restante/events.h"
#include "values/checks.h"

namespace restante {

EndedRun Events::unsubscribe_run(std::string_view run, const std::vector<std::string>& unanswered) {
  EndedRun ended{0, {}};
  events::change(
      *scope_,
      [&] {
        values::check_name("run", run);
        events::check_effects("unanswered", unanswered);
      },
      [&](events::Tables& tables) {
        const events::RunEnd end = events::end_run(tables, run, unanswered);
        ended = {end.waits, events::load_events(tables, end.released)};
      });
  return ended;
}

bool Events::seal_run(std::string_view run, Instant at) {
  bool is_new = false;
  events::change(
      *scope_,
      [&] {
        values::check_name("run", run);
        values::check_instant("at", at);
      },
      [&](events::Tables& tables) { is_new = events::seal(tables, run, at); });
  return is_new;
}

ConcludedRun Events::conclude_run(std::string_view run, const std::vector<std::string>& unanswered,
                                  Instant at) {
  ConcludedRun concluded{0, {}, {}};
  events::change(
      *scope_,
      [&] {
        values::check_name("run", run);
        events::check_effects("unanswered", unanswered);
        values::check_instant("at", at);
      },
      [&](events::Tables& tables) {
        // The waits end first, so that sealing finds none to mark.
        const events::RunEnd end = events::end_run(tables, run, unanswered);
        events::seal(tables, run, at);
        concluded.waits = end.waits;
        concluded.released = events::load_events(tables, end.released);
        for (const events::EventRow& event : end.released)
          if (std::optional<Wait> wait = events::offer(tables, event, at))
            concluded.matched.push_back(std::move(*wait));
      });
  return concluded;
}

}  // namespace restante
