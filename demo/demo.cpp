// The demo in C++: real GitHub webhook deliveries meet the runs that wait for them. flows.md tells the story,
// and demo.mjs is this program once more in JavaScript, function by function and in the same order.
//
//     restante_demo DELIVERIES STORE DUMP
//
// reads the deliveries of the npm package @octokit/webhooks-examples, replays them against a new store file,
// prints what happened, and writes every row of the store to DUMP. No clock and no chance: every run of
// either program gives the same commands the same instants, so the two dumps have to be equal.

#include <cstdint>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "restante/open.h"

namespace {

using nlohmann::json;
using restante::Instant;

// ---- The flows ----

// One flow of the integrator: which delivery starts a run, and which event the run then waits for. The run
// waits under the value that its starting delivery has for `key`.
struct Flow {
  std::string name;
  std::string started_by;  // empty: started by hand only
  std::string waits_for;
  std::string key;
};

const std::vector<Flow> flows{
    {"pull-request-closed", "pull_request.opened", "pull_request.closed", "pull_request"},
    {"checks-completed", "check_run.created", "check_run.completed", "commit"},
    {"issue-commented", "issues.opened", "issue_comment.created", "issue"},
    {"deployment-succeeded", "deployment.created", "deployment_status.success", "deployment"},
    {"workflow-completed", "workflow_run.requested", "workflow_run.completed", "workflow_run"},
    {"discussion-answered", "discussion.created", "discussion.answered", "discussion"},
    {"repositories-chosen", "installation.created", "installation_repositories.added", "installation"},
    {"job-queued", "", "workflow_job.queued", "branch"},
    {"review-answered", "", "check_run.requested_action", "check_run"},
};

// The runs that somebody starts by hand before the first delivery.
struct HandStart {
  std::string flow;
  std::string run;
  std::string value;                // of the flow's key
  std::optional<std::string> from;  // the only sender that the run accepts
};

const std::vector<HandStart> started_by_hand{
    {"issue-commented", "triage of issue 1", "Codertocat/Hello-World#1", std::nullopt},
    {"job-queued", "runner pool", "main", "github/lineville/elastic-machines-testing"},
    {"review-answered", "review lgtm|26764", "1494503112", std::nullopt},
};

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

// The fixed date that the demo's time is counted from: 2024-01-01T00:00:00Z.
constexpr Instant beginning = 1'704'067'200'000;
constexpr Instant one_minute = 60'000;
// How long an unclaimed event may wait for its run before the sweep takes it.
constexpr Instant grace = 60 * one_minute;
const std::string sweep_reason = "no run asked for it within an hour";
constexpr std::size_t every_tenth = 10;

// The flows whose story is told step by step at the end.
const std::vector<std::pair<std::string, std::string>> stories{
    {"pull-request-closed", "The event may come before the wait"},
    {"deployment-succeeded", "Several runs compete for one key: one event each, oldest wait first"},
    {"review-answered", "An addressed event reaches its run and no other, however often it comes"},
    {"job-queued", "A wait with a named sender ignores the same key from anybody else"},
};

const Flow* flow_started_by(const std::string& kind) {
  for (const Flow& flow : flows)
    if (flow.started_by == kind) return &flow;
  return nullptr;
}

const Flow* flow_waiting_for(const std::string& kind) {
  for (const Flow& flow : flows)
    if (flow.waits_for == kind) return &flow;
  return nullptr;
}

const Flow& flow_named(const std::string& name) {
  for (const Flow& flow : flows)
    if (flow.name == name) return flow;
  throw std::logic_error("there is no flow '" + name + "'");
}

// ---- Reading the deliveries ----

// A failure that the user can mend; it is told in one sentence.
struct Problem : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// One webhook delivery, ready for the store.
struct Delivery {
  restante::Event event;
  std::optional<std::string> addressee;  // the run that the delivery names, if it names one
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

// ---- The replay ----

// The integrator's own table, in the same database file: one row for each run.
constexpr std::string_view create_runs = R"sql(CREATE TABLE demo_runs (
  run TEXT PRIMARY KEY,
  flow TEXT NOT NULL,
  waits_under TEXT NOT NULL,
  sender TEXT,
  state TEXT NOT NULL CHECK (state IN ('waiting', 'done')),
  started_at INTEGER NOT NULL,
  finished_at INTEGER,
  came TEXT CHECK (came IN ('early', 'late', 'addressed')),
  rivals INTEGER,
  event TEXT,
  answer TEXT
) STRICT)sql";

