// What a single verb costs, each in a transaction of its own on a store in memory; and whether claim_for and
// match_waiter stay as fast when thousands or a million of spent events and ended waits lie under the same
// key, and sweeps and pages of ten among as many rows of their own sort.
//
//     restante_bench_verbs [quick] [options of Google Benchmark]

#include <benchmark/benchmark.h>

#include <array>
#include <chrono>
#include <cstdint>
#include <cstring>
#include <map>
#include <memory>
#include <string>

#include "restante/open.h"
#include "workload.h"

namespace {

using namespace bench;

const std::string shared_key = "A-1";
// How many cycles share a transaction while history is made.
constexpr std::int64_t cycles_per_commit = 1000;

// What holds `count` rows is made once and kept: what is measured on it adds a few thousand cycles, the same
// number whatever was there before.
template <class Made>
Made& made_once(std::int64_t count) {
  static std::map<std::int64_t, std::unique_ptr<Made>> made;
  std::unique_ptr<Made>& one = made[count];
  if (!one) one = std::make_unique<Made>(count);
  return *one;
}

// A store with this many spent events and ended waits under one key.
struct History {
  explicit History(std::int64_t cycles) : store(restante::open(":memory:")) {
    while (next < static_cast<std::uint64_t>(cycles)) {
      store.transact([&](restante::Op& op) {
        restante::Events events = op.events();
        for (std::int64_t i = 0; i < cycles_per_commit; ++i) {
          const Cycle cycle = make_cycle(next++, shared_key);
          events.buffer(cycle.event, cycle.at);
          events.subscribe(cycle.wait, cycle.at);
          events.match_waiter(cycle.event.identity(), cycle.at);
          events.unsubscribe(cycle.wait.run, cycle.wait.effect);
        }
      });
    }
  }

  restante::Store store;
  std::uint64_t next = 0;
};

// What stands before the timed call of one iteration, and the call.
struct Step {
  const char* name;
  void (*before)(restante::Events& events, const Cycle& cycle);
  // True if the answer is right.
  bool (*call)(restante::Events& events, const Cycle& cycle);
};

void nothing(restante::Events&, const Cycle&) {}
void subscribe(restante::Events& events, const Cycle& cycle) {
  events.subscribe(cycle.wait, cycle.at);
}
void buffer(restante::Events& events, const Cycle& cycle) {
  events.buffer(cycle.event, cycle.at);
}
void subscribe_and_buffer(restante::Events& events, const Cycle& cycle) {
  subscribe(events, cycle);
  buffer(events, cycle);
}
void subscribe_and_deliver(restante::Events& events, const Cycle& cycle) {
  subscribe_and_buffer(events, cycle);
  events.match_waiter(cycle.event.identity(), cycle.at);
}

bool claims(restante::Events& events, const Cycle& cycle) {
  const auto claimed = events.claim_for(cycle.wait, cycle.at);
  return claimed && claimed->event.id == cycle.event.id;
}
bool matches(restante::Events& events, const Cycle& cycle) {
  const auto wait = events.match_waiter(cycle.event.identity(), cycle.at);
  return wait && wait->run == cycle.wait.run;
}
bool delivers(restante::Events& events, const Cycle& cycle) {
  using Outcome = restante::AddressedDelivery::Outcome;
  return events.deliver_to(cycle.wait.run, cycle.event, cycle.at).outcome == Outcome::matched;
}
bool subscribes(restante::Events& events, const Cycle& cycle) {
  return subscribe(events, cycle), true;
}
bool ends(restante::Events& events, const Cycle& cycle) {
  return events.unsubscribe(cycle.wait.run, cycle.wait.effect), true;
}
bool buffers(restante::Events& events, const Cycle& cycle) {
  return events.buffer(cycle.event, cycle.at);
}
bool refuses(restante::Events& events, const Cycle& cycle) {
  return !buffers(events, cycle);
}
bool claims_nothing(restante::Events& events, const Cycle& cycle) {
  return !events.claim_for(cycle.wait, cycle.at);
}
bool matches_nobody(restante::Events& events, const Cycle& cycle) {
  return !events.match_waiter(cycle.event.identity(), cycle.at);
}

bool awaits_in_vain(restante::Events& events, const Cycle& cycle) {
  return !events.await(cycle.wait, cycle.at);
}
bool awaits(restante::Events& events, const Cycle& cycle) {
  const auto claimed = events.await(cycle.wait, cycle.at);
  return claimed && claimed->event.id == cycle.event.id;
}
bool delivers_to_nobody(restante::Events& events, const Cycle& cycle) {
  return events.deliver(cycle.event, cycle.at).outcome == restante::Delivery::Outcome::buffered;
}
bool delivers_to_waiter(restante::Events& events, const Cycle& cycle) {
  return events.deliver(cycle.event, cycle.at).outcome == restante::Delivery::Outcome::matched;
}
bool erases(restante::Events& events, const Cycle& cycle) {
  return events.erase_payload(cycle.event.identity());
}
bool concludes(restante::Events& events, const Cycle& cycle) {
  return events.conclude_run(cycle.wait.run, {cycle.wait.effect}, cycle.at).released.size() == 1;
}

constexpr std::array single_verbs{
    Step{"await, an event is there", buffer, awaits},
    Step{"await, none is there", nothing, awaits_in_vain},
    Step{"deliver, a wait is there", subscribe, delivers_to_waiter},
    Step{"deliver, none is there", nothing, delivers_to_nobody},
    Step{"erase_payload, held", subscribe_and_deliver, erases},
    Step{"conclude_run, unanswered", subscribe_and_deliver, concludes},
    Step{"buffer", nothing, buffers},
    Step{"buffer, known already", buffer, refuses},
    Step{"subscribe", nothing, subscribes},
    Step{"claim_for, an event is there", subscribe_and_buffer, claims},
    Step{"claim_for, none is there", subscribe, claims_nothing},
    Step{"match_waiter, a wait is there", subscribe_and_buffer, matches},
    Step{"match_waiter, none is there", buffer, matches_nobody},
    Step{"deliver_to, a wait is there", subscribe, delivers},
    Step{"unsubscribe, an event is held", subscribe_and_deliver, ends},
};
constexpr std::array verbs_with_history{Step{"history/claim_for", subscribe_and_buffer, claims},
                                        Step{"history/match_waiter", subscribe_and_buffer, matches}};

// A store with this many rows of each sort that the sweeps and pages look through: parked waits, waits with a
// deadline, live events.
struct Crowd {
  explicit Crowd(std::int64_t rows) : store(restante::open(":memory:")) {
    for (std::int64_t made = 0; made < rows;) {
      store.transact([&](restante::Op& op) {
        restante::Events events = op.events();
        for (std::int64_t i = 0; i < cycles_per_commit && made < rows; ++i, ++made) {
          Cycle cycle = make_cycle(next++);
          events.park_wait(cycle.wait, 1000 + made);
          cycle.wait.effect = "timed";
          cycle.wait.deadline = 1'000'000 + made;
          events.subscribe(cycle.wait, cycle.at);
          cycle.event.correlation.front().value += "-unclaimed";
          events.buffer(cycle.event, 1000 + made);
        }
      });
    }
  }

