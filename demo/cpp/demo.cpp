// The demo in C++: real GitHub webhook deliveries meet the runs that wait for them. flows.md tells the story,
// and js/ holds this program once more in JavaScript, file by file and function by function.
//
//     restante_demo DELIVERIES STORE DUMP FILES
//
// reads the deliveries of the npm package @octokit/webhooks-examples, replays them against a new store file,
// prints what happened, and writes every row of the store to DUMP, after each of its two parts, and to FILES
// what could be read of an erased payload in the store's files. No clock and no chance: every run of either
// program gives the same commands the same instants, so the two reports and the two dumps have to be equal.

#include <exception>
#include <filesystem>
#include <iostream>

#include "deliveries.h"
#include "dump.h"
#include "file_witness.h"
#include "problem.h"
#include "replay.h"
#include "restante/open.h"
#include "runs.h"
#include "scenes/scenes.h"
#include "stage.h"
#include "tables.h"

namespace demo {

namespace {

void play_flows(restante::Store& store, StoryTime& time, const std::vector<Delivery>& deliveries) {
  std::cout << "Part 1: " << flows.size() << " flows, on " << deliveries.size() - kept_for_the_scenes.size()
            << " deliveries\n\n";
  Replay replay(store, time);
  replay.play(deliveries, kept_for_the_scenes);
  const std::int64_t swept = replay.sweep();
  print_runs(store);
  print_events(store, replay);
  std::cout << "The sweep took " << swept << " events.\n";
  print_states(store);
  print_stories(store, replay);
}

void play_scenes(restante::Store& store, StoryTime& time, const std::vector<Delivery>& deliveries,
                 FileWitness& witness) {
  std::cout << "Part 2: five scenes, on the " << kept_for_the_scenes.size()
            << " deliveries that were kept back\n\n"
            << "  a line with a time (hours and minutes since the beginning): what happens\n"
            << "  a line after '|': what the store says\n"
            << "  live: nobody has the event\n"
            << "  held: it was given to a run that has not said yet that it has kept it\n"
            << "  spent: its run has kept it, and the store has let go of the payload\n"
            << "  dead: a dead letter; nobody gets it\n\n";
  Stage stage(store, time, deliveries);
  play_called_off(stage);
  play_erased(stage, witness);
  play_timed_out(stage);
  play_wrong_key(stage);
  play_failing_resume(stage);
  print_runs_of_scenes(store);
  print_states(store);
}

void run(const std::string& deliveries_path, const std::string& store_path, const std::string& dump_path,
         const std::string& files_path) {
  const std::vector<Delivery> deliveries = read_deliveries(deliveries_path);
  if (std::filesystem::exists(store_path))
    throw Problem("'" + store_path + "' exists already, and the demo begins with a new store");
  Dump dump(dump_path);
  restante::Store store = restante::open(store_path);
  FileWitness witness(store_path);
  StoryTime time;
  create_runs(store);
  play_flows(store, time, deliveries);
  dump.write(store, "after part 1");
  play_scenes(store, time, deliveries, witness);
  dump.write(store, "after part 2");
  dump.close();
  witness.write_report(files_path);
  store.close();
}

}  // namespace

}  // namespace demo

int main(int argc, char** argv) {
  if (argc != 5) {
    std::cerr << "usage: restante_demo DELIVERIES STORE DUMP FILES\n";
    return 2;
  }
  try {
    demo::run(argv[1], argv[2], argv[3], argv[4]);
    return 0;
  } catch (const std::exception& error) {
    std::cerr << "restante_demo: " << error.what() << "\n";
    return 1;
  }
}