constexpr std::string_view insert_run = R"sql(
  INSERT INTO demo_runs (run, flow, waits_under, sender, state, started_at)
  VALUES (?, ?, ?, ?, 'waiting', ?))sql";

constexpr std::string_view count_rivals = R"sql(
  SELECT count(*) AS rivals FROM demo_runs AS mine JOIN demo_runs AS other USING (flow, waits_under)
  WHERE mine.run = ? AND other.run <> mine.run AND other.state = 'waiting')sql";

constexpr std::string_view finish_run = R"sql(
  UPDATE demo_runs SET state = 'done', finished_at = ?, came = ?, rivals = ?, event = ?, answer = ?
  WHERE run = ?)sql";

// "02:07": hours and minutes since the beginning.
std::string time_text(Instant at) {
  const Instant minutes = (at - beginning) / one_minute;
  const auto two_digits = [](Instant number) { return (number < 10 ? "0" : "") + std::to_string(number); };
  return two_digits(minutes / 60) + ":" + two_digits(minutes % 60);
}

// What became of the events of one kind, or of many kinds together.
struct Fate {
  std::int64_t came = 0;
  std::int64_t refused = 0;
  std::int64_t taken = 0;
  std::int64_t swept = 0;

  void add(const Fate& other) {
    came += other.came;
    refused += other.refused;
    taken += other.taken;
    swept += other.swept;
  }
};

class Replay {
 public:
  explicit Replay(restante::Store& store) : store_(store) { store_.sql(create_runs); }

  // A run that no delivery started.
  void start_by_hand(const HandStart& start) {
    const Instant at = next_instant();
    store_.transact([&](restante::Op& op) {
      start_run(op, flow_named(start.flow), start.run, start.value, start.from, at);
    });
  }

  // What the integrator's webhook endpoint does with a delivery.
  void receive(const Delivery& delivery) {
    const restante::Event& event = delivery.event;
    const Instant at = next_instant();
    // The event is kept and the run that it starts is written in one commit: a crash leaves both or neither.
    const bool is_new = store_.transact([&](restante::Op& op) {
      if (!op.events().buffer(event, at)) return false;
      if (const Flow* flow = flow_started_by(event.kind)) start_run_with(op, *flow, event, at);
      return true;
    });
    if (!is_new) {
      ++fates_[event.kind].refused;
      tell(event.kind, at, event.id + " comes again and is refused");
      return;
    }
    ++fates_[event.kind].came;
    // From the match on the event is held for that wait. After a crash before the run went on, `claim_for`
    // with the same wait would hand it out again.
    const std::optional<restante::Wait> wait = store_.events().match_waiter(event.identity(), at);
    const std::string held = wait ? "" : "; no wait accepts it, so it is held";
    tell(event.kind, at, event.id + " comes from " + event.source + held);
    if (wait) resume(*wait, event, "late", at);
  }

  // A delivery that names its run. Its sender hears nothing for a while, and sends it twice more.
  void receive_addressed(const Delivery& delivery) {
    const restante::Event& event = delivery.event;
    const std::optional<restante::Wait> wait = deliver_to(*delivery.addressee, event);
    if (!wait) return;  // the run does not wait for it, so nothing was kept
    ++fates_[event.kind].came;
    deliver_to(*delivery.addressee, event);  // the run has not gone on yet, so the answer is the same
    resume(*wait, event, "addressed", next_instant());
    deliver_to(*delivery.addressee, event);  // now it has
    ++fates_[event.kind].refused;
  }

  // What nobody has asked for within the grace becomes a dead letter.
  std::int64_t sweep() { return store_.events().sweep_unclaimed(next_instant() - grace, sweep_reason); }

  // What became of the events of each kind, the sweep aside.
  const std::map<std::string, Fate>& fates() const { return fates_; }

  // What happened in a flow, in the order in which it happened.
  const std::vector<std::string>& story_of(const std::string& flow) { return stories_[flow]; }

