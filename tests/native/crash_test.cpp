// What was answered survives the death of the process at the next instruction.
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstring>

#include "support.h"

using namespace restante;
using testing::TemporaryFolder;

namespace {

// Reports a number over the pipe; a report that does not get through ends the child.
void report(int pipe, std::int32_t number) {
  if (write(pipe, &number, sizeof number) != sizeof number) _exit(2);
}

// Works until it is killed: keeps an event, gives it to a wait, and every third time ends that wait. Each
// answered step is reported.
[[noreturn]] void work_until_killed(const std::string& path, int pipe, std::int32_t from) {
  Store store = open(path);
  for (std::int32_t i = from;; ++i) {
    const std::string n = std::to_string(i);
    store.transact([&](Op& op) {
      op.events().subscribe(testing::wait("run-" + n, n), i);
      op.events().buffer(testing::event("id-" + n, n), i);
      if (!op.events().match_waiter(EventId{"bank", "id-" + n}, i)) _exit(3);
    });
    report(pipe, i * 2);
    if (i % 3 != 0) continue;
    store.events().unsubscribe("run-" + n, "payment");
    report(pipe, i * 2 + 1);
  }
}

// Reads reports until the child has sent `count`, kills it, and reads what is left. Answers the last report.
std::int32_t kill_after(pid_t child, int pipe, int count) {
  std::int32_t last = -1;
  std::int32_t number = 0;
  for (int i = 0; read(pipe, &number, sizeof number) == sizeof number; ++i) {
    last = number;
    if (i == count) kill(child, SIGKILL);
  }
  return last;
}

}  // namespace

TEST_CASE("a process that is killed loses nothing that was answered and keeps nothing half-done") {
  const TemporaryFolder folder;
  const std::string path = folder.file("a.db");
  open(path).close();
  const auto seed = static_cast<unsigned>(time(nullptr));
  std::mt19937 random(seed);
  INFO("seed " << seed);
  std::int32_t next = 0;
  for (int round = 0; round < 25; ++round) {
    int ends[2];
    REQUIRE(pipe(ends) == 0);
    const pid_t child = fork();
    REQUIRE(child >= 0);
    if (child == 0) {
      close(ends[0]);
      work_until_killed(path, ends[1], next);
    }
    close(ends[1]);
    const std::int32_t last = kill_after(child, ends[0], static_cast<int>(random() % 60));
    close(ends[0]);
    int status = 0;
    waitpid(child, &status, 0);
    REQUIRE(WIFSIGNALED(status));
    REQUIRE(last >= next * 2);

    Store store = open(path);
    // Of this round's events up to the last answered one.
    const auto count = [&](const std::string& condition, std::int64_t through) {
      const std::string sql =
          "SELECT count(*) AS n FROM restante_events WHERE received_at BETWEEN ? AND ? AND " + condition;
      return store.sql(sql, {std::int64_t{next}, through}).rows.at(0).at(0).integer();
    };
    const std::int32_t matched = last / 2;
    const std::int32_t ended = last % 2 == 1 ? matched : matched - 1;
    CHECK(count("state IN ('held', 'spent')", matched) == matched - next + 1);
    CHECK(count("state = 'spent' AND received_at % 3 <> 0", matched) == 0);
    CHECK(count("state = 'held' AND received_at % 3 = 0", ended) == 0);
    // Whatever was under way is there as a whole or not at all.
    CHECK(store.sql("SELECT count(*) AS n FROM restante_events WHERE state = 'live'")
              .rows.at(0)
              .at(0)
              .integer() == 0);
    CHECK(store.sql("SELECT count(*) AS n FROM restante_open_keys").rows.at(0).at(0).integer() == 0);
    CHECK(store.sql("PRAGMA integrity_check").rows.at(0).at(0).text() == "ok");
    next = static_cast<std::int32_t>(
        store.sql("SELECT max(received_at) + 1 AS n FROM restante_events").rows.at(0).at(0).integer());
  }
}
