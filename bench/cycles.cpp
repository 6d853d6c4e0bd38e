// One round of the comparison: every native contestant does every cycle on every storage, each on a fresh
// store.
//
//     restante_bench_cycles FOLDER ROUND [quick]
//
// keeps its files in FOLDER (its file system is part of what is measured), and prints a line of JSON for each
// figure: contestant, storage, cycle, how many cycles, and the seconds they took. ROUND decides who goes
// first. compare.mjs runs the rounds, side by side with Node, and makes the report.

#include <array>
#include <chrono>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "contestants.h"
#include "workload.h"

namespace {

namespace fs = std::filesystem;
using namespace bench;
using restante::Synchronous;

struct Named {
  const char* name;
  std::unique_ptr<Contestant> (*open)(const std::string& path, Synchronous synchronous);
};
constexpr std::array contestants{Named{"floor", open_floor}, Named{"verbs", open_verbs},
                                 Named{"correlator", open_correlator}, Named{"door", open_door}};

struct Storage {
  const char* name;
  Synchronous synchronous;
  bool in_file;
  std::size_t cycles;
};
constexpr std::array storages{Storage{"memory", Synchronous::full, false, 4000},
                              Storage{"file normal", Synchronous::normal, true, 2000},
                              Storage{"file full", Synchronous::full, true, 150}};
constexpr std::size_t part_of_a_quick_round = 4;
// The contestants take turns within a round too, so that a slow second of the machine falls upon all of them.
constexpr std::size_t slices = 20;
// Cycles that each fresh store does before anybody looks at the clock.
constexpr std::size_t warm_up = 50;

using Cycles = std::vector<Cycle>;

Cycles make_cycles(std::size_t first, std::size_t count) {
  Cycles cycles;
  cycles.reserve(count);
  for (std::size_t i = 0; i < count; ++i) {
    cycles.push_back(make_cycle(first + i));
    cycles.back().commands = commands_for(cycles.back());
  }
  return cycles;
}

template <class Work>
double seconds_of(Work&& work) {
  const auto begin = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

void report(const char* contestant, const Storage& storage, const char* cycle, std::size_t count,
            double seconds) {
  std::cout << R"({"contestant":")" << contestant << R"(","storage":")" << storage.name << R"(","cycle":")"
            << cycle << R"(","count":)" << count << R"(,"seconds":)" << seconds << "}\n";
}

std::string path_of(const Storage& storage, const fs::path& folder, const std::string& name) {
  return storage.in_file ? (folder / (name + ".db")).string() : ":memory:";
}

void run_cycles(const Storage& storage, std::size_t count, std::size_t round, const fs::path& folder) {
  const Cycles warming = make_cycles(0, warm_up);
  const Cycles late = make_cycles(warm_up, count);
  const Cycles early = make_cycles(warm_up + count, count);

  std::vector<std::unique_ptr<Contestant>> open;
  for (const Named& named : contestants) {
    open.push_back(named.open(path_of(storage, folder, named.name), storage.synchronous));
    for (std::size_t i = 0; i < warm_up; ++i)
      i % 2 == 0 ? open.back()->late(warming[i]) : open.back()->early(warming[i]);
  }
  const auto for_each_contestant = [&](const char* cycle, const Cycles& cycles,
                                       void (Contestant::*run)(const Cycle&)) {
    std::array<double, contestants.size()> seconds{};
    for (std::size_t slice = 0; slice < slices; ++slice) {
      const std::size_t begin = cycles.size() * slice / slices;
      const std::size_t end = cycles.size() * (slice + 1) / slices;
      for (std::size_t turn = 0; turn < contestants.size(); ++turn) {
        const std::size_t who = (round + slice + turn) % contestants.size();
        seconds[who] += seconds_of([&] {
          for (std::size_t i = begin; i < end; ++i) ((*open[who]).*run)(cycles[i]);
        });
      }
    }
    for (std::size_t who = 0; who < contestants.size(); ++who)
      report(contestants[who].name, storage, cycle, cycles.size(), seconds[who]);
  };
  for_each_contestant("late", late, &Contestant::late);
  for_each_contestant("early", early, &Contestant::early);
  for_each_contestant("duplicate", late, &Contestant::duplicate);
}

void run_inserts(const Storage& storage, std::size_t count, const fs::path& folder) {
  const Cycles rows = make_cycles(0, count);
  const std::unique_ptr<struct floor, void (*)(struct floor*)> floor(
      floor_open(path_of(storage, folder, "inserts").c_str(), floor_level(storage.synchronous)), floor_close);
  const double seconds = seconds_of([&] {
    for (const Cycle& row : rows)
      floor_insert(floor.get(), {row.event.id.data(), row.event.id.size()},
                   {row.event.payload->data(), row.event.payload->size()});
  });
  report("floor", storage, "insert", count, seconds);
}

}  // namespace

int main(int argc, char** argv) try {
  if (argc < 3 || argc > 4 || (argc == 4 && std::string(argv[3]) != "quick")) {
    std::cerr << "usage: restante_bench_cycles FOLDER ROUND [quick]\n";
    return 2;
  }
  const std::size_t round = std::strtoul(argv[2], nullptr, 10);
  const fs::path folder = fs::path(argv[1]) / ("round-" + std::to_string(round));
  for (const Storage& storage : storages) {
    const std::size_t count = argc == 4 ? storage.cycles / part_of_a_quick_round : storage.cycles;
    fs::remove_all(folder);
    fs::create_directories(folder);
    run_cycles(storage, count, round, folder);
    run_inserts(storage, count, folder);
  }
  fs::remove_all(folder);
  return 0;
} catch (const std::exception& error) {
  std::cerr << "restante_bench_cycles: " << error.what() << '\n';
  return 1;
}
