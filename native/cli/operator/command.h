// `restante events DB SUB-COMMAND`: what an operator asks for, taken from the words of the command line.
#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "operands.h"
#include "operator/instants.h"
#include "restante/event.h"

namespace restante::cli {

// Looking: these open the database for reading only.
struct ShowStats {};
struct ShowWaiting {
  Limit limit;
};
struct ShowParked {
  Limit limit;
};
struct ShowDead {
  Limit limit;
};
struct FindEvents {
  CorrelationKey key;
  Limit limit;
};
struct LookUpEvent {
  EventId event;
};

// Repairing one event.
struct RequeueEvent {
  EventId event;
};
struct OfferEvent {
  EventId event;
};
struct EraseEvent {
  EventId event;
};

// Repairing more than that.
struct ConcludeRun {
  std::string run;
  std::vector<std::string> unanswered;
};
struct SweepEvents {
  Moment older_than;
  std::string reason;
  std::optional<Limit> limit;
};

inline constexpr const char* default_tenant = "default";

struct EventsCommand {
  std::string database;
  std::string tenant;
  bool json;                  // for programs: the door's value instead of sentences and tables
  std::optional<Instant> at;  // what counts as now, instead of the machine's clock
  std::variant<ShowStats, ShowWaiting, ShowParked, ShowDead, FindEvents, LookUpEvent, RequeueEvent,
               OfferEvent, EraseEvent, ConcludeRun, SweepEvents>
      action;
};

// `words` begin with "events". Nothing if help was asked for. Throws EventsUsageError.
std::optional<EventsCommand> parse_events_command(const Words& words);

}  // namespace restante::cli