  restante::Store store;
  std::uint64_t next = 0;
};

constexpr restante::Limit answered = 10;

// Ten rows more that the call then takes, so that the crowd stays as large as it was.
struct Page {
  const char* name;
  void (*before)(restante::Events& events, const Cycle& cycle);
  std::size_t (*call)(restante::Events& events);
};

void ten_over(restante::Events& events, const Cycle& cycle) {
  restante::Wait wait = cycle.wait;
  wait.deadline = 1;
  for (restante::Limit i = 0; i < answered; ++i) {
    wait.effect = std::to_string(i);
    events.subscribe(wait, cycle.at);
  }
}
void ten_old(restante::Events& events, const Cycle& cycle) {
  restante::Event event = cycle.event;
  for (restante::Limit i = 0; i < answered; ++i) {
    event.id = cycle.event.id + std::to_string(i);
    events.buffer(event, 1);
  }
}

constexpr std::array pages{
    Page{"crowd/parked_waits", nothing,
         [](restante::Events& events) { return events.parked_waits(answered).size(); }},
    Page{"crowd/expire_waits", ten_over,
         [](restante::Events& events) { return events.expire_waits(1, answered).size(); }},
    Page{"crowd/sweep_unclaimed", ten_old,
         [](restante::Events& events) {
           return static_cast<std::size_t>(events.sweep_unclaimed(1, "late", answered));
         }},
};

// Times one call and nothing around it.
void time_call(benchmark::State& state, const Step& step, restante::Events& events, const Cycle& cycle) {
  const auto begin = std::chrono::steady_clock::now();
  const bool is_right = step.call(events, cycle);
  state.SetIterationTime(std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
  if (!is_right) state.SkipWithError("a verb answered wrongly");
}

// Begins with an empty store, and every iteration has a key of its own.
void on_empty_store(benchmark::State& state, const Step& step) {
  restante::Store store = restante::open(":memory:");
  restante::Events events = store.events();
  std::uint64_t next = 0;
  for (auto _ : state) {
    const Cycle cycle = make_cycle(next++);
    step.before(events, cycle);
    time_call(state, step, events, cycle);
  }
}

// All iterations share one key with everything that was there before.
void on_history(benchmark::State& state, const Step& step) {
  History& history = made_once<History>(state.range(0));
  restante::Events events = history.store.events();
  for (auto _ : state) {
    const Cycle cycle = make_cycle(history.next++, shared_key);
    step.before(events, cycle);
    time_call(state, step, events, cycle);
    events.unsubscribe(cycle.wait.run, cycle.wait.effect);
  }
}

void on_crowd(benchmark::State& state, const Page& page) {
  Crowd& crowd = made_once<Crowd>(state.range(0));
  restante::Events events = crowd.store.events();
  for (auto _ : state) {
    page.before(events, make_cycle(crowd.next++));
    const auto begin = std::chrono::steady_clock::now();
    const std::size_t rows = page.call(events);
    state.SetIterationTime(std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
    if (rows != answered) state.SkipWithError("a verb answered another number of rows");
  }
}

void register_all(bool quick) {
  for (const Step& step : single_verbs)
    benchmark::RegisterBenchmark(step.name, on_empty_store, step)
        ->UseManualTime()
        ->Unit(benchmark::kMicrosecond)
        ->Iterations(1000);
  for (const Step& step : verbs_with_history)
    benchmark::RegisterBenchmark(step.name, on_history, step)
        ->RangeMultiplier(10)
        ->Range(1000, quick ? 100'000 : 1'000'000)
        ->UseManualTime()
        ->Unit(benchmark::kMicrosecond)
        ->Iterations(500);
  for (const Page& page : pages)
    benchmark::RegisterBenchmark(page.name, on_crowd, page)
        ->RangeMultiplier(10)
        ->Range(1000, quick ? 100'000 : 1'000'000)
        ->UseManualTime()
        ->Unit(benchmark::kMicrosecond)
        ->Iterations(200);
}

}  // namespace

int main(int argc, char** argv) {
  const bool quick = argc > 1 && std::strcmp(argv[1], "quick") == 0;
  if (quick) {
    for (int i = 1; i + 1 < argc; ++i) argv[i] = argv[i + 1];
    --argc;
  }
  register_all(quick);
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
  return 0;
}
