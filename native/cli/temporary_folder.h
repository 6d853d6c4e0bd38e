// A folder of its own for one scenario, removed with everything in it.
#pragma once

#include <filesystem>

namespace restante::cli {

class TemporaryFolder {
 public:
  // Throws CannotRun.
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

}  // namespace restante::cli
