#include "expectations.h"

#include "json/writer.h"
#include "json_equality.h"

namespace restante::cli {

namespace {

std::string quoted(std::string_view text) {
  std::string out;
  json::append_string(out, text);
  return out;
}

std::string describe_value(const ParsedJson& value) {
  return "the value " + value.text();
}
std::string describe_match(const ParsedJson& match) {
  return "a value that matches " + match.text();
}
std::string describe_error(const ParsedJson& error) {
  return (error.root().is(json::Type::string) ? "the error " : "an error that matches ") + error.text();
}

std::string describe_success(const Expectations& expectations) {
  if (expectations.value) return describe_value(*expectations.value);
  if (expectations.match) return describe_match(*expectations.match);
  return "success";
}

std::string tell(const std::string& subject, const Difference& difference) {
  const std::string place =
      difference.pointer.empty() ? subject : subject + " at " + quoted(difference.pointer);
  return place + " " + difference.what;
}

std::optional<Disappointment> judge_error(const Answer& answer, const ParsedJson& expected) {
  const auto error = answer.error();
  if (!error) return Disappointment{describe_error(expected), "the command succeeded"};
  const json::Value wanted = expected.root();
  if (wanted.is(json::Type::string)) {
    if (error->code == wanted.decoded()) return std::nullopt;
    return Disappointment{describe_error(expected), "the command failed with another code"};
  }
  if (const auto difference = find_difference(error->object, wanted, Matching::at_least))
    return Disappointment{describe_error(expected), tell("the error", *difference)};
  return std::nullopt;
}

std::optional<Disappointment> judge_value(json::Value value, const Expectations& expectations) {
  if (expectations.value)
    if (const auto difference = find_difference(value, expectations.value->root(), Matching::exactly))
      return Disappointment{describe_value(*expectations.value), tell("the value", *difference)};
  if (expectations.match)
    if (const auto difference = find_difference(value, expectations.match->root(), Matching::at_least))
      return Disappointment{describe_match(*expectations.match), tell("the value", *difference)};
  for (const JsonPointer& place : expectations.absent)
    if (place.find(value)) return Disappointment{"nothing at " + quoted(place.text()), "there is something"};
  for (const Save& save : expectations.saves)
    if (!save.place.find(value))
      return Disappointment{"something at " + quoted(save.place.text()) + " to save as " + quoted(save.name),
                            "there is nothing"};
  return std::nullopt;
}

std::optional<Disappointment> judge_text(const Answer& answer, const std::string& text) {
  if (answer.text().find(text) != std::string::npos) return std::nullopt;
  return Disappointment{"an answer that contains the text " + quoted(text), "the answer does not contain it"};
}

}  // namespace

std::optional<Disappointment> find_disappointment(const Answer& answer, const Expectations& expectations) {
  if (expectations.error) {
    if (auto disappointment = judge_error(answer, *expectations.error)) return disappointment;
  } else {
    const auto value = answer.value();
    if (!value) return Disappointment{describe_success(expectations), "the command failed"};
    if (auto disappointment = judge_value(*value, expectations)) return disappointment;
  }
  return expectations.text ? judge_text(answer, *expectations.text) : std::nullopt;
}

}  // namespace restante::cli
