#include "operator/command.h"

#include <algorithm>

#include "exit_codes.h"
#include "json/document.h"
#include "values/utf8.h"

namespace restante::cli {

namespace {

using Action = decltype(EventsCommand::action);

constexpr Limit default_limit = 100;

bool holds(const Words& words, const std::string& wanted) {
  return std::find(words.begin(), words.end(), wanted) != words.end();
}

// The words behind the database and the sub-command.
struct Given {
  const Operands& all;
  Words operands;

  bool has(const std::string& option) const { return all.last_value(option).has_value(); }
  std::string required(const std::string& option) const {
    const std::optional<std::string> value = all.last_value(option);
    if (!value) throw UsageError("'" + all.operands[1] + "' needs the option '" + option + "'");
    return *value;
  }
  void need(std::size_t count, const std::string& what) const {
    if (operands.size() != count) throw UsageError("'" + all.operands[1] + "' takes " + what);
  }
};

// 1 is the least: a list of nothing would look like good news.
Limit read_limit(const std::string& text) {
  const bool digits = text.find_first_not_of("0123456789") == std::string::npos;
  const std::optional<Limit> limit = digits ? json::parsed_integer(text) : std::nullopt;
  if (!limit || *limit < 1 || *limit > max_count)
    throw UsageError("--limit is a whole number from 1, not '" + text + "'");
  return *limit;
}

Instant read_at(const std::string& text) {
  const std::optional<Instant> at = read_instant(text);
  if (!at)
    throw UsageError("--at is an instant in milliseconds or such as 2026-01-31T09:30:00Z, not '" + text +
                     "'");
  return *at;
}

Moment read_older_than(const std::string& text) {
  if (const std::optional<Instant> instant = read_instant(text)) return {*instant, false};
  if (const std::optional<std::int64_t> duration = read_duration(text)) return {*duration, true};
  throw UsageError("--older-than is a duration such as 30d, 12h or 90m, or an instant, not '" + text + "'");
}

std::optional<Limit> optional_limit(const Given& given) {
  const std::optional<std::string> limit = given.all.last_value("--limit");
  return limit ? std::optional(read_limit(*limit)) : std::nullopt;
}

Limit limit_of(const Given& given) {
  return optional_limit(given).value_or(default_limit);
}

EventId event_of(const Given& given) {
  given.need(2, "a source and an id");
  return {given.operands[0], given.operands[1]};
}

CorrelationKey key_of(const Given& given) {
  if (given.has("--namespace") || given.has("--value")) {
    given.need(0, "either NAMESPACE=VALUE, or --namespace and --value");
    return {given.required("--namespace"), given.required("--value")};
  }
  given.need(1, "one key, NAMESPACE=VALUE");
  const std::string& key = given.operands.front();
  const std::size_t equals = key.find('=');
  if (equals == std::string::npos) throw UsageError("'find' takes a key, NAMESPACE=VALUE, not '" + key + "'");
  return {key.substr(0, equals), key.substr(equals + 1)};
}

template <class Listing>
Action listing(const Given& given) {
  given.need(0, "nothing else");
  return Listing{limit_of(given)};
}

template <class EventAction>
Action event_action(const Given& given) {
  return EventAction{event_of(given)};
}

Action stats(const Given& given) {
  given.need(0, "nothing else");
  return ShowStats{};
}

Action find(const Given& given) {
  return FindEvents{key_of(given), limit_of(given)};
}

Action conclude(const Given& given) {
  given.need(1, "one run");
  ConcludeRun conclude{given.operands.front(), {}};
  for (const auto& [name, value] : given.all.options)
    if (name == "--unanswered") conclude.unanswered.push_back(value);
  return conclude;
}

Action sweep(const Given& given) {
  given.need(0, "nothing else");
  return SweepEvents{read_older_than(given.required("--older-than")), given.required("--reason"),
                     optional_limit(given)};
}

struct SubCommand {
  std::string name;
  Words options;  // beside those that all of them have
  Action (*parse)(const Given&);
};

const std::vector<SubCommand>& sub_commands() {
  static const std::vector<SubCommand> all{
      {"stats", {"--at"}, stats},
      {"waiting", {"--limit", "--at"}, listing<ShowWaiting>},
      {"parked", {"--limit", "--at"}, listing<ShowParked>},
      {"dead", {"--limit"}, listing<ShowDead>},
      {"find", {"--limit", "--namespace", "--value"}, find},
      {"lookup", {}, event_action<LookUpEvent>},
      {"requeue", {"--at"}, event_action<RequeueEvent>},
      {"offer", {"--at"}, event_action<OfferEvent>},
      {"erase", {}, event_action<EraseEvent>},
      {"conclude", {"--unanswered", "--at"}, conclude},
      {"sweep", {"--older-than", "--reason", "--limit", "--at"}, sweep},
  };
  return all;
}

const SubCommand* find_sub_command(const std::string& name) {
  for (const SubCommand& each : sub_commands())
    if (each.name == name) return &each;
  return nullptr;
}

const SubCommand& sub_command_of(const Operands& given) {
  if (given.operands.empty()) throw UsageError("'events' takes a database and a sub-command");
  const std::string& first = given.operands.front();
  if (given.operands.size() == 1) {
    if (find_sub_command(first)) throw UsageError("the database is missing in front of '" + first + "'");
    throw UsageError("the sub-command is missing behind '" + first + "'");
  }
  const std::string& name = given.operands[1];
  const SubCommand* const found = find_sub_command(name);
  if (!found) throw UsageError("'events' has no sub-command '" + name + "'");
  return *found;
}

void refuse_options_of_others(const Operands& given, const SubCommand& wanted) {
  for (const auto& [name, value] : given.options)
    if (name != "--tenant" && name != "--json" && !holds(wanted.options, name))
      throw UsageError("'" + wanted.name + "' has no option '" + name + "'");
}

EventsCommand command_from(const Operands& given) {
  const SubCommand& sub_command = sub_command_of(given);
  refuse_options_of_others(given, sub_command);
  const std::optional<std::string> at = given.last_value("--at");
  return {given.operands.front(), given.last_value("--tenant").value_or(default_tenant),
          given.last_value("--json").has_value(), at ? std::optional(read_at(*at)) : std::nullopt,
          sub_command.parse({given, Words(given.operands.begin() + 2, given.operands.end())})};
}

}  // namespace

std::optional<EventsCommand> parse_events_command(const Words& words) try {
  for (const std::string& word : words)
    if (!utf8::is_valid(word)) throw UsageError("'" + word + "' is not UTF-8");
  const Operands given = sort_out(
      words,
      {"--tenant", "--limit", "--at", "--namespace", "--value", "--unanswered", "--older-than", "--reason"},
      {"--json"});
  if (given.help) return std::nullopt;
  return command_from(given);
} catch (const UsageError& error) {
  throw EventsUsageError(error.what());
}

}  // namespace restante::cli
