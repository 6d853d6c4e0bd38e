#include "correlator/machine.h"

#include <algorithm>

#include "events/claiming.h"
#include "events/ending.h"
#include "restante/error.h"
#include "restante/events.h"
#include "values/checks.h"
#include "values/sentence.h"

namespace restante {

namespace {

using events::Tables;
using events::WaitRow;

constexpr std::string_view sweep_reason = "unclaimed";
constexpr std::size_t kept_error_bytes = 2000;
// However large a page may be, the parked waits are read in steps of this many at the most: mostly the first
// of them says that none is due.
constexpr Limit most_rows_at_once = 32;

const auto no_check = [] {};

// `at` moved by a duration; nothing if no instant lies there.
std::optional<Instant> moved(Instant at, std::int64_t by_ms) {
  const Instant there = at + by_ms;
  if (there < min_instant || there > max_instant) return std::nullopt;
  return there;
}

void keep_earlier(std::optional<Instant>& earliest, std::optional<Instant> candidate) {
  if (candidate && (!earliest || *candidate < *earliest)) earliest = candidate;
}

void check_options(const CorrelatorOptions& options) {
  const auto duration = [](const char* name, std::int64_t ms) {
    if (ms < 0 || ms > max_count) values::refuse({name, " must lie between 0 and ", max_count});
  };
  duration("redeliver_after_ms", options.redeliver_after_ms);
  if (options.grace_ms) duration("grace_ms", *options.grace_ms);
  duration("base_delay_ms", options.base_delay_ms);
  duration("max_delay_ms", options.max_delay_ms);
  if (options.page < 1 || options.page > max_count)
    values::refuse({"page must lie between 1 and ", max_count});
}

correlator::WaitKey key_of(const Wait& wait) {
  return {wait.run, wait.effect};
}

// Cut at a character: never in front of a continuation byte.
std::string cut(std::string_view text, std::size_t most_bytes) {
  std::size_t end = std::min(text.size(), most_bytes);
  while (end > 0 && end < text.size() && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
  return std::string(text.substr(0, end));
}

}  // namespace

Correlator::Machine::Machine(std::shared_ptr<StoreState> store, const CorrelatorOptions& options)
    : store_(std::move(store)), options_(options) {
  check_options(options_);
  if (store_->is_closed()) throw Error(ErrorCode::closed, "the store was closed");
  if (store_->place().read_only) throw Error(ErrorCode::read_only, "the store was opened with read_only");
}

Delivery::Outcome Correlator::Machine::deliver(const Event& event, Instant at) {
  const Delivery delivery = Events(*store_).deliver(event, at);
  if (delivery.wait) matched(*delivery.wait, event.identity());
  return delivery.outcome;
}

void Correlator::Machine::expect(const Wait& wait, Instant at) {
  if (const std::optional<ClaimedEvent> claimed = Events(*store_).await(wait, at))
    matched(wait, claimed->event.identity());
}

void Correlator::Machine::matched(const Wait& wait, const EventId& event) {
  const WaitKey key = key_of(wait);
  const bool same_in_hand =
      in_hand_ && key_of(in_hand_->wait) == key && in_hand_->claimed.event.identity() == event;
  const correlator::Failure* failure = retries_.find(key);
  const bool same_failed = failure != nullptr && failure->event == event;
  if (same_in_hand || same_failed) return;  // it is being resumed, or follows its back-off
  retries_.forget(key);                     // that was about another event
  if (is_to_resume_.insert(key).second) to_resume_.push_back(key);
}

CorrelatorStep Correlator::Machine::next(Instant at) {
  values::check_instant("at", at);
  if (in_hand_) return *in_hand_;
  for (;;) {
    if (std::optional<CorrelatorStep> step = next_of_round(at)) {
      if (const auto* resume = std::get_if<ResumeStep>(&*step)) in_hand_ = *resume;
      return std::move(*step);
    }
    const bool busy = round_.busy;
    round_ = {};
    if (busy) continue;
    walk_ = {};
    const IdleStep step = idle();
    // Something fell due behind the walk's back: a wait that it had passed by as known.
    if (!step.wake_at || *step.wake_at > at) return step;
  }
}

std::optional<CorrelatorStep> Correlator::Machine::next_of_round(Instant at) {
  while (round_.phase != Phase::over) {
    if (round_.given < options_.page) {
      if (std::optional<CorrelatorStep> step = next_of_phase(at)) {
        ++round_.given;
        round_.busy = true;
        return step;
      }
    }
    round_.phase = static_cast<Phase>(static_cast<int>(round_.phase) + 1);
    round_.given = 0;
  }
  return std::nullopt;
}

std::optional<CorrelatorStep> Correlator::Machine::next_of_phase(Instant at) {
  switch (round_.phase) {
    case Phase::resume: return resume_matched();
    case Phase::redeliver: return redeliver(at);
    case Phase::expire: return expire(at);
    case Phase::sweep: sweep(at); return std::nullopt;
    case Phase::over: break;
  }
  return std::nullopt;
}

std::optional<CorrelatorStep> Correlator::Machine::resume_matched() {
  while (!to_resume_.empty()) {
    const WaitKey wait = to_resume_.front();
    std::optional<ResumeStep> step = held_by(wait, 1);
    drop(wait);
    if (step) return CorrelatorStep(std::move(*step));
  }
  return std::nullopt;
}

std::optional<CorrelatorStep> Correlator::Machine::redeliver(Instant at) {
  if (round_.given == 0) retire_sealed();
  const std::optional<Instant> cutoff = moved(at, -options_.redeliver_after_ms);
  for (;;) {
    const WaitRow* parked = cutoff ? next_parked() : nullptr;
    if (parked != nullptr && *parked->parked_at > *cutoff) parked = nullptr;
    const WaitKey* failed = retries_.earliest();
    if (failed != nullptr && retries_.find(*failed)->retry_at > at) failed = nullptr;
    if (parked == nullptr && failed == nullptr) return std::nullopt;

    // Whatever fell due first; so a wait that keeps failing does not stand before the others.
    const bool take_parked =
        failed == nullptr || (parked != nullptr && *parked->parked_at + options_.redeliver_after_ms <=
                                                       retries_.find(*failed)->retry_at);
    std::optional<ResumeStep> step;
    if (take_parked) {
      ++walk_.next;
      step = take_over(*parked, at);
    } else {
      step = retry(WaitKey(*failed));
    }
    if (step) return CorrelatorStep(std::move(*step));
  }
}

std::optional<CorrelatorStep> Correlator::Machine::expire(Instant at) {
  const std::optional<Instant> deadline = Events(*store_).next_deadline();
  if (!deadline || *deadline > at) return std::nullopt;
  // One at a time: what is removed here and not handed out would be lost in a crash.
  std::vector<Wait> expired = Events(*store_).expire_waits(at, 1);
  if (expired.empty()) return std::nullopt;
  drop(key_of(expired.front()));
  retries_.forget(key_of(expired.front()));
  return CorrelatorStep(ExpiredStep{std::move(expired.front())});
}

void Correlator::Machine::sweep(Instant at) {
  const std::optional<Instant> cutoff = options_.grace_ms ? moved(at, -*options_.grace_ms) : std::nullopt;
  if (!cutoff) return;
  const std::optional<Instant> oldest = Events(*store_).stats().oldest_live_at;
  if (!oldest || *oldest > *cutoff) return;
  swept_ += Events(*store_).sweep_unclaimed(*cutoff, sweep_reason, options_.page);
  round_.busy = true;
}

IdleStep Correlator::Machine::idle() {
  std::optional<Instant> wake_at;
  if (const auto parked = earliest_unknown_parked())
    keep_earlier(wake_at, moved(*parked, options_.redeliver_after_ms));
  if (const WaitKey* failed = retries_.earliest()) keep_earlier(wake_at, retries_.find(*failed)->retry_at);
  keep_earlier(wake_at, Events(*store_).next_deadline());
  if (options_.grace_ms)
    if (const auto oldest = Events(*store_).stats().oldest_live_at)
      keep_earlier(wake_at, moved(*oldest, *options_.grace_ms));
  return {wake_at};
}

std::optional<ResumeStep> Correlator::Machine::held_by(const WaitKey& wait, std::int64_t attempt,
                                                       std::optional<Instant> parked_at) {
  std::optional<ResumeStep> step;
  events::look(*store_, no_check, [&](Tables& tables) {
    const events::WaitId id{wait.first, wait.second};
    std::optional<ClaimedEvent> held = tables.events.load_held(id);
    std::optional<WaitRow> row = tables.waits.find(id);
    if (!held || !row || !row->holds || row->sealed || (parked_at && row->parked_at != parked_at)) return;
    // Another process may have ended the wait and registered it anew between the two looks. It holds the same
    // event before and after, so the wait in between is the one that it was matched with.
    if (!tables.events.is_held_by(id, held->event.identity())) return;
    mark_in_hand_ = {row->registration, row->parked_at.value_or(min_instant)};
    step = ResumeStep{std::move(row->wait), std::move(*held), attempt};
  });
  return step;
}

std::optional<ResumeStep> Correlator::Machine::retry(const WaitKey& wait) {
  const correlator::Failure& failure = *retries_.find(wait);
  std::optional<ResumeStep> step = held_by(wait, failure.attempt + 1);
  if (step && step->claimed.event.identity() == failure.event) return step;
  // Ended or erased in the meantime. Another event that the wait holds by now is another matter: somebody may
  // be resuming it, so it comes round like any other, in the next round.
  retries_.forget(wait);
  round_.busy = true;
  return std::nullopt;
}

std::optional<ResumeStep> Correlator::Machine::take_over(const WaitRow& parked, Instant at) {
  const WaitKey wait = key_of(parked.wait);
  std::optional<ResumeStep> step = held_by(wait, 1, parked.parked_at);
  if (step) return step;
  events::change(*store_, no_check, [&](Tables& tables) {
    const events::WaitId id{wait.first, wait.second};
    const std::optional<WaitRow> row = tables.waits.find(id);
    const bool still_there = row && row->parked_at == parked.parked_at && !row->sealed;
    if (!still_there) return;
    if (row->holds && !tables.events.is_held_by(id))
      throw Error(ErrorCode::corrupt, "a wait holds an event that is not there");
    if (row->holds) return;  // since a moment ago, so somebody is resuming it
    tables.waits.remove(*row);
    std::optional<ClaimedEvent> claimed =
        events::claim(tables, row->wait, at, events::Registration::if_need_be);
    if (claimed) step = ResumeStep{row->wait, std::move(*claimed), 1};
    round_.busy = true;
  });
  return step;
}

const WaitRow* Correlator::Machine::next_parked() {
  for (;;) {
    for (; walk_.next < walk_.rows.size(); ++walk_.next) {
      const WaitRow& row = walk_.rows[walk_.next];
      if (!is_known(row)) return &row;
    }
    if (walk_.ended) return nullptr;
    walk_.rows = parked_behind(walk_.rows.empty() ? nullptr : &walk_.rows.back());
    walk_.next = 0;
    walk_.ended = walk_.rows.empty();
  }
}

bool Correlator::Machine::is_known(const WaitRow& parked) {
  const WaitKey wait = key_of(parked.wait);
  if (is_to_resume_.contains(wait)) return true;
  const correlator::Failure* failure = retries_.find(wait);
  if (failure == nullptr) return false;
  if (failure->mark == correlator::ParkedMark{parked.registration, *parked.parked_at}) return true;
  if (holds(wait, failure->event)) return true;
  retries_.forget(wait);  // a back-off belongs to the event that failed
  return false;
}

bool Correlator::Machine::holds(const WaitKey& wait, const EventId& event) {
  bool same = false;
  events::look(*store_, no_check, [&](Tables& tables) {
    same = tables.events.is_held_by({wait.first, wait.second}, event);
  });
  return same;
}

// Asked first, so that a round that finds nothing writes nothing.
void Correlator::Machine::retire_sealed() {
  bool any = false;
  events::look(*store_, no_check, [&](Tables& tables) { any = !tables.seals.to_retire().empty(); });
  if (any) events::change(*store_, no_check, [](Tables& tables) { events::retire_sealed(tables); });
}

std::vector<WaitRow> Correlator::Machine::parked_behind(const WaitRow* last) {
  const Limit rows = std::min(options_.page, most_rows_at_once);
  std::vector<WaitRow> parked;
  events::look(*store_, no_check, [&](Tables& tables) {
    if (last == nullptr)
      parked = tables.waits.parked(rows, max_instant + 1);
    else
      parked = tables.waits.parked_behind({*last->parked_at, last->registered_at, last->registration}, rows);
  });
  return parked;
}

std::optional<Instant> Correlator::Machine::earliest_unknown_parked() {
  std::vector<WaitRow> page = parked_behind(nullptr);
  while (!page.empty()) {
    const auto unknown =
        std::find_if(page.begin(), page.end(), [&](const WaitRow& row) { return !is_known(row); });
    if (unknown != page.end()) return unknown->parked_at;
    page = parked_behind(&page.back());
  }
  return std::nullopt;
}

void Correlator::Machine::resumed(std::string_view run, std::string_view effect) {
  refuse_unless_in_hand(run, effect);
  Events(*store_).unsubscribe(run, effect, in_hand_->claimed.event.identity());
  ended(run, effect);
}

void Correlator::Machine::ended(std::string_view run, std::string_view effect) {
  refuse_unless_in_hand(run, effect);
  retries_.forget(key_of(in_hand_->wait));
  in_hand_.reset();
}

CorrelatorFailure Correlator::Machine::failed(std::string_view run, std::string_view effect,
                                              std::string_view error, Instant at) {
  values::check_text("error", error, static_cast<std::size_t>(max_count));
  values::check_instant("at", at);
  refuse_unless_in_hand(run, effect);
  const std::int64_t attempt = in_hand_->attempt;
  const Instant retry_at = moved(at, correlator::back_off(options_, attempt)).value_or(max_instant);
  const WaitKey wait = key_of(in_hand_->wait);
  retries_.record(wait, {in_hand_->claimed.event.identity(), mark_in_hand_, attempt, retry_at,
                         cut(error, kept_error_bytes)});
  in_hand_.reset();
  return {attempt, retry_at};
}

CorrelatorStatus Correlator::Machine::status() const {
  return {in_hand_.has_value(), static_cast<std::int64_t>(to_resume_.size()), retries_.list(), swept_};
}

void Correlator::Machine::drop(const WaitKey& wait) {
  if (is_to_resume_.erase(wait) == 0) return;
  to_resume_.erase(std::find(to_resume_.begin(), to_resume_.end(), wait));
}

void Correlator::Machine::refuse_unless_in_hand(std::string_view run, std::string_view effect) const {
  if (!in_hand_) values::refuse({"no step is in hand"});
  if (in_hand_->wait.run != run) values::refuse({"run is not that of the step in hand"});
  if (in_hand_->wait.effect != effect) values::refuse({"effect is not that of the step in hand"});
}

}  // namespace restante