 private:
  // Time in the demo is a counter: one minute for each thing that happens.
  Instant next_instant() { return now_ += one_minute; }

  // The run takes the delivery that started it, so that nobody else gets it and no sweep finds it.
  void start_run_with(restante::Op& op, const Flow& flow, const restante::Event& event, Instant at) {
    const std::string run = "run of " + event.id;
    op.events().claim_for(wait_of(run, "start", event.kind, {{"delivery", event.id}}), at);
    op.events().unsubscribe(run, "start");
    ++fates_[event.kind].taken;
    start_run(op, flow, run, value_of_key(event, flow.key), std::nullopt, at);
  }

  // First the wait is registered, then the run looks for an event that came before it.
  void start_run(restante::Op& op, const Flow& flow, const std::string& run, const std::string& value,
                 const std::optional<std::string>& from, Instant at) {
    op.sql(insert_run, {run, flow.name, value, from ? restante::SqlValue(*from) : nullptr, at});
    restante::Wait wait = wait_of(run, "answer", flow.waits_for, {{flow.key, value}});
    wait.from = from;
    op.events().subscribe(wait, at);
    const std::string sender = from ? ", from " + *from + " only" : "";
    const std::string wanted = flow.waits_for + " under " + flow.key + " " + value + sender;
    tell(flow.waits_for, at, "'" + run + "' starts and waits for " + wanted);
    const std::optional<restante::ClaimedEvent> claimed = op.events().claim_for(wait, at);
    if (!claimed) return;
    const std::string found =
        claimed->event.id + ", which has been held since " + time_text(claimed->received_at);
    tell(flow.waits_for, at, "'" + run + "' finds " + found + ", and is done");
    finish(op, wait, claimed->event, "early", at);
  }

  void resume(const restante::Wait& wait, const restante::Event& event, const std::string& came, Instant at) {
    const std::int64_t rivals =
        store_.transact([&](restante::Op& op) { return finish(op, wait, event, came, at); });
    tell(event.kind, at, "'" + wait.run + "' gets " + event.id + " and is done" + rivals_text(rivals));
  }

  // The run keeps the payload in its own row, and its wait ends: one commit, so the event counts exactly
  // once. Answers how many other runs waited under the same key.
  std::int64_t finish(restante::Op& op, const restante::Wait& wait, const restante::Event& event,
                      const std::string& came, Instant at) {
    const std::int64_t rivals = op.sql(count_rivals, {wait.run}).rows[0][0].integer();
    op.sql(finish_run, {at, came, rivals, event.id, *event.payload, wait.run});
    op.events().unsubscribe(wait.run, wait.effect, event.identity());
    ++fates_[event.kind].taken;
    return rivals;
  }

  std::optional<restante::Wait> deliver_to(const std::string& run, const restante::Event& event) {
    const Instant at = next_instant();
    const restante::AddressedDelivery delivery = store_.events().deliver_to(run, event, at);
    tell(event.kind, at, event.id + " comes, addressed to '" + run + "': " + outcome_text(delivery.outcome));
    return delivery.wait;
  }

  static std::string outcome_text(restante::AddressedDelivery::Outcome outcome) {
    switch (outcome) {
      case restante::AddressedDelivery::Outcome::matched: return "matched";
      case restante::AddressedDelivery::Outcome::duplicate: return "duplicate";
      case restante::AddressedDelivery::Outcome::not_waiting: return "not waiting";
    }
    return "unknown";
  }

  static restante::Wait wait_of(const std::string& run, const std::string& effect, const std::string& kind,
                                const restante::Correlation& correlation) {
    restante::Wait wait;
    wait.run = run;
    wait.effect = effect;
    wait.kind = kind;
    wait.correlation = correlation;
    return wait;
  }

  static std::string rivals_text(std::int64_t rivals) {
    if (rivals == 0) return "";
    return "; " + std::to_string(rivals) + (rivals == 1 ? " other run keeps" : " other runs keep") +
           " waiting";
  }

  // Adds a line to the story of the flow that waits for this kind of event.
  void tell(const std::string& kind, Instant at, const std::string& line) {
    if (const Flow* flow = flow_waiting_for(kind))
      stories_[flow->name].push_back(time_text(at) + "  " + line);
  }

