// What a scene plays on: the store, the time, the deliveries that were kept back for it, and the report.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "deliveries.h"
#include "restante/store.h"
#include "story_time.h"

namespace demo {

class Stage {
 public:
  Stage(restante::Store& store, StoryTime& time, const std::vector<Delivery>& deliveries);

  // Begins the scene with this number, and prints its title.
  void begin(int number, const std::string& title);
  void end();

  restante::Store& store() { return store_; }
  StoryTime& time() { return time_; }
  const restante::Event& event(const std::string& id) const;

  // The wait of a run of this scene for the only event that it needs.
  restante::Wait wait(const std::string& run, const std::string& kind,
                      const restante::CorrelationKey& key) const;

  // Writes the run into the integrator's table.
  void add_run(restante::Op& op, const restante::Wait& wait);

  // Starts a run: writes it down and registers its wait, in one transaction. The event, if it is there
  // already.
  std::optional<restante::ClaimedEvent> start(const restante::Wait& wait);

  // The run keeps the event's payload and its wait ends, in one transaction.
  void finish(const restante::Wait& wait, const restante::Event& event, const std::string& came);

  // The runs that are registered for events of this kind, in line.
  std::string runs_waiting_for(const std::string& kind);

  // A line of the report with the time: what happens.
  void happens(const std::string& what);
  // The rest of such a line that is too long.
  void goes_on(const std::string& what);
  // A line of the report: what the store answered.
  void answers(const std::string& what);
  // The same: everything that the store knows of an event.
  void answers_about(const restante::Event& event);

 private:
  restante::Store& store_;
  StoryTime& time_;
  std::map<std::string, restante::Event> events_;
  std::string scene_;
};

// "'announcer'"
std::string quoted(const std::string& text);

std::string outcome_text(const restante::Delivery& delivery);

// "release/12, there since 05:37", or "nothing"
std::string claim_text(const std::optional<restante::ClaimedEvent>& claimed);

// "'stand-in', 'announcer'", or "none"
std::string runs_text(const std::vector<restante::Wait>& waits);

// "live", "held for 'announcer'", and so on.
std::string state_text(const restante::EventRecord& record);

}  // namespace demo
