// The scope of an Op: verbs inside the transaction of `transact`.
#pragma once

#include <exception>

#include "store/scope.h"

namespace restante {

class OpScope final : public Scope {
 public:
  explicit OpScope(const Place& place) : place_(&place) {}

  const Place& place() const override { return *place_; }
  // Fails with the first failure of the op, if there was one: what it left undone must not be committed.
  void refuse_if_poisoned() const;
  // Remembers the exception that is being handled, unless there was one before.
  void poison();

 protected:
  void enter(Access access, storage::Body check, storage::Body work) override;

 private:
  const Place* place_;
  std::exception_ptr first_failure_;
};

}  // namespace restante
