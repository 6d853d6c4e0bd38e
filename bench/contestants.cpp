#include "contestants.h"

#include <optional>
#include <stdexcept>
#include <string_view>

#include "floor.h"
#include "restante/correlator.h"
#include "restante/door.h"
#include "restante/open.h"
#include "restante/sqlite_storage.h"

namespace bench {

namespace {

using restante::Synchronous;

void expect_that(bool is_right, std::string_view otherwise) {
  if (!is_right) throw std::runtime_error(std::string(otherwise));
}

class Floor final : public Contestant {
 public:
  Floor(const std::string& path, Synchronous synchronous)
      : floor_(floor_open(path.c_str(), floor_level(synchronous)), floor_close) {}

  void late(const Cycle& cycle) override {
    const floor_answer payload = expect(cycle);
    expect_that(payload.data == nullptr, "the floor found an event that was never sent");
    floor_answer run{};
    expect_that(
        deliver(cycle, run) == FLOOR_MATCHED && std::string_view(run.data, run.length) == cycle.wait.run,
        "the floor found no wait");
    floor_finish(floor_.get(), text(cycle.wait.run));
  }

  void early(const Cycle& cycle) override {
    floor_answer run{};
    expect_that(deliver(cycle, run) == FLOOR_BUFFERED, "the floor found a wait that nobody registered");
    const floor_answer payload = expect(cycle);
    expect_that(std::string_view(payload.data, payload.length) == *cycle.event.payload,
                "the floor found no event");
    floor_finish(floor_.get(), text(cycle.wait.run));
  }

  void duplicate(const Cycle& cycle) override {
    floor_answer run{};
    expect_that(deliver(cycle, run) == FLOOR_DUPLICATE, "the floor took a duplicate");
  }

 private:
  static floor_text text(const std::string& text) { return {text.data(), text.size()}; }

  floor_answer expect(const Cycle& cycle) {
    return floor_expect(floor_.get(), text(cycle.wait.run), text(cycle.key()));
  }

  floor_outcome deliver(const Cycle& cycle, floor_answer& run) {
    return floor_deliver(floor_.get(), text(cycle.event.id), text(cycle.key()), text(*cycle.event.payload),
                         &run);
  }

  std::unique_ptr<struct floor, void (*)(struct floor*)> floor_;
};

restante::Options options_with(Synchronous synchronous) {
  restante::Options options;
  options.synchronous = synchronous;
  return options;
}

class Verbs final : public Contestant {
 public:
  Verbs(const std::string& path, Synchronous synchronous)
      : store_(restante::open(path, options_with(synchronous))) {}

  void late(const Cycle& cycle) override {
    expect_that(!expect(cycle), "the verbs found an event that was never sent");
    const std::optional<restante::Wait> wait = deliver(cycle);
    expect_that(wait && wait->run == cycle.wait.run, "the verbs found no wait");
    store_.events().unsubscribe(cycle.wait.run, cycle.wait.effect);
  }

  void early(const Cycle& cycle) override {
    expect_that(!deliver(cycle), "the verbs found a wait that nobody registered");
    const std::optional<restante::ClaimedEvent> claimed = expect(cycle);
    expect_that(claimed && claimed->event.payload == cycle.event.payload, "the verbs found no event");
    store_.events().unsubscribe(cycle.wait.run, cycle.wait.effect);
  }

  void duplicate(const Cycle& cycle) override {
    expect_that(
        store_.events().deliver(cycle.event, cycle.at).outcome == restante::Delivery::Outcome::duplicate,
        "the verbs took a duplicate");
  }

 private:
  std::optional<restante::ClaimedEvent> expect(const Cycle& cycle) {
    return store_.events().await(cycle.wait, cycle.at);
  }

  std::optional<restante::Wait> deliver(const Cycle& cycle) {
    return store_.events().deliver(cycle.event, cycle.at).wait;
  }

