#include "door/correlator_commands.h"

#include <algorithm>
#include <array>

#include "door/event_arguments.h"
#include "values/sentence.h"

namespace restante::door {

namespace {

void open(Arguments& in, Store& store, std::optional<Correlator>& correlator, Answer& out) {
  CorrelatorOptions options;
  options.redeliver_after_ms = in.optional_whole("redeliver_after_ms").value_or(options.redeliver_after_ms);
  options.grace_ms = in.optional_whole("grace_ms");
  options.page = in.optional_whole("page").value_or(options.page);
  options.base_delay_ms = in.optional_whole("base_delay_ms").value_or(options.base_delay_ms);
  options.max_delay_ms = in.optional_whole("max_delay_ms").value_or(options.max_delay_ms);
  in.done();
  correlator = Correlator(store, options);  // a refusal leaves the one that is open as it was
  out.null();
}

void deliver(Arguments& in, Correlator& correlator, Answer& out) {
  const Event event = read_event(in.object("event"));
  const Instant at = in.whole("at");
  in.done();
  out.outcome(correlator.deliver(event, at));
}

void expect(Arguments& in, Correlator& correlator, Answer& out) {
  const Wait wait = read_wait(in.object("wait"));
  const Instant at = in.whole("at");
  in.done();
  correlator.expect(wait, at);
  out.null();
}

void next(Arguments& in, Correlator& correlator, Answer& out) {
  const Instant at = in.whole("at");
  in.done();
  out.step(correlator.next(at));
}

void resumed(Arguments& in, Correlator& correlator, Answer& out) {
  const std::string run = in.text("run");
  const std::string effect = in.text("effect");
  in.done();
  correlator.resumed(run, effect);
  out.null();
}

void ended(Arguments& in, Correlator& correlator, Answer& out) {
  const std::string run = in.text("run");
  const std::string effect = in.text("effect");
  in.done();
  correlator.ended(run, effect);
  out.null();
}

void failed(Arguments& in, Correlator& correlator, Answer& out) {
  const std::string run = in.text("run");
  const std::string effect = in.text("effect");
  const std::string error = in.text("error");
  const Instant at = in.whole("at");
  in.done();
  out.correlator_failure(correlator.failed(run, effect, error, at));
}

void status(Arguments& in, Correlator& correlator, Answer& out) {
  in.done();
  out.correlator_status(correlator.status());
}

struct NamedCommand {
  std::string_view name;
  void (*run)(Arguments& in, Correlator& correlator, Answer& out);
};

constexpr std::array<NamedCommand, 7> commands{{
    {"correlator.deliver", deliver},
    {"correlator.ended", ended},
    {"correlator.expect", expect},
    {"correlator.failed", failed},
    {"correlator.next", next},
    {"correlator.resumed", resumed},
    {"correlator.status", status},
}};

}  // namespace

bool is_correlator_command(std::string_view name) {
  return name == "correlator.open" ||
         std::any_of(commands.begin(), commands.end(),
                     [&](const NamedCommand& known) { return known.name == name; });
}

void run_correlator_command(std::string_view name, Arguments& in, Store& store,
                            std::optional<Correlator>& correlator, Answer& out) {
  if (name == "correlator.open") return open(in, store, correlator, out);
  if (!correlator) values::refuse({"do: no correlator is open on this store"});
  for (const NamedCommand& known : commands)
    if (known.name == name) return known.run(in, *correlator, out);
}

}  // namespace restante::door
