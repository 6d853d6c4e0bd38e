#include "restante/open.h"

#include <chrono>

#include "restante/sqlite_storage.h"

namespace restante {

Instant system_now() {
  using namespace std::chrono;
  return duration_cast<milliseconds>(system_clock::now().time_since_epoch()).count();
}

Store open(const std::string& path, Options options) {
  if (!options.clock) options.clock = system_now;
  auto database = storage::open_sqlite(path, options);
  return Store::open(std::move(database), std::move(options));
}

}  // namespace restante
