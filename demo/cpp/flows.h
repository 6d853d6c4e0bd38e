// The flows of the integrator, which flows.md tells about.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace demo {

// One flow: which delivery starts a run, and which event the run then waits for. The run waits under the
// value that its starting delivery has for `key`.
struct Flow {
  std::string name;
  std::string started_by;  // empty: started by hand only
  std::string waits_for;
  std::string key;
};

extern const std::vector<Flow> flows;

// The runs that somebody starts by hand before the first delivery.
struct HandStart {
  std::string flow;
  std::string run;
  std::string value;                // of the flow's key
  std::optional<std::string> from;  // the only sender that the run accepts
};

extern const std::vector<HandStart> started_by_hand;

// The flows whose story is told step by step, and what it is about.
extern const std::vector<std::pair<std::string, std::string>> stories;

const Flow* flow_started_by(const std::string& kind);
const Flow* flow_waiting_for(const std::string& kind);
const Flow& flow_named(const std::string& name);

}  // namespace demo
