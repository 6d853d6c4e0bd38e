#include "answer.h"

#include <algorithm>

#include "json_members.h"

namespace restante::cli {

namespace {

std::string text_or_empty(json::Value object, std::string_view name) {
  const auto value = first_member(object, name);
  return value && value->is(json::Type::string) ? value->decoded() : std::string();
}

}  // namespace

bool Answer::ok() const {
  const auto ok = first_member(json_.root(), "ok");
  return ok && ok->spelling() == "true";
}

std::optional<json::Value> Answer::value() const {
  return ok() ? first_member(json_.root(), "value") : std::nullopt;
}

std::optional<Answer::Failure> Answer::error() const {
  if (ok()) return std::nullopt;
  const auto error = first_member(json_.root(), "error");
  if (!error) return std::nullopt;
  return Failure{text_or_empty(*error, "code"), text_or_empty(*error, "message"), *error};
}

std::string on_one_line(std::string json) {
  std::replace(json.begin(), json.end(), '\n', ' ');
  return json;
}

}  // namespace restante::cli
