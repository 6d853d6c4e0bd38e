#include <stdexcept>
#include <variant>

#include "restante/correlator.h"
#include "runs.h"
#include "scenes.h"

namespace demo {

namespace {

struct ServerFailure : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// What 'preview' needs for its work; nobody else does.
struct PreviewServer {
  bool answers = false;

  void build(const std::string& run) const {
    if (run == "preview" && !answers) throw ServerFailure("the preview server does not answer");
  }
};

// The run's own work and the end of its wait are one transaction: if the work fails, neither has happened.
void resume(Stage& stage, const restante::ResumeStep& step, const PreviewServer& server) {
  stage.store().transact([&](restante::Op& op) {
    op.events().unsubscribe(step.wait.run, step.wait.effect, step.claimed.event.identity());
    keep_answer(op, step.wait.run, step.claimed.event, "late", stage.time().now());
    server.build(step.wait.run);
  });
}

// Does what the machine says, until there is nothing more to do at this instant.
void serve(Stage& stage, restante::Correlator& correlator, const PreviewServer& server) {
  const Instant at = stage.time().now();
  restante::CorrelatorStep step = correlator.next(at);
  while (const auto* due = std::get_if<restante::ResumeStep>(&step)) {
    const auto& [wait, claimed, attempt] = *due;
    const std::string what =
        "resume " + quoted(wait.run) + " with " + claimed.event.id + ", attempt " + std::to_string(attempt);
    try {
      resume(stage, *due, server);
      correlator.ended(wait.run, wait.effect);
      stage.answers(what + ": done");
    } catch (const ServerFailure& error) {
      const restante::CorrelatorFailure failure = correlator.failed(wait.run, wait.effect, error.what(), at);
      stage.answers(what + ": " + error.what() + "; retry at " + time_text(failure.retry_at));
    }
    step = correlator.next(at);
  }
  const std::optional<Instant> wake_at = std::get<restante::IdleStep>(step).wake_at;
  stage.answers(wake_at ? "idle until " + time_text(*wake_at) : "idle until a commit brings news");
}

void deliver(Stage& stage, restante::Correlator& correlator, const restante::Event& event) {
  const restante::Delivery::Outcome outcome = correlator.deliver(event, stage.time().now());
  stage.answers(outcome == restante::Delivery::Outcome::matched ? "deliver: matched"
                                                                : "deliver: not matched");
}

void expect(Stage& stage, restante::Correlator& correlator, const restante::Wait& wait) {
  stage.store().transact([&](restante::Op& op) { stage.add_run(op, wait); });
  correlator.expect(wait, stage.time().now());
}

}  // namespace

void play_failing_resume(Stage& stage) {
  stage.begin(5, "A run that cannot be resumed is tried again, later and later, and holds up nobody");
  const restante::CorrelationKey pull_request{"pull_request", "Codertocat/Hello-World#2"};
  const restante::Event& pushed = stage.event("pull_request/22");
  const restante::Event& dismissed = stage.event("pull_request_review/1");
  PreviewServer server;
  restante::CorrelatorOptions options;
  options.base_delay_ms = 2 * one_minute;
  restante::Correlator correlator(stage.store(), options);

  stage.time().next();
  expect(stage, correlator, stage.wait("preview", pushed.kind, pull_request));
  expect(stage, correlator, stage.wait("review desk", dismissed.kind, pull_request));
  stage.happens(
      "A correlator sees to two runs: 'preview' waits for a push to pull request 2, and 'review desk' for a");
  stage.goes_on("dismissed review there.");
  serve(stage, correlator, server);

  stage.time().next();
  stage.happens(
      "pull_request/22 comes. 'preview' is to build a preview, but the preview server does not answer.");
  deliver(stage, correlator, pushed);
  serve(stage, correlator, server);
  stage.answers_about(pushed);

  stage.time().next();
  stage.happens("pull_request_review/1 comes. 'review desk' gets it at once, whatever becomes of 'preview'.");
  deliver(stage, correlator, dismissed);
  serve(stage, correlator, server);

  stage.time().next();
  stage.happens(
      "Two minutes after the first failure 'preview' is tried again, in vain. Now the wait is twice as "
      "long.");
  serve(stage, correlator, server);

  stage.time().next();
  stage.happens("Nothing is due yet.");
  serve(stage, correlator, server);

  server.answers = true;
  stage.time().wait_until(stage.time().now() + 3 * one_minute);
  stage.happens(
      "Four minutes after the second failure the server is back. The payload has been kept for the run.");
  serve(stage, correlator, server);
  stage.answers_about(pushed);
  stage.end();
}

}  // namespace demo
