#include "scenario_line.h"

#include <set>

#include "bad_line.h"
#include "json/writer.h"

namespace restante::cli {

namespace {

ParsedJson parse(const std::string& name, std::string json) try {
  return ParsedJson(std::move(json));
} catch (const json::Malformed& malformed) {
  throw BadLine{name + " cannot be compared: " + malformed.reason};
}

JsonPointer read_pointer(json::Value value, const char* ill_typed) {
  if (!value.is(json::Type::string)) throw BadLine{ill_typed};
  const std::string text = value.decoded();
  if (auto pointer = JsonPointer::parse(text)) return *pointer;
  std::string reason;
  json::append_string(reason, text);
  throw BadLine{reason + " is not a JSON pointer"};
}

ParsedJson read_error(std::string json) {
  ParsedJson error = parse("expect_error", std::move(json));
  if (!error.root().is(json::Type::string) && !error.root().is(json::Type::object))
    throw BadLine{"expect_error must be text or an object"};
  return error;
}

// The text that the answer must contain. What a reference stands for need not be a text itself: then its JSON
// is looked for as it was spelled.
std::string read_text(std::string_view written, std::string json) {
  if (written.front() != '"') throw BadLine{"expect_text must be text"};
  const ParsedJson text = parse("expect_text", std::move(json));
  std::string wanted = text.root().is(json::Type::string) ? text.root().decoded() : text.text();
  if (wanted.empty()) throw BadLine{"expect_text must not be empty"};
  return wanted;
}

std::vector<JsonPointer> read_absent(std::string json) {
  constexpr const char* ill_typed = "expect_absent must be a list of JSON pointers";
  const ParsedJson list = parse("expect_absent", std::move(json));
  if (!list.root().is(json::Type::array)) throw BadLine{ill_typed};
  std::vector<JsonPointer> places;
  list.root().for_each_element([&](json::Value place) { places.push_back(read_pointer(place, ill_typed)); });
  return places;
}

std::vector<Save> read_saves(std::string_view json) {
  constexpr const char* ill_typed = "save must be an object of names and JSON pointers";
  const ParsedJson object = parse("save", std::string(json));
  if (!object.root().is(json::Type::object)) throw BadLine{ill_typed};
  std::vector<Save> saves;
  object.root().for_each_member([&](json::Value name, json::Value place) {
    saves.push_back({name.decoded(), read_pointer(place, ill_typed)});
    if (saves.back().name.empty()) throw BadLine{"save has an empty name"};
  });
  return saves;
}

void read_expectation(const LineMember& member, const SavedValues& saved, Expectations& expectations) {
  std::string json = put_in_saved(member.value, saved);
  if (member.name == "expect")
    expectations.value = parse(member.name, std::move(json));
  else if (member.name == "expect_match")
    expectations.match = parse(member.name, std::move(json));
  else if (member.name == "expect_error")
    expectations.error = read_error(std::move(json));
  else if (member.name == "expect_text")
    expectations.text = read_text(member.value, std::move(json));
  else if (member.name == "expect_absent")
    expectations.absent = read_absent(std::move(json));
  else
    throw BadLine{"there is no expectation '" + member.name + "'"};
}

bool is_expectation(std::string_view name) {
  return name.starts_with("expect");
}
bool is_for_the_runner(std::string_view name) {
  return is_expectation(name) || name == "save" || name == "note" || name == "requires";
}

void refuse_second(const std::string& name, std::set<std::string>& seen) {
  if (!seen.insert(name).second) throw BadLine{name + " is written twice"};
}

// A command that fails has no value, so the one excludes the other.
void refuse_contradiction(const LineMembers& members) {
  if (find_member(members, "expect_error") == nullptr) return;
  for (const char* name : {"expect", "expect_match", "expect_absent", "save"})
    if (find_member(members, name) != nullptr)
      throw BadLine{std::string(name) + " cannot stand beside expect_error"};
}

}  // namespace

ScenarioLine read_line(const LineMembers& members, const SavedValues& saved) {
  if (required_features(members)) throw BadLine{"requires must come first"};
  ScenarioLine line;
  std::set<std::string> seen;
  line.command = "{";
  for (const LineMember& member : members) {
    if (is_for_the_runner(member.name)) refuse_second(member.name, seen);
    if (member.name == "save") {
      line.expectations.saves = read_saves(member.value);
    } else if (member.name == "note") {
      if (!text_member(members, "note")) throw BadLine{"note must be text"};
    } else if (is_expectation(member.name)) {
      read_expectation(member, saved, line.expectations);
    } else {
      if (line.command.size() > 1) line.command += ',';
      line.command += member.spelled_name;
      line.command += ':';
      line.command += put_in_saved(member.value, saved);
    }
  }
  line.command += '}';
  refuse_contradiction(members);
  return line;
}

std::string note_of(const LineMembers& members) {
  return text_member(members, "note").value_or("");
}

std::optional<std::vector<std::string>> required_features(const LineMembers& members) {
  const LineMember* required = find_member(members, "requires");
  if (required == nullptr) return std::nullopt;
  for (const LineMember& member : members)
    if (&member != required && member.name != "note") throw BadLine{"only a note can stand beside requires"};
  const ParsedJson list = parse("requires", std::string(required->value));
  if (!list.root().is(json::Type::array)) throw BadLine{"requires must be a list of texts"};
  std::vector<std::string> features;
  list.root().for_each_element([&](json::Value feature) {
    if (!feature.is(json::Type::string)) throw BadLine{"requires must be a list of texts"};
    features.push_back(feature.decoded());
  });
  return features;
}

}  // namespace restante::cli
