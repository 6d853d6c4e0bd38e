// The store that an operator looks at: one that is there already.
#pragma once

#include <stdexcept>
#include <string>

#include "answer.h"
#include "restante/door.h"

namespace restante::cli {

// The door or the file said no. `what()` is a sentence.
struct OperatorFailure : std::runtime_error {
  OperatorFailure(std::string failure, const std::string& sentence)
      : std::runtime_error(sentence), code(std::move(failure)) {}

  std::string code;
};

class OperatorStore {
 public:
  // Opens for reading only. A mistyped path or tenant must not make a new one, so both have to be there.
  // Throws OperatorFailure.
  OperatorStore(Door::World world, std::string path, const std::string& tenant);

  // Opens the same for writing.
  void allow_writing();

  // The answer to a command that succeeded. Throws OperatorFailure for one that failed.
  Answer ask(const std::string& command);

  const std::string& path() const { return path_; }
  // The name that the door knows the tenant by: without the blanks around it.
  const std::string& tenant() const { return tenant_; }

 private:
  void refuse_unknown_tenant();

  Door door_;
  std::string path_;
  std::string tenant_;
};

}  // namespace restante::cli
