// Looks for a payload in the bytes of the database file and of its write-ahead log, behind the store's back.
#pragma once

#include <cstddef>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

namespace demo {

class FileWitness {
 public:
  explicit FileWitness(std::string store_path) : store_path_(std::move(store_path)) {}

  // Cuts the payload into pieces and keeps those that stand in neither file, as it has not come yet.
  void remember(const std::string& payload);

  // Counts how many of these pieces can be read in the files now, and notes it. It is a failure if there are
  // none, or if there are any.
  void expect_payload(const std::string& when);
  void expect_nothing(const std::string& when);

  void write_report(const std::string& path) const;

 private:
  std::size_t look(const std::string& when);

  std::string store_path_;
  std::unordered_set<std::string> pieces_;
  std::vector<std::string> lines_;
};

}  // namespace demo
