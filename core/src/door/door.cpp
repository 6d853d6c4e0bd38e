#include "restante/door.h"

#include <array>
#include <new>

#include "door/answers.h"
#include "door/arguments.h"
#include "door/correlator_commands.h"
#include "door/verbs.h"
#include "json/writer.h"
#include "values/checks.h"
#include "values/sentence.h"

namespace restante {

namespace {

using door::Answer;
using door::Arguments;

constexpr std::string_view default_name = "a";

json::Document parse(std::string_view command, Door::Payloads payloads) {
  try {
    return json::Document(command,
                          payloads == Door::Payloads::in_place ? json::Payloads::raw : json::Payloads::apart);
  } catch (const json::Malformed& malformed) {
    values::refuse({"the command is not valid JSON: ", malformed.reason, " at byte ", malformed.at});
  }
}

Synchronous read_synchronous(Arguments& in) {
  const std::string given = in.optional_text("synchronous").value_or("full");
  if (given == "full") return Synchronous::full;
  if (given == "normal") return Synchronous::normal;
  if (given == "off") return Synchronous::off;
  values::refuse({"synchronous is not one of full, normal, off"});
}

Options read_options(Arguments& in) {
  Options options;
  if (auto tenant = in.optional_text("tenant")) options.tenant = std::move(*tenant);
  options.synchronous = read_synchronous(in);
  options.busy_timeout_ms = in.optional_whole("busy_timeout_ms").value_or(options.busy_timeout_ms);
  options.max_payload_bytes = in.optional_whole("max_payload_bytes").value_or(options.max_payload_bytes);
  options.dedup_retention_ms = in.optional_whole("dedup_retention_ms").value_or(options.dedup_retention_ms);
  options.read_only = in.optional_boolean("read_only").value_or(options.read_only);
  return options;
}

std::string read_store_name(Arguments& in) {
  const std::optional<std::string> name = in.optional_text("as");
  if (!name) return std::string(default_name);
  values::check_name("as", *name);
  return *name;
}

void run_verb(const std::string& name, Arguments& in, const door::Target& target, Answer& out) {
  const door::Verb verb = door::find_verb(name);
  if (verb == nullptr) {
    // What is no verb may be anything; show it only if it looks like one.
    const bool readable =
        name.size() <= 64 && name.find_first_not_of("abcdefghijklmnopqrstuvwxyz_.") == name.npos;
    values::refuse({"do: there is no such verb", readable ? values::sentence({": '", name, "'"}) : ""});
  }
  verb(in, target, out);
}

// The commands that concern a door or a whole store and have no place in a transaction.
bool is_session_command(std::string_view name) {
  static constexpr std::array<std::string_view, 5> names{"transact", "open", "close", "reopen", "clock"};
  for (const std::string_view known : names)
    if (name == known) return true;
  return false;
}

void run_on_op(Op& op, Arguments& in, Answer& out) {
  in.refuse("as", "has no place within a transaction");
  const std::string name = in.text("do");
  if (is_session_command(name) || door::is_correlator_command(name))
    values::refuse({"do: '", name, "' has no place within a transaction"});
  run_verb(name, in, door::Target(op), out);
}

void run_commands(Store& store, Arguments& in, std::string& out, Door::Payloads payloads) {
  const std::vector<json::Value> commands = in.list("commands");
  in.done();
  store.transact([&](Op& op) {
    Answer answer(out, payloads);
    out += '[';
    for (std::size_t i = 0; i < commands.size(); ++i) {
      if (i > 0) out += ',';
      try {
        Arguments command = in.element("commands", i, commands[i]);
        run_on_op(op, command, answer);
      } catch (const Error& error) {
        throw error.with("index", static_cast<std::int64_t>(i));
      }
    }
    out += ']';
  });
}

}  // namespace

// A store by its name: how it was opened, and the store itself while it is open.
struct Door::Slot {
  struct Opening {
    std::string path;
    Options options;
    std::optional<Instant> still_at;  // `clock` of the open command
  };

  std::optional<Opening> opening;  // of the last open command that was well-formed
  // Where the store's clock stands still, if it does.
  std::shared_ptr<std::optional<Instant>> still = std::make_shared<std::optional<Instant>>();
  std::optional<Store> store;
  CommitListening listening;
  std::optional<Correlator> correlator;

