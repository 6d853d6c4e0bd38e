#include "stage.h"

#include <iostream>

#include "problem.h"
#include "runs.h"

namespace demo {

Stage::Stage(restante::Store& store, StoryTime& time, const std::vector<Delivery>& deliveries)
    : store_(store), time_(time) {
  for (const Delivery& delivery : deliveries) events_.emplace(delivery.event.id, delivery.event);
}

void Stage::begin(int number, const std::string& title) {
  scene_ = "scene " + std::to_string(number);
  std::cout << "Scene " << number << ": " << title << "\n\n";
}

void Stage::end() {
  std::cout << "\n";
}

const restante::Event& Stage::event(const std::string& id) const {
  const auto found = events_.find(id);
  if (found == events_.end()) throw Problem("there is no delivery '" + id + "' for " + scene_);
  return found->second;
}

restante::Wait Stage::wait(const std::string& run, const std::string& kind,
                           const restante::CorrelationKey& key) const {
  restante::Wait wait;
  wait.run = run;
  wait.effect = "answer";
  wait.kind = kind;
  wait.correlation = {key};
  return wait;
}

void Stage::add_run(restante::Op& op, const restante::Wait& wait) {
  demo::add_run(op, {wait.run, scene_, wait.correlation[0].value, std::nullopt}, time_.now());
}

std::optional<restante::ClaimedEvent> Stage::start(const restante::Wait& wait) {
  return store_.transact([&](restante::Op& op) {
    add_run(op, wait);
    return op.events().await(wait, time_.now());
  });
}

std::string Stage::runs_waiting_for(const std::string& kind) {
  std::vector<restante::Wait> waits = store_.events().waiting(restante::max_count);
  std::erase_if(waits, [&](const restante::Wait& wait) { return wait.kind != kind; });
  return runs_text(waits);
}

void Stage::finish(const restante::Wait& wait, const restante::Event& event, const std::string& came) {
  store_.transact([&](restante::Op& op) { finish_run(op, wait, event, came, time_.now()); });
}

void Stage::happens(const std::string& what) {
  std::cout << "  " << time_text(time_.now()) << "  " << what << "\n";
}

void Stage::goes_on(const std::string& what) {
  std::cout << "         " << what << "\n";
}

void Stage::answers(const std::string& what) {
  std::cout << "         | " << what << "\n";
}

void Stage::answers_about(const restante::Event& event) {
  const std::optional<restante::EventRecord> record = store_.events().lookup(event.identity());
  const std::optional<std::string>& payload = record->event.payload;
  const std::string content = payload ? std::to_string(payload->size()) + " bytes of payload" : "no payload";
  answers("lookup " + event.id + ": " + state_text(*record) + "; received at " +
          time_text(record->received_at) + "; " + content + (record->erased ? ", erased" : ""));
}

std::string quoted(const std::string& text) {
  return "'" + text + "'";
}

std::string outcome_text(const restante::Delivery& delivery) {
  switch (delivery.outcome) {
    case restante::Delivery::Outcome::matched: return "matched with " + quoted(delivery.wait->run);
    case restante::Delivery::Outcome::buffered: return "buffered";
    case restante::Delivery::Outcome::duplicate: return "duplicate";
  }
  return "unknown";
}

std::string state_text(const restante::EventRecord& record) {
  switch (record.state) {
    case restante::EventState::live: return "live";
    case restante::EventState::held: return "held for " + quoted(record.claimed_by->run);
    case restante::EventState::spent: return "spent on " + quoted(record.claimed_by->run);
    case restante::EventState::dead: return "dead, " + quoted(*record.reason);
  }
  return "unknown";
}

std::string claim_text(const std::optional<restante::ClaimedEvent>& claimed) {
  if (!claimed) return "nothing";
  return claimed->event.id + ", there since " + time_text(claimed->received_at);
}

std::string runs_text(const std::vector<restante::Wait>& waits) {
  std::string text;
  for (const restante::Wait& wait : waits) text += (text.empty() ? "" : ", ") + quoted(wait.run);
  return text.empty() ? "none" : text;
}

}  // namespace demo