  restante::Store& store_;
  Instant now_ = beginning;
  std::map<std::string, Fate> fates_;
  std::map<std::string, std::vector<std::string>> stories_;
};

void replay_all(Replay& replay, const std::vector<Delivery>& deliveries) {
  for (const HandStart& start : started_by_hand) replay.start_by_hand(start);
  for (std::size_t i = 0; i < deliveries.size(); ++i) {
    if (deliveries[i].addressee) {
      replay.receive_addressed(deliveries[i]);
      continue;
    }
    replay.receive(deliveries[i]);
    if ((i + 1) % every_tenth == 0) replay.receive(deliveries[i]);
  }
}

// ---- The report ----

constexpr restante::Limit no_limit = restante::max_count;

// A row of a table: a name, and a cell for each column.
void print_row(const std::string& name, const std::vector<std::string>& cells) {
  constexpr std::size_t name_width = 24;
  constexpr std::size_t cell_width = 11;
  std::string line = "  " + name + std::string(name_width - name.size(), ' ');
  for (const std::string& cell : cells) line += std::string(cell_width - cell.size(), ' ') + cell;
  std::cout << line << "\n";
}

void print_numbers(const std::string& name, const std::vector<std::int64_t>& numbers) {
  std::vector<std::string> cells;
  for (const std::int64_t number : numbers) cells.push_back(std::to_string(number));
  print_row(name, cells);
}

constexpr std::string_view count_runs_of_flow = R"sql(
  SELECT count(*) AS runs,
    count(*) FILTER (WHERE came = 'early') AS early,
    count(*) FILTER (WHERE came = 'late') AS late,
    count(*) FILTER (WHERE came = 'addressed') AS addressed,
    count(*) FILTER (WHERE state = 'waiting') AS waiting,
    count(*) FILTER (WHERE rivals > 0) AS competed,
    count(*) FILTER (WHERE sender IS NOT NULL) AS one_sender
  FROM demo_runs WHERE flow = ?)sql";

// How the runs of a flow fared, out of the integrator's own table.
std::vector<std::int64_t> count_runs(restante::Store& store, const Flow& flow) {
  const restante::SqlRows counts = store.sql(count_runs_of_flow, {flow.name});
  std::vector<std::int64_t> numbers;
  for (const restante::SqlValue& count : counts.rows[0]) numbers.push_back(count.integer());
  return numbers;
}

void print_runs(restante::Store& store) {
  std::cout << "Runs of each flow\n\n";
  print_row("", {"runs", "early", "late", "addressed", "waiting", "competed", "one sender"});
  for (const Flow& flow : flows) print_numbers(flow.name, count_runs(store, flow));
  std::cout << "\n"
            << "  early: the event came first, and was held until its run called for it\n"
            << "  late: the run waited first\n"
            << "  addressed: the event named its run\n"
            << "  waiting: the event has not come yet\n"
            << "  competed: other runs waited under the same key when this one got its event\n"
            << "  one sender: the run accepts events of one named sender only\n\n";
}

void print_fate(const std::string& name, const Fate& fate) {
  print_numbers(name, {fate.came, fate.refused, fate.taken, fate.swept, fate.came - fate.taken - fate.swept});
}

std::map<std::string, Fate> fates_by_kind(restante::Store& store, const Replay& replay) {
  std::map<std::string, Fate> fates = replay.fates();
  for (const restante::DeadLetter& letter : store.events().dead_letters(no_limit))
    ++fates[letter.event.kind].swept;
  return fates;
}

void print_events(restante::Store& store, const Replay& replay) {
  std::map<std::string, Fate> fates = fates_by_kind(store, replay);
  std::cout << "Events that each flow waits for\n\n";
  print_row("", {"came", "refused", "taken", "swept", "live"});
  for (const Flow& flow : flows) print_fate(flow.name, fates[flow.waits_for]);
  Fate starting;
  Fate of_no_flow;
  Fate all;
  for (const auto& [kind, fate] : fates) {
    if (flow_started_by(kind)) starting.add(fate);
    if (!flow_started_by(kind) && !flow_waiting_for(kind)) of_no_flow.add(fate);
    all.add(fate);
  }
  print_fate("(start a run)", starting);
  print_fate("(of no flow)", of_no_flow);
  print_fate("all", all);
  std::cout << "\n"
            << "  refused: further copies of a delivery that is there already\n"
            << "  taken: given to a run\n"
            << "  swept: made a dead letter with the reason '" << sweep_reason << "'\n"
            << "  live: came within the last hour, and may still find its run\n\n";
}

