#include "operator/wait_facts.h"

#include "json_members.h"
#include "operator/door_commands.h"
#include "operator/door_values.h"

namespace restante::cli {

namespace {

constexpr std::string_view select_facts =
    "SELECT w.registered_at, w.parked_at, e.source, e.id,"
    " EXISTS (SELECT 1 FROM restante_sealed_runs s WHERE s.tenant = w.tenant AND s.run = w.run) AS sealed"
    " FROM restante_tenants t JOIN restante_waits w ON w.tenant = t.tenant"
    " LEFT JOIN restante_events e"
    " ON e.tenant = w.tenant AND e.run = w.run AND e.effect = w.effect AND e.state = 'held'"
    " WHERE t.name = ? AND w.run = ? AND w.effect = ?";

}  // namespace

std::optional<WaitFacts> facts_of(json::Value wait, OperatorStore& store) {
  const Answer answer =
      store.ask(sql_command(select_facts, {store.tenant(), text_of(first_member(wait, "run")),
                                           text_of(first_member(wait, "effect"))}));
  const std::vector<json::Value> rows = elements_of(answer.value());
  if (rows.empty()) return std::nullopt;
  const json::Value row = rows.front();
  const auto member = [&](std::string_view name) { return first_member(row, name).value(); };
  WaitFacts facts{whole_of(member("registered_at")), std::nullopt, std::nullopt,
                  whole_of(member("sealed")) == 1};
  if (!is_null(member("parked_at"))) facts.parked_at = whole_of(member("parked_at"));
  if (!is_null(member("source"))) facts.holds = shown_event(row);
  return facts;
}

}  // namespace restante::cli
