// What the native tests share.
#pragma once

#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>
#include <string>

#include "restante/open.h"
#include "restante/storage.h"

namespace testing {

// The code of the Error that `work` throws; fails the test if it throws none.
template <class F>
restante::ErrorCode code_of(F&& work) {
  try {
    work();
  } catch (const restante::Error& error) {
    CHECK_FALSE(std::string(error.what()).empty());
    return error.code();
  }
  FAIL("no error was thrown");
  return restante::ErrorCode::unsupported;
}

// A folder that is gone with the object.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string pattern = (std::filesystem::temp_directory_path() / "restante-test-XXXXXX").string();
    if (mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("no temporary folder");
    path_ = pattern;
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  ~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  std::string file(const std::string& name) const { return (path_ / name).string(); }

 private:
  std::filesystem::path path_;
};

// A database that passes everything on, for tests that look at what passes or step in between.
class PassingOn : public restante::storage::Database {
 public:
  explicit PassingOn(std::unique_ptr<restante::storage::Database> below) : below_(std::move(below)) {}

  restante::storage::Rows run(const restante::storage::Statement& statement,
                              restante::storage::Parameters parameters) override {
    return below_->run(statement, parameters);
  }
  restante::storage::Rows run_sql(std::string_view sql, restante::storage::Parameters parameters) override {
    return below_->run_sql(sql, parameters);
  }
  void transaction(restante::storage::Body body) override { below_->transaction(body); }
  void prepare_for_writes() override { below_->prepare_for_writes(); }
  bool truncate_log() noexcept override { return below_->truncate_log(); }
  void close() noexcept override { below_->close(); }

 private:
  std::unique_ptr<restante::storage::Database> below_;
};

inline std::string bytes_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream bytes;
  bytes << file.rdbuf();
  return bytes.str();
}

inline void write_file(const std::string& path, const std::string& bytes) {
  std::ofstream(path, std::ios::binary) << bytes;
}

inline restante::Event event(const std::string& id, const std::string& key = "A-1") {
  return {"bank", id, "payment.settled", {{"order", key}}, R"({"cents":4200})", std::nullopt};
}

inline restante::Wait wait(const std::string& run, const std::string& key = "A-1") {
  restante::Wait wait;
  wait.run = run;
  wait.effect = "payment";
  wait.kind = "payment.settled";
  wait.correlation = {{"order", key}};
  return wait;
}

}  // namespace testing