// The store's own count of the same events.
void print_states(restante::Store& store, std::int64_t swept) {
  std::cout << "The sweep took " << swept << " events. The states of all events at the end:";
  const restante::SqlRows states =
      store.sql("SELECT state, count(*) AS events FROM restante_events GROUP BY state ORDER BY state");
  for (const std::vector<restante::SqlValue>& row : states.rows)
    std::cout << " " << row[1].integer() << " " << row[0].text();
  std::cout << "\n\n";
}

void print_stories(restante::Store& store, Replay& replay) {
  const std::vector<restante::Wait> waiting = store.events().waiting(no_limit);
  for (const auto& [flow, title] : stories) {
    std::cout << title << " (" << flow << ")\n\n";
    for (const std::string& line : replay.story_of(flow)) std::cout << "  " << line << "\n";
    for (const restante::Wait& wait : waiting)
      if (wait.kind == flow_named(flow).waits_for)
        std::cout << "  at the end  '" << wait.run << "' still waits\n";
    std::cout << "\n";
  }
}

// ---- The dump ----

nlohmann::ordered_json json_of(const restante::SqlValue& value) {
  return std::visit([](const auto& content) { return nlohmann::ordered_json(content); }, value.value());
}

std::vector<std::string> first_column(const restante::SqlRows& found) {
  std::vector<std::string> texts;
  for (const std::vector<restante::SqlValue>& row : found.rows) texts.push_back(row[0].text());
  return texts;
}

// The columns that put the rows of a table in one fixed order.
std::string order_of(restante::Store& store, const std::string& table) {
  std::string order;
  for (const std::string& column :
       first_column(store.sql("SELECT name FROM pragma_table_info(?) WHERE pk > 0 ORDER BY pk", {table})))
    order += (order.empty() ? "" : ", ") + column;
  return order.empty() ? "rowid" : order;
}

// A line with the columns of each table, and then a line for each of its rows.
void dump(restante::Store& store, const std::string& path) {
  std::ofstream file(path, std::ios::binary);
  const auto tables = first_column(store.sql(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name"));
  for (const std::string& table : tables) {
    const auto columns =
        first_column(store.sql("SELECT name FROM pragma_table_info(?) ORDER BY cid", {table}));
    file << nlohmann::ordered_json{{"table", table}, {"columns", columns}}.dump() << "\n";
    const restante::SqlRows found =
        store.sql("SELECT * FROM " + table + " ORDER BY " + order_of(store, table));
    for (const std::vector<restante::SqlValue>& values : found.rows) {
      nlohmann::ordered_json row;
      for (std::size_t i = 0; i < values.size(); ++i) row[found.columns[i]] = json_of(values[i]);
      file << nlohmann::ordered_json{{"table", table}, {"row", row}}.dump() << "\n";
    }
  }
  file.close();
  if (!file) throw Problem("cannot write the dump to '" + path + "'");
}

// ---- The program ----

void run(const std::string& deliveries_path, const std::string& store_path, const std::string& dump_path) {
  const std::vector<Delivery> deliveries = read_deliveries(deliveries_path);
  if (std::filesystem::exists(store_path))
    throw Problem("'" + store_path + "' exists already, and the demo begins with a new store");
  restante::Store store = restante::open(store_path);
  Replay replay(store);
  replay_all(replay, deliveries);
  const std::int64_t swept = replay.sweep();
  print_runs(store);
  print_events(store, replay);
  print_states(store, swept);
  print_stories(store, replay);
  dump(store, dump_path);
  store.close();
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) {
    std::cerr << "usage: restante_demo DELIVERIES STORE DUMP\n";
    return 2;
  }
  try {
    run(argv[1], argv[2], argv[3]);
    return 0;
  } catch (const std::exception& error) {
    std::cerr << "restante_demo: " << error.what() << "\n";
    return 1;
  }
}
