// What a door needs of this machine: SQLite files of a folder, and the clock.
#pragma once

#include <filesystem>

#include "restante/door.h"

namespace restante::cli {

// Relative paths of databases are taken from `folder`, or with an empty one from the working directory.
Door::World local_world(const std::filesystem::path& folder);

}  // namespace restante::cli
