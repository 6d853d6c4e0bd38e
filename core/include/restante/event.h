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

struct DeadLetter {
  Event event;
  Instant received_at;
  std::string reason;
};

}  // namespace restante
