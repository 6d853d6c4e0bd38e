// The tables of the report.
#pragma once

#include "replay.h"
#include "restante/store.h"

namespace demo {

void print_runs(restante::Store& store);
void print_events(restante::Store& store, const Replay& replay);
void print_stories(restante::Store& store, Replay& replay);

// The runs of the scenes, by the integrator's own table.
void print_runs_of_scenes(restante::Store& store);

// How many events, waits and sealed runs there are, by the store's own count.
void print_states(restante::Store& store);

}  // namespace demo
