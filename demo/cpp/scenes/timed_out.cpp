#include "runs.h"
#include "scenes.h"

namespace demo {

namespace {

std::string deadline_text(const std::optional<Instant>& deadline) {
  return deadline ? time_text(*deadline) : "none";
}

}  // namespace

void play_timed_out(Stage& stage) {
  stage.begin(3, "An event that comes after the time-out goes to the next one who asks");
  const std::string kind = "deployment_review.requested";
  const restante::CorrelationKey workflow{"workflow_run", "5453085689"};
  const restante::Event& request = stage.event("deployment_review/0");
  restante::Wait gate = stage.wait("rollout gate", kind, workflow);
  const restante::Wait second_look = stage.wait("second look", kind, workflow);

  gate.deadline = stage.time().next() + 30 * one_minute;
  stage.start(gate);
  stage.happens("'rollout gate' gives workflow run 5453085689 half an hour to request a review.");
  stage.answers("next_deadline: " + deadline_text(stage.store().events().next_deadline()));

  stage.time().wait_until(*gate.deadline);
  const std::vector<restante::Wait> expired = stage.store().transact([&](restante::Op& op) {
    std::vector<restante::Wait> waits = op.events().expire_waits(stage.time().now(), restante::max_count);
    for (const restante::Wait& wait : waits) close_run(op, wait.run, "timed out", stage.time().now());
    return waits;
  });
  stage.happens("No request has come. The wait ends, and the run's row says so, in one commit.");
  stage.answers("expire_waits: " + runs_text(expired));
  stage.answers("next_deadline: " + deadline_text(stage.store().events().next_deadline()));

  stage.time().wait_until(stage.time().now() + 5 * one_minute);
  const restante::Delivery delivery = stage.store().events().deliver(request, stage.time().now());
  stage.happens("deployment_review/0 comes after all. A wait that has timed out swallows nothing.");
  stage.answers("deliver: " + outcome_text(delivery));
  stage.answers_about(request);

  stage.time().wait_until(stage.time().now() + 10 * one_minute);
  const auto claimed = stage.start(second_look);
  stage.happens("'second look' asks for the same, and finds it.");
  stage.answers("await: " + claim_text(claimed));
  stage.answers_about(request);

  stage.time().next();
  stage.finish(second_look, claimed.value().event, "early");
  stage.happens("'second look' keeps the payload and ends its wait.");
  stage.answers_about(request);
  stage.end();
}

}  // namespace demo
