#include "temporary_folder.h"

#include <stdlib.h>

#include <string>
#include <system_error>

#include "exit_codes.h"

namespace restante::cli {

TemporaryFolder::TemporaryFolder() {
  std::error_code error;
  const std::filesystem::path parent = std::filesystem::temp_directory_path(error);
  std::string name = (parent / "restante-XXXXXX").string();
  if (error || mkdtemp(name.data()) == nullptr) throw CannotRun("a temporary folder cannot be made");
  path_ = name;
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;  // what cannot be removed is left to the system's own cleaning
  std::filesystem::remove_all(path_, ignored);
}

}  // namespace restante::cli
