// The table from the name of a verb to the function that runs it.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "door/answers.h"
#include "door/arguments.h"
#include "restante/store.h"

namespace restante::door {

// Where a verb runs: on a store, or on the op of a transaction.
class Target {
 public:
  explicit Target(Store& store) : store_(&store) {}
  explicit Target(Op& op) : op_(&op) {}

  Events events() const { return op_ != nullptr ? op_->events() : store_->events(); }
  SqlRows sql(std::string_view statement, const std::vector<SqlValue>& parameters) const {
    return op_ != nullptr ? op_->sql(statement, parameters) : store_->sql(statement, parameters);
  }

 private:
  Store* store_ = nullptr;
  Op* op_ = nullptr;
};

// Reads its arguments to the last, calls `done`, and only then acts and writes its value.
using Verb = void (*)(Arguments& in, const Target& target, Answer& out);

struct NamedVerb {
  std::string_view name;
  Verb run;
};

constexpr bool operator<(const NamedVerb& a, const NamedVerb& b) {
  return a.name < b.name;
}

// The verbs of a face, in the order of their names.
std::span<const NamedVerb> events_verbs();
std::span<const NamedVerb> sql_verbs();

// The verb, or nullptr.
Verb find_verb(std::string_view name);

}  // namespace restante::door
