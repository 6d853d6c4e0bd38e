#include "tables.h"

#include <iostream>
#include <string_view>

#include "flows.h"
#include "sweeping.h"

namespace demo {

namespace {

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

void print_fate(const std::string& name, const Fate& fate) {
  print_numbers(name, {fate.came, fate.refused, fate.taken, fate.swept, fate.came - fate.taken - fate.swept});
}

std::map<std::string, Fate> fates_by_kind(restante::Store& store, const Replay& replay) {
  std::map<std::string, Fate> fates = replay.fates();
  for (const restante::DeadLetter& letter : store.events().dead_letters(no_limit))
    ++fates[letter.event.kind].swept;
  return fates;
}

}  // namespace

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

void print_states(restante::Store& store) {
  const restante::EventStats stats = store.events().stats();
  std::cout << "The store counts its events: " << stats.live << " live, " << stats.held << " held, "
            << stats.spent << " spent, " << stats.dead << " dead; erased among them: " << stats.erased
            << ".\n"
            << "Its waits: " << stats.waits_open << " open, " << stats.waits_parked
            << " parked. Its sealed runs: " << stats.sealed_runs << ".\n\n";
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

void print_runs_of_scenes(restante::Store& store) {
  constexpr std::string_view runs_of_scenes = R"sql(
    SELECT run, state, coalesce(event, 'no event') AS event FROM demo_runs WHERE flow LIKE 'scene %'
    ORDER BY started_at, run)sql";
  constexpr std::size_t run_width = 24;
  constexpr std::size_t state_width = 12;
  std::cout << "The runs of the scenes, by the integrator's own table\n\n";
  for (const std::vector<restante::SqlValue>& row : store.sql(runs_of_scenes).rows) {
    const std::string run = row[0].text();
    const std::string state = row[1].text();
    std::cout << "  " << run << std::string(run_width - run.size(), ' ') << state
              << std::string(state_width - state.size(), ' ') << row[2].text() << "\n";
  }
  std::cout << "\n";
}

}  // namespace demo
