// Events and waits: the two sides that find each other (contract 1, "Shapes").
//
// Thread rule: plain values.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "restante/values.h"

namespace restante {

// What an event and a wait may have in common. `name_space` is a name; `value` any text of up to 1,024
// bytes, the empty one included.
struct CorrelationKey {
  std::string name_space;
  std::string value;
  bool operator==(const CorrelationKey&) const = default;
};

// In the caller's order; of equal keys the first stays.
using Correlation = std::vector<CorrelationKey>;

// How sure we are of who minted an event on our own side.
enum class Basis { authenticated, asserted, connected };

// Who on our own side minted an event. `actor` has 1 to 256 bytes and is not blank.
struct MintedBy {
  std::string actor;
  Basis basis;
  bool operator==(const MintedBy&) const = default;
};

// The identity of an event inside its tenant.
struct EventId {
  std::string source;
  std::string id;
  bool operator==(const EventId&) const = default;
};

struct Event {
  std::string source;
  std::string id;
  std::string kind;
  Correlation correlation;
  // JSON text, kept to the letter. Required from a caller; absent in an answer once it is erased or shed.
  std::optional<std::string> payload;
  std::optional<MintedBy> by;

  EventId identity() const { return {source, id}; }
};

enum class Phase { forward, compensating };

// The expectation of one effect of one run; (run, effect) is its identity.
struct Wait {
  std::string run;
  std::string effect;
  std::string kind;
  Correlation correlation;
  // Stored and handed back, without meaning to the store.
  std::optional<std::string> case_name;
  std::uint32_t step = 0;
  Phase phase = Phase::forward;
  // Only events of exactly this source are accepted.
  std::optional<std::string> from;
  // From this instant on no event is elected for the wait or claimed by it any more.
  std::optional<Instant> deadline;
};

// What a wait gets: the event, and the instant it was received at.
struct ClaimedEvent {
  Event event;
  Instant received_at;
};

// The outcome of `deliver_to`.
struct AddressedDelivery {
  enum class Outcome { matched, duplicate, not_waiting };
  Outcome outcome;
  std::optional<Wait> wait;  // there if matched
};

// The outcome of `deliver`.
struct Delivery {
  enum class Outcome { matched, buffered, duplicate };
  Outcome outcome;
  std::optional<Wait> wait;             // there if matched
  std::optional<ClaimedEvent> claimed;  // the event as stored; there if matched
};

struct DeadLetter {
  Event event;
  Instant received_at;
  std::string reason;
};

// What became of a run's waits and of the events they held.
struct EndedRun {
  std::int64_t waits;           // registered waits that were removed
  std::vector<Event> released;  // back to live, oldest `received_at` first, then arrival
};

struct ConcludedRun {
  std::int64_t waits;
  std::vector<Event> released;
  std::vector<Wait> matched;  // the waits that took a released event, in the order of `released`
};

// Who minted an event: the operator's side, or nobody of ours.
struct Minter {
  std::optional<MintedBy> by;
};

enum class EventState {
  live,   // buffered; nobody has it
  held,   // claimed for one wait, payload intact
  spent,  // delivered: payload shed, identity, minter and claimant kept
  dead,   // a dead letter
};

// The wait that an event is or was claimed for.
struct Claimant {
  std::string run;
  std::string effect;
};

// All that is known of one event.
struct EventRecord {
  Event event;
  Instant received_at;
  EventState state;
  std::optional<Claimant> claimed_by;  // held and spent only
  std::optional<std::string> reason;   // dead only
  bool erased;                         // its content was removed
  bool addressed;                      // it came through `deliver_to`
};

struct EventStats {
  std::int64_t live;
  std::int64_t held;
  std::int64_t spent;
  std::int64_t dead;
  std::int64_t erased;        // in any state
  std::int64_t waits_open;    // those of sealed runs left out
  std::int64_t waits_parked;  // those of sealed runs too, until `parked_waits` retires them
  std::int64_t sealed_runs;
  std::optional<Instant> oldest_live_at;
  std::optional<Instant> oldest_held_at;
};

}  // namespace restante
