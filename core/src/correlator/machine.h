// What the correlator is made of.
//
// It works in rounds: what `deliver` and `expect` have just matched, then redeliveries, then waits that are
// over, then the sweep. In a round each of them gets at most a page, so none holds up the others. A round
// that found nothing to do is followed by an idle step.
#pragma once

#include <deque>
#include <memory>
#include <optional>
#include <set>
#include <vector>

#include "correlator/retries.h"
#include "events/tables.h"
#include "restante/correlator.h"
#include "store/store_state.h"

namespace restante {

class Correlator::Machine {
 public:
  Machine(std::shared_ptr<StoreState> store, const CorrelatorOptions& options);

  Delivery::Outcome deliver(const Event& event, Instant at);
  void expect(const Wait& wait, Instant at);
  void matched(const Wait& wait, const EventId& event);
  CorrelatorStep next(Instant at);
  void resumed(std::string_view run, std::string_view effect);
  void ended(std::string_view run, std::string_view effect);
  CorrelatorFailure failed(std::string_view run, std::string_view effect, std::string_view error, Instant at);
  CorrelatorStatus status() const;

 private:
  using WaitKey = correlator::WaitKey;

  enum class Phase { resume, redeliver, expire, sweep, over };

  struct Round {
    Phase phase = Phase::resume;
    Limit given = 0;    // in this phase
    bool busy = false;  // something was done in this round
  };

  // The way along the parked waits. It goes on from round to round, and begins anew after an idle step:
  // however many of them are in back-off, they are passed by once and not once a round.
  struct ParkedWalk {
    std::vector<events::WaitRow> rows;
    std::size_t next = 0;
    bool ended = false;
  };

  std::optional<CorrelatorStep> next_of_round(Instant at);
  std::optional<CorrelatorStep> next_of_phase(Instant at);
  std::optional<CorrelatorStep> resume_matched();
  std::optional<CorrelatorStep> redeliver(Instant at);
  std::optional<CorrelatorStep> expire(Instant at);
  void sweep(Instant at);
  IdleStep idle();

  // What the wait holds, unless it was ended, parked anew or its run sealed in the meantime.
  std::optional<ResumeStep> held_by(const WaitKey& wait, std::int64_t attempt,
                                    std::optional<Instant> parked_at = std::nullopt);
  std::optional<ResumeStep> retry(const WaitKey& wait);
  // A parked wait that its last owner left; if it holds nothing it is ended and registered again.
  std::optional<ResumeStep> take_over(const events::WaitRow& parked, Instant at);
  const events::WaitRow* next_parked();
  // Whether the wait is to be resumed anyway, now or after its back-off.
  bool is_known(const events::WaitRow& parked);
  bool holds(const WaitKey& wait, const EventId& event);
  void retire_sealed();
  std::vector<events::WaitRow> parked_behind(const events::WaitRow* last);
  std::optional<Instant> earliest_unknown_parked();

  void drop(const WaitKey& wait);
  void refuse_unless_in_hand(std::string_view run, std::string_view effect) const;

  std::shared_ptr<StoreState> store_;
  CorrelatorOptions options_;
  std::optional<ResumeStep> in_hand_;
  correlator::ParkedMark mark_in_hand_{};
  std::deque<WaitKey> to_resume_;
  std::set<WaitKey> is_to_resume_;
  correlator::Retries retries_;
  Round round_;
  ParkedWalk walk_;
  std::int64_t swept_ = 0;
};

}  // namespace restante
