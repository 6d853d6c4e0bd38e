#include "door/arguments.h"

#include "restante/error.h"
#include "values/sentence.h"
#include "values/subject.h"

namespace restante::door {

Arguments::Arguments(json::Value object, Door::Payloads payloads) : Arguments(object, payloads, "") {}

Arguments::Arguments(json::Value object, Door::Payloads payloads, std::string path)
    : payloads_(payloads), path_(std::move(path)) {
  if (!object.is(json::Type::object))
    values::refuse({path_.empty() ? "a command" : path_, " must be an object"});
  members_.reserve(8);
  object.for_each_member([&](json::Value name, json::Value value) {
    members_.push_back({name, value, false});
  });
}

std::string Arguments::path(std::string_view member) const {
  return path_.empty() ? std::string(member) : values::sentence({path_, ".", member});
}

bool Arguments::has(std::string_view name) const {
  for (const Member& member : members_)
    if (member.name.equals(name)) return true;
  return false;
}

void Arguments::refuse(std::string_view name, const char* why) const {
  if (has(name)) values::refuse({path(name), " ", why});
}

std::optional<json::Value> Arguments::find(std::string_view name) {
  std::optional<json::Value> found;
  for (Member& member : members_) {
    if (!member.name.equals(name)) continue;
    if (found) values::refuse({path(name), " is written twice"});
    found = member.value;
    member.read = true;
  }
  return found;
}

json::Value Arguments::require(std::string_view name) {
  const std::optional<json::Value> value = find(name);
  if (!value) values::refuse({path(name), " is missing"});
  return *value;
}

void Arguments::ill_typed(std::string_view name, const char* wanted) const {
  values::refuse({path(name), " must be ", wanted});
}

std::string Arguments::text_of(std::string_view name, json::Value value) const {
  if (!value.is(json::Type::string)) ill_typed(name, "text");
  return value.decoded();
}

std::int64_t Arguments::whole_of(std::string_view name, json::Value value) const {
  if (!value.is(json::Type::number)) ill_typed(name, "a whole number");
  const std::optional<std::int64_t> whole = json::whole_number(value.spelling());
  if (!whole) ill_typed(name, "a whole number, and one of 64 bits");
  return *whole;
}

std::string Arguments::text(std::string_view name) {
  return text_of(name, require(name));
}

std::optional<std::string> Arguments::optional_text(std::string_view name) {
  const auto value = find(name);
  return value ? std::optional(text_of(name, *value)) : std::nullopt;
}

std::int64_t Arguments::whole(std::string_view name) {
  return whole_of(name, require(name));
}

std::optional<std::int64_t> Arguments::optional_whole(std::string_view name) {
  const auto value = find(name);
  return value ? std::optional(whole_of(name, *value)) : std::nullopt;
}

std::optional<bool> Arguments::optional_boolean(std::string_view name) {
  const auto value = find(name);
  if (!value) return std::nullopt;
  if (!value->is(json::Type::boolean)) ill_typed(name, "true or false");
  return value->spelling() == "true";
}

std::string Arguments::payload(std::string_view name) {
  const json::Value value = require(name);
  if (payloads_ == Door::Payloads::in_place) return std::string(value.spelling());
  if (!value.is(json::Type::string)) ill_typed(name, "a string that holds JSON text");
  return value.decoded();
}

Arguments Arguments::object(std::string_view name) {
  return Arguments(require(name), payloads_, path(name));
}

std::optional<Arguments> Arguments::optional_object(std::string_view name) {
  const auto value = find(name);
  return value ? std::optional(Arguments(*value, payloads_, path(name))) : std::nullopt;
}

std::vector<json::Value> Arguments::list(std::string_view name) {
  const json::Value value = require(name);
  if (!value.is(json::Type::array)) ill_typed(name, "a list");
  std::vector<json::Value> elements;
  value.for_each_element([&](json::Value element) { elements.push_back(element); });
  return elements;
}

std::vector<std::string> Arguments::texts(std::string_view name) {
  const std::vector<json::Value> elements = list(name);
  std::vector<std::string> texts;
  texts.reserve(elements.size());
  for (std::size_t i = 0; i < elements.size(); ++i)
    texts.push_back(text_of(values::Subject(name, i).text(), elements[i]));
  return texts;
}

std::optional<std::vector<json::Value>> Arguments::optional_list(std::string_view name) {
  return has(name) ? std::optional(list(name)) : std::nullopt;
}

Arguments Arguments::element(std::string_view name, std::size_t index, json::Value element) const {
  return Arguments(element, payloads_, values::sentence({path(name), "[", index, "]"}));
}

void Arguments::done() const {
  for (const Member& member : members_) {
    if (member.read) continue;
    const std::string name = member.name.decoded();
    // A name that is not ours may be anything, a secret in the wrong place included: show what is short.
    if (name.size() > 64)
      values::refuse(
          {"there is an unknown member with a long name in ", path_.empty() ? "the command" : path_});
    values::refuse({"unknown member '", path(values::shown(name)), "'"});
  }
}

}  // namespace restante::door
