#include "scenario_files.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <system_error>

#include "exit_codes.h"

namespace restante::cli {

namespace {

namespace fs = std::filesystem;

[[noreturn]] void refuse_unreadable(const std::string& path) {
  throw CannotRun("'" + path + "' cannot be read");
}

bool is_scenario(const fs::directory_entry& entry) {
  std::error_code error;
  return entry.path().native().ends_with(".jsonl") && entry.is_regular_file(error);
}

void append_scenarios_below(const std::string& folder, std::vector<std::string>& files) {
  std::error_code error;
  fs::recursive_directory_iterator entry(folder, error);
  std::vector<std::string> found;
  for (; !error && entry != fs::recursive_directory_iterator(); entry.increment(error))
    if (is_scenario(*entry)) found.push_back(entry->path().string());
  if (error) refuse_unreadable(folder);
  if (found.empty()) throw CannotRun("the folder '" + folder + "' holds no .jsonl file");
  std::sort(found.begin(), found.end());
  files.insert(files.end(), found.begin(), found.end());
}

}  // namespace

std::vector<std::string> find_scenarios(const std::vector<std::string>& paths) {
  std::vector<std::string> files;
  for (const std::string& path : paths) {
    std::error_code error;
    const fs::file_status status = fs::status(path, error);
    if (status.type() == fs::file_type::not_found)
      throw CannotRun("there is no file or folder '" + path + "'");
    if (error) refuse_unreadable(path);
    if (fs::is_directory(status))
      append_scenarios_below(path, files);
    else
      files.push_back(path);
  }
  return files;
}

std::string read_scenario(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) refuse_unreadable(path);
  std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  if (file.bad()) refuse_unreadable(path);
  return text;
}

}  // namespace restante::cli
