#include "runs.h"
#include "scenes.h"
#include "sweeping.h"

namespace demo {

namespace {

std::string records_text(const std::vector<restante::EventRecord>& records) {
  std::string text;
  for (const restante::EventRecord& record : records)
    text += (text.empty() ? "" : ", ") + record.event.id + " (" + state_text(record) + ")";
  return text.empty() ? "nothing" : text;
}

void find(Stage& stage, const restante::CorrelationKey& key) {
  const std::vector<restante::EventRecord> found = stage.store().events().find(key, restante::max_count);
  stage.answers("find " + key.name_space + " " + key.value + ": " + records_text(found));
}

}  // namespace

void play_wrong_key(Stage& stage) {
  stage.begin(4, "A wrong key is found and corrected, and the dead letter reaches its run");
  const std::string kind = "pull_request_review_thread.resolved";
  const restante::CorrelationKey typed{"pull_request", "octo-org/octo-repo#181"};
  const restante::CorrelationKey meant{"pull_request", "octo-org/octo-repo#118"};
  const restante::Event& resolved = stage.event("pull_request_review_thread/0");
  const restante::Wait wrong = stage.wait("merge when resolved", kind, typed);
  const restante::Wait right = stage.wait("merge when resolved", kind, meant);

  stage.time().next();
  stage.start(wrong);
  stage.happens(
      "'merge when resolved' is to wait for pull request 118 of octo-org/octo-repo. Somebody types 181.");
  stage.answers("waiting for " + kind + ": " + stage.runs_waiting_for(kind));

  const restante::Delivery delivery = stage.store().events().deliver(resolved, stage.time().next());
  stage.happens("pull_request_review_thread/0 comes, for pull request 118. Nobody waits under that key.");
  stage.answers("deliver: " + outcome_text(delivery));

  stage.time().wait_until(stage.time().now() + grace);
  const std::int64_t swept = stage.store().events().sweep_unclaimed(stage.time().now() - grace, sweep_reason);
  stage.happens("An hour later it is swept, with all else that nobody has asked for.");
  stage.answers("sweep_unclaimed: " + std::to_string(swept) + " events");
  stage.answers_about(resolved);

  stage.time().next();
  const restante::DeadLetter newest = stage.store().events().dead_letters(1).at(0);
  stage.happens(
      "The operator wonders why the run still waits, and looks up its key, the newest dead letter, and that");
  stage.goes_on("one's key.");
  find(stage, typed);
  stage.answers("dead_letters: " + newest.event.id + " under " + meant.name_space + " " +
                value_of_key(newest.event, meant.name_space));
  find(stage, meant);

  const Instant at = stage.time().next();
  bool requeued = false;
  const std::optional<restante::Wait> matched = stage.store().transact([&](restante::Op& op) {
    correct_key(op, right.run, meant.value);
    op.events().unsubscribe(wrong.run, wrong.effect);
    op.events().subscribe(right, at);
    requeued = op.events().requeue(resolved.identity(), at);
    return op.events().match_waiter(resolved.identity(), at);
  });
  stage.happens(
      "She registers the wait anew under the right key, requeues the event and offers it: one commit.");
  stage.answers(std::string("requeue: ") + (requeued ? "true" : "false"));
  stage.answers("match_waiter: " + (matched ? quoted(matched->run) : "nobody"));
  stage.answers_about(resolved);

  stage.time().next();
  stage.finish(matched.value(), resolved, "late");
  stage.happens("'merge when resolved' keeps the payload and ends its wait.");
  stage.answers_about(resolved);
  stage.end();
}

}  // namespace demo
