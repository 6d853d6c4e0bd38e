// Owner of restante_events and restante_live_keys: every event ever seen, and the keys under which the live
// ones are found. An event has rows in restante_live_keys exactly while it is live.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "events/checks.h"
#include "restante/event.h"
#include "store/scope.h"

namespace restante::events {

enum class State { live, held, spent, dead };

// The part of a row that decides matches; the payload stays where it is.
struct EventRow {
  std::int64_t arrival;
  State state;
  EventId identity;
  std::string kind;
  Correlation correlation;
  Instant received_at;
  std::string run;     // held and spent only
  std::string effect;  // held and spent only
  bool addressed;
};

// The identity of a wait.
struct WaitId {
  std::string_view run;
  std::string_view effect;
};

class EventRows {
 public:
  explicit EventRows(const Place& place) : database_(place.database), tenant_(place.tenant) {}

  // Keeps a new event as live, or held and addressed. False, and nothing changed, if its identity is known.
  bool insert_live(const CheckedEvent& event, Instant at);
  bool insert_addressed(const CheckedEvent& event, Instant at, WaitId holder);

  std::optional<EventRow> find(const EventId& event);
  std::optional<std::int64_t> held_by(WaitId holder);

  // The oldest live event under one key; `from` restricts it to one source.
  std::optional<std::int64_t> oldest_live(const CorrelationKey& key, std::string_view kind,
                                          const std::optional<std::string>& from);

  ClaimedEvent load(std::int64_t arrival);

  // live → held.
  ClaimedEvent hold(std::int64_t arrival, WaitId holder);
  void hold(const EventRow& event, WaitId holder);
  // held → spent, whichever event it is; no-op if nothing is held.
  void shed(WaitId holder);
  // held → spent, if it is this event.
  void shed(const EventRow& event);
  // held → live, or dead("addressee concluded") if addressed.
  void release(const EventRow& event);

  std::optional<EventRow> find_held(WaitId holder);

  // live → dead(reason), received at or before `older_than`, oldest first. Answers how many.
  std::int64_t sweep(Instant older_than, std::string_view reason, std::optional<Limit> limit);
  std::vector<DeadLetter> dead_letters(Limit limit);

 private:
  std::optional<std::int64_t> insert(const CheckedEvent& event, Instant at, std::string_view state,
                                     const WaitId* holder);
  void add_live_keys(const Correlation& keys, std::string_view kind, std::string_view source,
                     Instant received_at, std::int64_t arrival);
  void remove_live_keys(const Correlation& keys, std::string_view kind, Instant received_at,
                        std::int64_t arrival);

  storage::Database& database_;
  std::int64_t tenant_;
};

}  // namespace restante::events