  restante::Store store_;
};

// The machine that calls the verbs: what it adds to them.
class CorrelatorContestant final : public Contestant {
 public:
  CorrelatorContestant(const std::string& path, Synchronous synchronous)
      : store_(restante::open(path, options_with(synchronous))), correlator_(store_) {}

  void late(const Cycle& cycle) override {
    correlator_.expect(cycle.wait, cycle.at);
    correlator_.deliver(cycle.event, cycle.at);
    resume(cycle);
  }

  void early(const Cycle& cycle) override {
    correlator_.deliver(cycle.event, cycle.at);
    correlator_.expect(cycle.wait, cycle.at);
    resume(cycle);
  }

  void duplicate(const Cycle& cycle) override {
    expect_that(correlator_.deliver(cycle.event, cycle.at) == restante::Delivery::Outcome::duplicate,
                "the correlator took a duplicate");
  }

 private:
  void resume(const Cycle& cycle) {
    const restante::CorrelatorStep step = correlator_.next(cycle.at);
    const auto* resume = std::get_if<restante::ResumeStep>(&step);
    expect_that(resume != nullptr && resume->claimed.event.payload == cycle.event.payload,
                "the correlator resumed nobody");
    correlator_.resumed(resume->wait.run, resume->wait.effect);
  }

  restante::Store store_;
  restante::Correlator correlator_;
};

std::string_view name_of(Synchronous synchronous) {
  switch (synchronous) {
    case Synchronous::full: return "full";
    case Synchronous::normal: return "normal";
    case Synchronous::off: return "off";
  }
  return {};
}

class Door final : public Contestant {
 public:
  Door(const std::string& path, Synchronous synchronous)
      : door_({restante::storage::open_sqlite, restante::system_now}) {
    call(R"({"do":"open","path":")" + path + R"(","synchronous":")" + std::string(name_of(synchronous)) +
         R"("})");
  }

  void late(const Cycle& cycle) override {
    expect_that(call(cycle.commands.expect).ends_with(R"("value":null})"),
                "the door found an event that was never sent");
    expect_that(holds(call(cycle.commands.deliver), cycle.wait.run), "the door found no wait");
    call(cycle.commands.finish);
  }

  void early(const Cycle& cycle) override {
    expect_that(call(cycle.commands.deliver).ends_with(R"("buffered"}})"),
                "the door found a wait that nobody registered");
    expect_that(holds(call(cycle.commands.expect), *cycle.event.payload), "the door found no event");
    call(cycle.commands.finish);
  }

  void duplicate(const Cycle& cycle) override {
    expect_that(call(cycle.commands.deliver).ends_with(R"("duplicate"}})"), "the door took a duplicate");
  }

 private:
  static bool holds(const std::string& answer, const std::string& part) {
    return answer.find(part) != std::string::npos;
  }

  std::string call(const std::string& command) {
    std::string answer = door_.call(command);
    expect_that(answer.starts_with(R"({"ok":true)"), answer);
    return answer;
  }

  restante::Door door_;
};

}  // namespace

floor_synchronous floor_level(Synchronous synchronous) {
  switch (synchronous) {
    case Synchronous::full: return FLOOR_FULL;
    case Synchronous::normal: return FLOOR_NORMAL;
    case Synchronous::off: return FLOOR_OFF;
  }
  return FLOOR_FULL;
}

std::unique_ptr<Contestant> open_floor(const std::string& path, Synchronous synchronous) {
  return std::make_unique<Floor>(path, synchronous);
}
std::unique_ptr<Contestant> open_verbs(const std::string& path, Synchronous synchronous) {
  return std::make_unique<Verbs>(path, synchronous);
}
std::unique_ptr<Contestant> open_correlator(const std::string& path, Synchronous synchronous) {
  return std::make_unique<CorrelatorContestant>(path, synchronous);
}
std::unique_ptr<Contestant> open_door(const std::string& path, Synchronous synchronous) {
  return std::make_unique<Door>(path, synchronous);
}

}  // namespace bench
