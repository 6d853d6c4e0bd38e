#include "operator/events.h"

#include <ostream>
#include <type_traits>

#include "exit_codes.h"
#include "local_world.h"
#include "operator/door_commands.h"
#include "operator/door_values.h"
#include "operator/telling.h"
#include "printable.h"
#include "restante/open.h"

namespace restante::cli {

namespace {

template <class Action, class... Others>
constexpr bool is_one_of = (std::is_same_v<Action, Others> || ...);

template <class Action>
constexpr bool is_on_one_event = is_one_of<Action, RequeueEvent, OfferEvent, EraseEvent>;

template <class Action>
constexpr bool writes = is_on_one_event<Action> || is_one_of<Action, ConcludeRun, SweepEvents>;

template <class Action>
Outcome outcome_of(const Answer& answer) {
  const json::Value value = answer.value().value();
  if constexpr (is_on_one_event<Action>) {
    const std::vector<json::Value> values = elements_of(value);
    return {values.at(1), values.at(0)};
  }
  return {value, std::nullopt};
}

template <class Action>
int run(const Action& action, bool json, const Surroundings& around, std::ostream& out, std::ostream& err) {
  if constexpr (writes<Action>) around.store.allow_writing();
  const Answer answer = around.store.ask(door_command(action, around.now));
  const Outcome outcome = outcome_of<Action>(answer);
  const std::optional<std::string> refused = refusal(action, outcome);
  if (json)
    out << on_one_line(std::string(outcome.value.spelling())) << '\n';
  else if (!refused)
    out << tell(action, outcome, around);
  if (refused) err << "restante: " << *refused << '\n';
  return refused ? exit_failure : exit_success;
}

}  // namespace

int events(const EventsCommand& command, std::ostream& out, std::ostream& err) try {
  OperatorStore store(local_world(""), command.database, command.tenant);
  const Surroundings around{store, command.at ? *command.at : system_now()};
  return std::visit([&](const auto& action) { return run(action, command.json, around, out, err); },
                    command.action);
} catch (const OperatorFailure& failure) {
  err << "restante: " << failure.code << ": " << printable(failure.what()) << '\n';
  return exit_failure;
}

}  // namespace restante::cli
