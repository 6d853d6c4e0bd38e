// Two processes with four threads each deliver and await the same events on one file. Each event has exactly
// one winner, who is told exactly once.
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <map>
#include <numeric>
#include <thread>
#include <vector>

#include "support.h"

using namespace restante;
using testing::TemporaryFolder;

namespace {

#if defined(__SANITIZE_ADDRESS__)
constexpr int event_count = 2'000;
#else
constexpr int event_count = 10'000;
#endif
// The processes begin each heat together, so that neither is through before the other one has begun.
constexpr int heat_count = 20;

std::string key_of(int i) {
  return "key-" + std::to_string(i);
}

// Who was told that he got which event.
struct Win {
  int event;
  std::string run;
};

int number_of(const std::string& id) {
  return std::stoi(id.substr(3));
}

Event raced_event(int i) {
  return testing::event("tx-" + std::to_string(i), key_of(i));
}

// The events of one heat.
struct Heat {
  int first;
  int count;
};

// They in an order of its own, some alone and some together in one transaction.
template <class Step>
void in_transactions(Store& store, const Heat& heat, std::mt19937& random, const Step& step) {
  std::vector<int> order(static_cast<std::size_t>(heat.count));
  std::iota(order.begin(), order.end(), heat.first);
  std::shuffle(order.begin(), order.end(), random);
  for (std::size_t next = 0; next < order.size();) {
    const std::size_t end = std::min(order.size(), next + 1 + random() % 10);
    store.transact([&](Op& op) {
      for (; next < end; ++next) step(op, order[next]);
    });
    std::this_thread::yield();
  }
}

std::vector<Win> deliver_all(Store& store, const Heat& heat, std::mt19937& random) {
  std::vector<Win> wins;
  in_transactions(store, heat, random, [&](Op& op, int i) {
    const Delivery delivery = op.events().deliver(raced_event(i), i);
    if (delivery.wait) wins.push_back({i, delivery.wait->run});
  });
  return wins;
}

std::vector<Win> await_all(Store& store, const Heat& heat, std::mt19937& random, const std::string& name) {
  std::vector<Win> wins;
  in_transactions(store, heat, random, [&](Op& op, int i) {
    const std::string run = name + "-" + std::to_string(i);
    const auto claimed = op.events().await(testing::wait(run, key_of(i)), i);
    if (claimed) wins.push_back({number_of(claimed->event.id), run});
  });
  return wins;
}

// A pipe for a word between the processes.
class Word {
 public:
  Word() { REQUIRE(pipe(ends_) == 0); }
  void say() {
    if (write(ends_[1], "!", 1) != 1) _exit(2);
  }
  void hear() {
    char word = 0;
    if (read(ends_[0], &word, 1) != 1) _exit(2);
  }

 private:
  int ends_[2];
};

// Two threads share one handle, two have one of their own. `meet` returns once the other process is as far.
template <class Meet>
std::vector<Win> race(const std::string& path, const std::string& process, unsigned seed, const Meet& meet) {
  Options options;
  options.synchronous = Synchronous::off;
  options.busy_timeout_ms = 120'000;
  std::vector<Store> stores;
  for (int i = 0; i < 3; ++i) stores.push_back(open(path, options));
  std::vector<Win> all;
  for (int i = 0; i < heat_count; ++i) {
    const Heat heat{i * event_count / heat_count, event_count / heat_count};
    meet();
    std::array<std::vector<Win>, 4> wins;
    std::vector<std::thread> threads;
    for (std::size_t n = 0; n < wins.size(); ++n)
      threads.emplace_back([&, n] {
        std::mt19937 random(seed + static_cast<unsigned>(n));
        Store& store = stores[n < 2 ? 0 : n - 1];
        wins[n] = n % 2 == 0 ? deliver_all(store, heat, random)
                             : await_all(store, heat, random, process + std::to_string(n));
      });
    for (std::thread& thread : threads) thread.join();
    for (const std::vector<Win>& some : wins) all.insert(all.end(), some.begin(), some.end());
  }
  return all;
}

void write_wins(const std::string& path, const std::vector<Win>& wins) {
  std::ofstream file(path);
  for (const Win& win : wins) file << win.event << ' ' << win.run << '\n';
}

std::vector<Win> read_wins(const std::string& path) {
  std::vector<Win> wins;
  std::ifstream file(path);
  for (Win win; file >> win.event >> win.run;) wins.push_back(win);
  return wins;
}

}  // namespace

TEST_CASE("of two processes with four threads each, exactly one wait gets each event, and is told once") {
  const TemporaryFolder folder;
  const std::string path = folder.file("a.db");
  open(path).close();
  const auto seed = static_cast<unsigned>(time(nullptr));
  INFO("seed " << seed);

  Word from_child;
  Word from_parent;
  const pid_t child = fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    try {
      write_wins(folder.file("child"), race(path, "child", seed, [&] {
                   from_child.say();
                   from_parent.hear();
                 }));
      _exit(0);
    } catch (const std::exception&) {
      _exit(1);
    }
  }
  std::vector<Win> wins = race(path, "parent", seed + 100, [&] {
    from_parent.say();
    from_child.hear();
  });
  CHECK_FALSE(wins.empty());
  int status = 0;
  waitpid(child, &status, 0);
  REQUIRE(WIFEXITED(status));
  REQUIRE(WEXITSTATUS(status) == 0);
  const std::vector<Win> others = read_wins(folder.file("child"));
  wins.insert(wins.end(), others.begin(), others.end());

  std::map<int, std::string> winner;
  int told_twice = 0;
  for (const Win& win : wins)
    if (!winner.emplace(win.event, win.run).second) ++told_twice;
  CHECK(told_twice == 0);
  CHECK(winner.size() == event_count);
  CHECK_FALSE(others.empty());

  Store store = open(path);
  int held_by_another = 0;
  for (const auto& [event, run] : winner) {
    const auto record = store.events().lookup(raced_event(event).identity());
    if (!record || record->state != EventState::held || record->claimed_by->run != run) ++held_by_another;
  }
  CHECK(held_by_another == 0);
  const EventStats stats = store.events().stats();
  CHECK(stats.held == event_count);
  CHECK(stats.waits_parked == event_count);
  CHECK(stats.waits_open == 3 * event_count);
}
