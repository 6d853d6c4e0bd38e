#include "runs.h"
#include "scenes.h"

namespace demo {

namespace {

std::string ids_text(const std::vector<restante::Event>& events) {
  std::string text;
  for (const restante::Event& event : events) text += (text.empty() ? "" : ", ") + event.id;
  return text.empty() ? "none" : text;
}

}  // namespace

void play_called_off(Stage& stage) {
  stage.begin(1, "A run that is called off passes its event on");
  const std::string kind = "release.released";
  const restante::CorrelationKey repository{"repository", "Codertocat/Hello-World"};
  const restante::Wait announcer = stage.wait("announcer", kind, repository);
  const restante::Wait stand_in = stage.wait("stand-in", kind, repository);
  const restante::Event& released = stage.event("release/12");

  stage.time().next();
  stage.start(announcer);
  stage.happens("'announcer' waits for the next release of Codertocat/Hello-World.");
  stage.time().next();
  stage.start(stand_in);
  stage.happens("'stand-in' waits for the same, second in line.");
  stage.answers("waiting for " + kind + ": " + stage.runs_waiting_for(kind));

  const restante::Delivery delivery = stage.store().events().deliver(released, stage.time().next());
  stage.happens("release/12 comes. It goes to one run only, the one that has waited longest.");
  stage.answers("deliver: " + outcome_text(delivery));
  stage.answers_about(released);

  const Instant at = stage.time().next();
  const restante::ConcludedRun concluded = stage.store().transact([&](restante::Op& op) {
    close_run(op, announcer.run, "called off", at);
    return op.events().conclude_run(announcer.run, {announcer.effect}, at);
  });
  stage.happens(
      "'announcer' is called off before it has kept the event. Its end, and the event's way to the next");
  stage.goes_on("in line, are one commit.");
  stage.answers("conclude_run: " + std::to_string(concluded.waits) + " wait ended; released: " +
                ids_text(concluded.released) + "; matched with: " + runs_text(concluded.matched));
  stage.answers_about(released);

  stage.time().next();
  stage.finish(concluded.matched.at(0), concluded.released.at(0), "late");
  stage.happens("'stand-in' keeps the payload in its own row and ends its wait, again in one commit.");
  stage.answers_about(released);

  const auto nothing = stage.store().events().await(announcer, stage.time().next());
  stage.happens("'announcer' asks once more. It is over: it gets nothing, and no wait is registered.");
  stage.answers("await: " + claim_text(nothing));
  stage.answers("waiting for " + kind + ": " + stage.runs_waiting_for(kind));
  stage.end();
}

}  // namespace demo