  void close() {
    if (store) store->close();
    correlator.reset();
    listening = {};
    store.reset();
  }

  void open(const World& world) {
    close();
    *still = opening->still_at;
    Options options = opening->options;
    options.clock = [still = still, machine = world.clock] { return *still ? **still : machine(); };
    store.emplace(Store::open(world.open_database(opening->path, options), options));
    if (world.on_commit) listening = store->on_commit(world.on_commit);
  }
};

Door::Door(World world) : world_(std::move(world)) {}
Door::~Door() = default;

Door::Slot& Door::known_slot(const std::string& name) {
  const auto found = slots_.find(name);
  if (found == slots_.end()) values::refuse({"as: no store was ever opened under this name"});
  return *found->second;
}

Store& Door::opened_store(const std::string& name) {
  Slot& slot = known_slot(name);
  if (!slot.store) throw Error(ErrorCode::closed, "the store was closed");
  return *slot.store;
}

void Door::open(const std::string& name, door::Arguments& in) {
  std::unique_ptr<Slot>& slot = slots_[name];
  if (!slot) slot = std::make_unique<Slot>();
  slot->close();  // first, so that a failed open leaves the name closed
  Slot::Opening opening;
  opening.path = in.text("path");
  values::check_path(opening.path);
  opening.options = read_options(in);
  opening.still_at = in.optional_whole("clock");
  in.done();
  values::check_options(opening.options);
  if (opening.still_at) values::check_instant("clock", *opening.still_at);
  slot->opening = std::move(opening);
  slot->open(world_);
}

void Door::reopen(const std::string& name, door::Arguments& in) {
  in.done();
  Slot& slot = known_slot(name);
  if (!slot.opening) values::refuse({"as: no store was ever opened under this name"});
  slot.open(world_);
}

void Door::move_clock(const std::string& name, door::Arguments& in) {
  const Instant now = in.whole("now");
  in.done();
  values::check_instant("now", now);
  opened_store(name);
  *known_slot(name).still = now;
}

void Door::run_on_store(door::Arguments& in, std::string& out, Payloads payloads) {
  Answer answer(out, payloads);
  const std::string name = read_store_name(in);
  const std::string verb = in.text("do");
  if (verb == "transact") return run_commands(opened_store(name), in, out, payloads);
  if (door::is_correlator_command(verb)) {
    Store& store = opened_store(name);
    return door::run_correlator_command(verb, in, store, known_slot(name).correlator, answer);
  }
  if (!is_session_command(verb)) return run_verb(verb, in, door::Target(opened_store(name)), answer);
  if (verb == "open") {
    open(name, in);
  } else if (verb == "reopen") {
    reopen(name, in);
  } else if (verb == "clock") {
    move_clock(name, in);
  } else {
    in.done();
    known_slot(name).close();
  }
  answer.null();
}

std::string Door::answer(std::string_view command, Payloads payloads, bool on_op) try {
  std::string out = R"({"ok":true,"value":)";
  const json::Document document = parse(command, payloads);
  Arguments in(document.root(), payloads);
  if (!on_op) {
    run_on_store(in, out, payloads);
  } else {
    if (op_ == nullptr) values::refuse({"the op was used after the body of its transact had returned"});
    Answer answer(out, payloads);
    run_on_op(*op_, in, answer);
  }
  out += '}';
  return out;
} catch (const Error& error) {
  if (on_op && op_ != nullptr) op_->poison();
  return door::failure(error);
} catch (const std::bad_alloc&) {
  if (on_op && op_ != nullptr) op_->poison();
  return door::failure(Error(ErrorCode::io, "the memory ran out"));
}

std::string Door::call(std::string_view command, Payloads payloads) {
  return answer(command, payloads, false);
}
std::string Door::call_op(std::string_view command, Payloads payloads) {
  return answer(command, payloads, true);
}

std::string Door::transact(const std::string& name, const std::function<void()>& body) try {
  opened_store(name).transact([&](Op& op) {
    op_ = &op;
    try {
      body();
    } catch (...) {
      op_ = nullptr;
      throw;
    }
    op_ = nullptr;
  });
  return R"({"ok":true,"value":null})";
} catch (const Error& error) {
  return door::failure(error);
}

}  // namespace restante
