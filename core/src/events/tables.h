// The tables of the events face, as one verb works on them, and the ways in.
#pragma once

#include <optional>

#include "events/checks.h"
#include "events/event_rows.h"
#include "events/sealed_runs.h"
#include "events/totals.h"
#include "events/wait_rows.h"
#include "store/scope.h"
#include "values/checks.h"

namespace restante::events {

struct Tables {
  explicit Tables(const Place& at)
      : place(at), totals(at), events(at, totals), waits(at, totals), seals(at, totals) {}
  Tables(const Tables&) = delete;
  Tables& operator=(const Tables&) = delete;

  const Place& place;
  Totals totals;
  EventRows events;
  WaitRows waits;
  SealedRuns seals;
};

// Runs a writing verb: `check` with nothing begun, then `work(tables)` in a transaction.
template <class Check, class Work>
void change(Scope& scope, Check&& check, Work&& work) {
  scope.write(check, [&](const Place& place) {
    Tables tables(place);
    work(tables);
    tables.totals.write();
  });
}

// Runs a writing verb about a wait at an instant, both checked: `work(tables, wait as it is kept)`.
template <class Work>
void change_wait(Scope& scope, const Wait& wait, Instant at, Work&& work) {
  Wait kept;
  change(
      scope,
      [&] {
        kept = checked(wait);
        values::check_instant("at", at);
      },
      [&](Tables& tables) { work(tables, kept); });
}

// The same about an event: `work(tables, event as it is kept)`.
template <class Work>
void change_event(Scope& scope, const Event& event, Instant at, Work&& work) {
  std::optional<CheckedEvent> kept;
  change(
      scope,
      [&] {
        kept.emplace(checked(event, scope.place()));
        values::check_instant("at", at);
      },
      [&](Tables& tables) { work(tables, *kept); });
}

// Runs a reading verb.
template <class Check, class Work>
void look(Scope& scope, Check&& check, Work&& work) {
  scope.read(check, [&](const Place& place) {
    Tables tables(place);
    work(tables);
  });
}

}  // namespace restante::events
