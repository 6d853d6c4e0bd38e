#include "deliveries.h"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>

#include "problem.h"

namespace demo {

namespace {

using nlohmann::json;

// Where in a payload the correlation keys stand.
struct KeyPlace {
  std::string name_space;
  std::string place;
};

const std::vector<KeyPlace> key_places{
    {"repository", "/repository/full_name"},
    {"commit", "/check_run/head_sha"},
    {"commit", "/check_suite/head_sha"},
    {"commit", "/workflow_run/head_sha"},
    {"commit", "/workflow_job/head_sha"},
    {"commit", "/pull_request/head/sha"},
    {"commit", "/deployment/sha"},
    {"commit", "/sha"},
    {"commit", "/after"},
    {"branch", "/workflow_run/head_branch"},
    {"branch", "/workflow_job/head_branch"},
    {"check_run", "/check_run/id"},
    {"workflow_run", "/workflow_run/id"},
    {"deployment", "/deployment/id"},
    {"installation", "/installation/id"},
};

// A number means something within its repository only, so these keys are made of both: "owner/repository#2".
// One key in common is enough for a match, so a key of the bare number would match in any repository.
const std::vector<KeyPlace> numbered_places{
    {"pull_request", "/pull_request/number"},
    {"issue", "/issue/number"},
    {"discussion", "/discussion/number"},
};

std::string read_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file || std::filesystem::is_directory(path))
    throw Problem("cannot read the deliveries in '" + path + "'");
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

// Payloads go into the store as the very bytes of the input file. Parsing and printing them again would
// change them, and differently in each language, so they are cut out of the text. These three functions find
// out where; they may trust the text, for it was parsed before.
struct Extent {
  std::size_t begin;
  std::size_t end;
};

std::size_t end_of_string(const std::string& text, std::size_t begin) {
  std::size_t i = begin + 1;
  while (text[i] != '"') i += text[i] == '\\' ? 2 : 1;
  return i + 1;
}

std::size_t end_of_value(const std::string& text, std::size_t begin) {
  if (text[begin] == '"') return end_of_string(text, begin);
  if (text[begin] != '{' && text[begin] != '[') return text.find_first_of(",]} \t\r\n", begin);
  std::size_t i = begin;
  int depth = 0;
  do {
    if (text[i] == '{' || text[i] == '[') ++depth;
    if (text[i] == '}' || text[i] == ']') --depth;
    i = text[i] == '"' ? end_of_string(text, i) : i + 1;
  } while (depth > 0);
  return i;
}

// The extents of everything directly inside a list (its items) or an object (names and values in turn).
std::vector<Extent> items_inside(const std::string& text, std::size_t begin) {
  std::vector<Extent> items;
  std::size_t i = begin + 1;
  while (true) {
    i = text.find_first_not_of(" \t\r\n,:", i);
    if (text[i] == '}' || text[i] == ']') return items;
    items.push_back({i, end_of_value(text, i)});
    i = items.back().end;
  }
}

// The texts of all payloads: the items of every member "examples", in the order of the file.
std::vector<std::string> cut_payloads(const std::string& text) {
  std::vector<std::string> payloads;
  for (const Extent& entry : items_inside(text, text.find('['))) {
    const std::vector<Extent> members = items_inside(text, entry.begin);
    for (std::size_t i = 0; i + 1 < members.size(); i += 2) {
      if (text.compare(members[i].begin, members[i].end - members[i].begin, "\"examples\"") != 0) continue;
      for (const Extent& payload : items_inside(text, members[i + 1].begin))
        payloads.push_back(text.substr(payload.begin, payload.end - payload.begin));
    }
  }
  return payloads;
}

// A text, or a whole number as text, at a place in the payload.
std::optional<std::string> text_at(const json& payload, const std::string& place) {
  const json::json_pointer pointer(place);
  if (!payload.contains(pointer)) return std::nullopt;
  const json& value = payload[pointer];
  if (value.is_string()) return value.get<std::string>();
  if (value.is_number_integer()) return value.dump();
  return std::nullopt;
}

// Who sent it: the repository, or else the account, that the webhook belongs to.
std::string source_of(const json& payload) {
  for (const char* place : {"/repository/full_name", "/organization/login", "/installation/account/login"})
    if (const auto owner = text_at(payload, place)) return "github/" + *owner;
  return "github";
}

// The name of the event and its action. The action of every deployment status is "created"; what a run wants
// to know is the status itself, so that one stands in its place.
std::string kind_of(const std::string& name, const json& payload) {
  const char* place = name == "deployment_status" ? "/deployment_status/state" : "/action";
  const auto action = text_at(payload, place);
  return action ? name + "." + *action : name;
}

restante::Correlation correlation_of(const std::string& id, const json& payload) {
  restante::Correlation keys{{"delivery", id}};
  for (const KeyPlace& key : key_places)
    if (const auto value = text_at(payload, key.place)) keys.push_back({key.name_space, *value});
  const auto repository = text_at(payload, "/repository/full_name");
  for (const KeyPlace& key : numbered_places)
    if (const auto number = text_at(payload, key.place); number && repository)
      keys.push_back({key.name_space, *repository + "#" + *number});
  return keys;
}

// The button of a check run carries a name that the integrator gave it, and GitHub sends it back. So the
// integrator can say there which run the answer is for.
std::optional<std::string> addressee_of(const json& payload) {
  const auto button = text_at(payload, "/requested_action/identifier");
  return button ? std::optional("review " + *button) : std::nullopt;
}

}  // namespace

std::vector<Delivery> read_deliveries(const std::string& path) {
  const std::string text = read_file(path);
  const json document = json::parse(text, nullptr, false);
  if (!document.is_array() || document.empty())
    throw Problem("'" + path + "' is not a JSON list of webhook examples");
  std::vector<Delivery> deliveries;
  const std::vector<std::string> payloads = cut_payloads(text);
  for (const json& entry : document) {
    if (!entry.is_object() || !entry.contains("name") || !entry["name"].is_string() ||
        !entry.contains("examples") || !entry["examples"].is_array())
      throw Problem("'" + path + "' has an entry without a name or without examples");
    const std::string name = entry["name"];
    std::size_t number = 0;
    for (const json& payload : entry["examples"]) {
      // GitHub gives each delivery an id in a header; the package has none, so its place there
      // is the id.
      const std::string id = name + "/" + std::to_string(number++);
      deliveries.push_back({{.source = source_of(payload),
                             .id = id,
                             .kind = kind_of(name, payload),
                             .correlation = correlation_of(id, payload),
                             .payload = payloads.at(deliveries.size()),
                             .by = std::nullopt},
                            addressee_of(payload)});
    }
  }
  return deliveries;
}

std::string value_of_key(const restante::Event& event, const std::string& name_space) {
  for (const restante::CorrelationKey& key : event.correlation)
    if (key.name_space == name_space) return key.value;
  throw Problem("the delivery " + event.id + " has no key '" + name_space + "'");
}

}  // namespace demo
