// What an operator wants to know of a wait beside what the program registered.
#pragma once

#include <optional>
#include <string>

#include "json/document.h"
#include "operator/operator_store.h"
#include "restante/values.h"

namespace restante::cli {

struct WaitFacts {
  Instant registered_at;
  std::optional<Instant> parked_at;
  std::optional<std::string> holds;  // the event, as it is shown
  bool sealed;                       // its run is over
};

// The answers of the door have none of this, so it is read from the tables (docs/file-format.md). Nothing if
// the wait was ended since it was listed.
std::optional<WaitFacts> facts_of(json::Value wait, OperatorStore& store);

}  // namespace restante::cli
