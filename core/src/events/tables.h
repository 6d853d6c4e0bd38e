// The tables of the events face, as one verb works on them, and the two ways in.
#pragma once

#include "events/event_rows.h"
#include "events/sealed_runs.h"
#include "events/totals.h"
#include "events/wait_rows.h"
#include "store/scope.h"

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

// Runs a reading verb.
template <class Check, class Work>
void look(Scope& scope, Check&& check, Work&& work) {
  scope.read(check, [&](const Place& place) {
    Tables tables(place);
    work(tables);
  });
}

}  // namespace restante::events
