#include "store/op_scope.h"

namespace restante {

void OpScope::refuse_if_poisoned() const {
  if (first_failure_) std::rethrow_exception(first_failure_);
}

void OpScope::poison() {
  if (!first_failure_) first_failure_ = std::current_exception();
}

void OpScope::enter(Access, storage::Body check, storage::Body work) {
  refuse_if_poisoned();
  try {
    check();
    work();
  } catch (...) {
    poison();
    throw;
  }
}

}  // namespace restante
