#include "local_world.h"

#include "restante/open.h"
#include "restante/sqlite_storage.h"

namespace restante::cli {

namespace {

// ":memory:" is no file, and an empty path must reach the storage as it is to be refused there.
bool names_a_file(const std::string& path) {
  return !path.empty() && path != ":memory:";
}

bool leaves_its_folder(const std::filesystem::path& path) {
  return *path.lexically_normal().begin() == "..";
}

}  // namespace

Door::World local_world(const std::filesystem::path& folder) {
  Door::World world;
  world.open_database = [folder](const std::string& path, const Options& options) {
    const bool in_folder = names_a_file(path) && !folder.empty() && std::filesystem::path(path).is_relative();
    if (in_folder && leaves_its_folder(path))
      throw Error(ErrorCode::invalid_argument, "path leaves the folder of the scenario");
    return storage::open_sqlite(in_folder ? (folder / path).string() : path, options);
  };
  world.clock = system_now;
  return world;
}

}  // namespace restante::cli
