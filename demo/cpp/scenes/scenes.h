// The second part of the demo: what can go wrong, a scene each, on deliveries that the first part leaves
// alone.
#pragma once

#include <set>
#include <string>

#include "file_witness.h"
#include "stage.h"

namespace demo {

// The ids of the deliveries that the scenes need.
extern const std::set<std::string> kept_for_the_scenes;

// A run that is called off passes its event on.
void play_called_off(Stage& stage);
// A payload is erased, and the retry of its delivery is refused all the same.
void play_erased(Stage& stage, FileWitness& witness);
// A wait times out, and the event that comes too late goes to the next one who asks.
void play_timed_out(Stage& stage);
// A wait is registered under a mistyped key, and somebody puts that right.
void play_wrong_key(Stage& stage);
// A run cannot be resumed twice, and then it can.
void play_failing_resume(Stage& stage);

}  // namespace demo
