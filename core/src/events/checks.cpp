#include "events/checks.h"

#include <algorithm>
#include <string>

#include "events/correlation.h"
#include "restante/error.h"
#include "values/checks.h"
#include "values/sentence.h"

namespace restante::events {

namespace {

using values::Subject;

Correlation checked_correlation(std::string_view list, const Correlation& keys) {
  for (std::size_t i = 0; i < keys.size(); ++i) {
    values::check_name(Subject(list, i, "namespace"), keys[i].name_space);
    values::check_text(Subject(list, i, "value"), keys[i].value, max_name_bytes);
  }
  Correlation kept = without_duplicates(keys);
  if (kept.size() > max_correlation_keys)
    values::refuse({list, " has ", kept.size(), " keys; at most ", max_correlation_keys, " are allowed"});
  return kept;
}

bool is_ascii_white_space(char c) {
  return c == ' ' || (c >= '\t' && c <= '\r');
}

void check_minted_by(const MintedBy& by) {
  values::check_text("event.by.actor", by.actor, max_actor_bytes);
  if (std::all_of(by.actor.begin(), by.actor.end(), is_ascii_white_space))
    values::refuse({"event.by.actor is blank"});
}

}  // namespace

CheckedEvent checked(const Event& event, const Place& place) {
  values::check_name("event.source", event.source);
  values::check_name("event.id", event.id);
  values::check_name("event.kind", event.kind);
  if (event.by) check_minted_by(*event.by);
  if (!event.payload) values::refuse({"event.payload is missing"});
  return {event, checked_correlation("event.correlation", event.correlation),
          values::checked_payload("event.payload", *event.payload, place.max_payload_bytes)};
}

Wait checked(const Wait& wait) {
  values::check_name("wait.run", wait.run);
  values::check_name("wait.effect", wait.effect);
  values::check_name("wait.kind", wait.kind);
  if (wait.case_name) values::check_name("wait.case", *wait.case_name);
  if (wait.from) values::check_name("wait.from", *wait.from);
  if (wait.deadline) values::check_instant("wait.deadline", *wait.deadline);
  Wait kept = wait;
  kept.correlation = checked_correlation("wait.correlation", wait.correlation);
  return kept;
}

void check(const EventId& event) {
  values::check_name("event.source", event.source);
  values::check_name("event.id", event.id);
}

void check_effects(std::string_view list, const std::vector<std::string>& effects) {
  for (std::size_t i = 0; i < effects.size(); ++i) values::check_name(Subject(list, i), effects[i]);
}

}  // namespace restante::events
