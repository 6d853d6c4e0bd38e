// The command door: one JSON command in, one JSON answer out (ground rules, "The command door").
//
// It is the one way in for everything that is not C++: the command line, the WebAssembly module, scenarios. A
// door keeps stores by name. docs/door.md describes the commands.
//
// Thread rule: a Door is used by one thread at a time.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "restante/options.h"
#include "restante/storage.h"
#include "restante/store.h"

namespace restante {

namespace door {
class Arguments;
}

class Door {
 public:
  // What a door needs of the program around it.
  struct World {
    // Opens the database at a path; throws Error.
    std::function<std::unique_ptr<storage::Database>(const std::string& path, const Options& options)>
        open_database;
    // The machine's clock.
    Clock clock;
    // Called after each commit of any store of the door; it must not call the door. May be empty.
    std::function<void()> on_commit{};
  };

  // How payloads (and the other JSON texts of a caller) cross the door: as they are, in place, or as a JSON
  // string that holds their text. The second is for callers whose own JSON parser would change them.
  enum class Payloads { in_place, as_text };

  explicit Door(World world);
  ~Door();
  Door(const Door&) = delete;
  Door& operator=(const Door&) = delete;

  // Runs one command. Every failure is an answer; nothing is thrown.
  std::string call(std::string_view command, Payloads payloads = Payloads::in_place);

  // Runs `body` within one transaction of the store `name`, and answers null or the failure. Within the body
  // `call_op` runs commands on the op. If the body throws, everything is undone, and it comes out unchanged.
  std::string transact(const std::string& name, const std::function<void()>& body);
  std::string call_op(std::string_view command, Payloads payloads = Payloads::in_place);

 private:
  struct Slot;

  std::string answer(std::string_view command, Payloads payloads, bool on_op);
  void run_on_store(door::Arguments& in, std::string& out, Payloads payloads);
  void open(const std::string& name, door::Arguments& in);
  void reopen(const std::string& name, door::Arguments& in);
  void move_clock(const std::string& name, door::Arguments& in);
  Slot& known_slot(const std::string& name);
  Store& opened_store(const std::string& name);

  World world_;
  std::map<std::string, std::unique_ptr<Slot>> slots_;
  Op* op_ = nullptr;  // within `transact`
};

}  // namespace restante
