// Owner of restante_events, restante_event_keys and restante_live_keys: every event that is known, the keys
// under which each is found, and those under which the live ones are claimed. An event has rows in
// restante_live_keys exactly while it is live.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "events/checks.h"
#include "events/totals.h"
#include "restante/event.h"
#include "store/scope.h"

namespace restante::events {

// The part of a row that decides matches; the payload stays where it is.
struct EventRow {
  std::int64_t arrival;
  EventState state;
  EventId identity;
  std::string kind;
  Correlation correlation;
  Instant received_at;
  std::string run;     // held and spent only
  std::string effect;  // held and spent only
  bool erased;
  bool addressed;
};

// The identity of a wait.
struct WaitId {
  std::string_view run;
  std::string_view effect;
};

class EventRows {
 public:
  EventRows(const Place& place, Totals& totals)
      : database_(place.database), tenant_(place.tenant), totals_(totals) {}

  bool is_known(const EventId& event);
  // Keeps an event that is not known yet.
  void insert_live(const CheckedEvent& event, Instant at);
  void insert_held(const CheckedEvent& event, Instant at, WaitId holder);
  void insert_addressed(const CheckedEvent& event, Instant at, WaitId holder);

  std::optional<EventRow> find(const EventId& event);
  std::optional<EventRow> find_held(WaitId holder);
  bool is_held_by(WaitId holder);
  bool is_held_by(WaitId holder, const EventId& event);
  bool holds_any(std::string_view run);
  std::vector<EventRow> held_by_run(std::string_view run);

  // The oldest live event under one key; `from` restricts it to one source.
  std::optional<std::int64_t> oldest_live(const CorrelationKey& key, std::string_view kind,
                                          const std::optional<std::string>& from);

  ClaimedEvent load(std::int64_t arrival);
  // What a wait holds, in one look: whatever another process does meanwhile, it comes with its payload.
  std::optional<ClaimedEvent> load_held(WaitId holder);

  // live → held.
  ClaimedEvent hold(std::int64_t arrival, WaitId holder);
  void hold(const EventRow& event, WaitId holder);
  // held → spent.
  void shed(std::int64_t arrival);
  // held → live.
  void revive(const EventRow& event);
  // held → dead("addressee concluded").
  void bury(const EventRow& event);
  // dead → live, received at `at`.
  void requeue(const EventRow& event, Instant at);
  // live, held → dead("erased"); the payload goes in any state.
  void erase(const EventRow& event);

  // live → dead(reason), received at or before `older_than`, oldest first. Answers how many.
  std::int64_t sweep(Instant older_than, std::string_view reason, std::optional<Limit> limit);
  // Deletes spent or dead events received at or before `older_than`, oldest first. Answers how many.
  std::int64_t forget(Instant older_than, bool spent, bool dead, Limit limit);

  std::vector<DeadLetter> dead_letters(Limit limit);
  std::optional<EventRecord> record(const EventId& event);
  std::vector<EventRecord> records(const CorrelationKey& key, Limit limit);
  std::optional<Minter> minter(const EventId& event);

 private:
  struct Forgettable {
    Instant received_at;
    std::int64_t arrival;
    bool operator<(const Forgettable& other) const;
  };

  void insert(const CheckedEvent& event, Instant at, EventState state, const WaitId* holder, bool addressed);
  void add_live_keys(const EventRow& event, Instant received_at);
  void remove_live_keys(const Correlation& keys, std::string_view kind, Instant received_at,
                        std::int64_t arrival);
  std::vector<Forgettable> oldest_in(EventState state, Instant older_than, Limit limit);
  void remove(std::int64_t arrival);

  storage::Database& database_;
  std::int64_t tenant_;
  Totals& totals_;
};

}  // namespace restante::events
