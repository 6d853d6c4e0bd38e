#include "events/sealed_runs.h"

namespace restante::events {

namespace {
constexpr storage::Statement select_sealed{
    "select sealed run", "SELECT 1 FROM restante_sealed_runs WHERE tenant = ?1 AND run = ?2"};
}  // namespace

bool SealedRuns::contains(std::string_view run) {
  return !database_.run(select_sealed, {tenant_, run}).empty();
}

}  // namespace restante::events
