#include "operator/door_values.h"

#include "json_members.h"
#include "operator/shown_text.h"

namespace restante::cli {

bool is_true(std::optional<json::Value> value) {
  return value && value->spelling() == "true";
}

bool is_null(json::Value value) {
  return value.is(json::Type::null);
}

std::string text_of(std::optional<json::Value> value) {
  return value && value->is(json::Type::string) ? value->decoded() : std::string();
}

std::int64_t whole_of(std::optional<json::Value> value) {
  if (!value || !value->is(json::Type::number)) return 0;
  return json::whole_number(value->spelling()).value_or(0);
}

std::vector<json::Value> elements_of(std::optional<json::Value> list) {
  std::vector<json::Value> elements;
  if (list) list->for_each_element([&](json::Value element) { elements.push_back(element); });
  return elements;
}

std::string shown_wait(json::Value wait) {
  return shown_pair(text_of(first_member(wait, "run")), '/', text_of(first_member(wait, "effect")));
}

std::string shown_event(json::Value event) {
  return shown_pair(text_of(first_member(event, "source")), '/', text_of(first_member(event, "id")));
}

}  // namespace restante::cli
