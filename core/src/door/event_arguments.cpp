#include "door/event_arguments.h"

#include <limits>
#include <utility>

#include "events/names.h"
#include "values/sentence.h"

namespace restante::door {

namespace {

Correlation read_correlation(Arguments& in) {
  Correlation keys;
  in.for_each_object("correlation", [&](Arguments key) {
    std::string name_space = key.text("namespace");
    std::string value = key.text("value");
    key.done();
    keys.push_back({std::move(name_space), std::move(value)});
  });
  return keys;
}

Basis read_basis(Arguments& in) {
  const std::optional<Basis> basis = events::basis_named(in.text("basis"));
  if (!basis) values::refuse({in.path("basis"), " is not one of authenticated, asserted, connected"});
  return *basis;
}

std::uint32_t read_step(Arguments& in) {
  const std::int64_t step = in.optional_whole("step").value_or(0);
  if (step < 0 || step > std::numeric_limits<std::uint32_t>::max())
    values::refuse({in.path("step"), " must lie between 0 and 4294967295"});
  return static_cast<std::uint32_t>(step);
}

Phase read_phase(Arguments& in) {
  const std::optional<std::string> given = in.optional_text("phase");
  if (!given) return Phase::forward;
  const std::optional<Phase> phase = events::phase_named(*given);
  if (!phase) values::refuse({in.path("phase"), " is not one of forward, compensating"});
  return *phase;
}

}  // namespace

Event read_event(Arguments in) {
  Event event;
  event.source = in.text("source");
  event.id = in.text("id");
  event.kind = in.text("kind");
  event.correlation = read_correlation(in);
  event.payload = in.payload("payload");
  if (auto by = in.optional_object("by")) {
    std::string actor = by->text("actor");
    event.by = MintedBy{std::move(actor), read_basis(*by)};
    by->done();
  }
  in.done();
  return event;
}

EventId read_identity(Arguments& in) {
  std::string source = in.text("source");
  return {std::move(source), in.text("id")};
}

EventId read_event_id(Arguments in) {
  EventId event = read_identity(in);
  in.done();
  return event;
}

Wait read_wait(Arguments in) {
  Wait wait;
  wait.run = in.text("run");
  wait.effect = in.text("effect");
  wait.kind = in.text("kind");
  wait.correlation = read_correlation(in);
  wait.case_name = in.optional_text("case");
  wait.step = read_step(in);
  wait.phase = read_phase(in);
  wait.from = in.optional_text("from");
  wait.deadline = in.optional_whole("deadline");
  in.done();
  return wait;
}

}  // namespace restante::door
