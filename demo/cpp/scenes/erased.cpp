#include "scenes.h"

namespace demo {

void play_erased(Stage& stage, FileWitness& witness) {
  stage.begin(2, "A payload is erased, and its retry is refused all the same");
  const restante::Event& alert = stage.event("dependabot_alert/1");

  witness.remember(*alert.payload);
  const restante::Delivery first = stage.store().events().deliver(alert, stage.time().next());
  stage.happens(
      "dependabot_alert/1 comes and tells of a weakness in wolfy1339/pika-pack. No run waits for it.");
  stage.answers("deliver: " + outcome_text(first));
  stage.answers_about(alert);
  witness.expect_payload("After the delivery");

  stage.time().next();
  const bool erased = stage.store().events().erase_payload(alert.identity());
  stage.happens(
      "The owner of the repository wants no copy to be kept. The content goes; who sent it and when stays.");
  stage.answers(std::string("erase_payload: ") + (erased ? "true" : "false"));
  stage.answers_about(alert);
  witness.expect_nothing("After the erasure");

  const restante::Delivery second = stage.store().events().deliver(alert, stage.time().next());
  stage.happens("GitHub sends it again. The store still knows it, and takes in nothing of the copy.");
  stage.answers("deliver: " + outcome_text(second));
  stage.answers_about(alert);
  witness.expect_nothing("After the refused retry");

  const restante::Wait late = stage.wait("latecomer", alert.kind, {"repository", "wolfy1339/pika-pack"});
  const auto nothing = stage.store().events().claim_for(late, stage.time().next());
  stage.happens("A run asks for it, but what was erased comes back to nobody.");
  stage.answers("claim_for: " + claim_text(nothing));
  stage.end();
}

}  // namespace demo
