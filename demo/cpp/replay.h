// The first part of the demo: the integrator's flows, fed with the deliveries one after the other.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "deliveries.h"
#include "flows.h"
#include "restante/store.h"
#include "story_time.h"

namespace demo {

// What became of the events of one kind, or of many kinds together.
struct Fate {
  std::int64_t came = 0;
  std::int64_t refused = 0;
  std::int64_t taken = 0;
  std::int64_t swept = 0;

  void add(const Fate& other);
};

class Replay {
 public:
  Replay(restante::Store& store, StoryTime& time) : store_(store), time_(time) {}

  // Starts the runs that are started by hand, and receives all deliveries but those with the ids `kept_back`.
  // Every tenth delivery comes twice.
  void play(const std::vector<Delivery>& deliveries, const std::set<std::string>& kept_back);

  // What nobody has asked for within the grace becomes a dead letter.
  std::int64_t sweep();

  // What became of the events of each kind, the sweep aside.
  const std::map<std::string, Fate>& fates() const { return fates_; }

  // What happened in a flow, in the order in which it happened.
  const std::vector<std::string>& story_of(const std::string& flow) { return stories_[flow]; }

 private:
  void start_by_hand(const HandStart& start);
  void receive(const Delivery& delivery);
  void receive_addressed(const Delivery& delivery);
  void start_run_with(restante::Op& op, const Flow& flow, const restante::Event& event, Instant at);
  void start_run(restante::Op& op, const Flow& flow, const std::string& run, const std::string& value,
                 const std::optional<std::string>& from, Instant at);
  void resume(const restante::Wait& wait, const restante::Event& event, const std::string& came, Instant at);
  std::optional<restante::Wait> deliver_to(const std::string& run, const restante::Event& event);
  void tell(const std::string& kind, Instant at, const std::string& line);

  restante::Store& store_;
  StoryTime& time_;
  std::map<std::string, Fate> fates_;
  std::map<std::string, std::vector<std::string>> stories_;
};

}  // namespace demo
