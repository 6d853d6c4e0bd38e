// The commands to a store's correlator.
#pragma once

#include <optional>
#include <string_view>

#include "door/answers.h"
#include "door/arguments.h"
#include "restante/correlator.h"
#include "restante/store.h"

namespace restante::door {

bool is_correlator_command(std::string_view name);

// `correlator` is the one that is open on `store`, if any; the command that opens one puts it there.
void run_correlator_command(std::string_view name, Arguments& in, Store& store,
                            std::optional<Correlator>& correlator, Answer& out);

}  // namespace restante::door
