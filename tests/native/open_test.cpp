// Files that cannot be opened: one clear sentence, the right code, and the file as it was.
#include <sqlite3.h>

#include <chrono>

#include "support.h"

using namespace restante;
using testing::bytes_of;
using testing::code_of;
using testing::TemporaryFolder;
using testing::write_file;

namespace {

void run_directly(const std::string& path, const std::string& sql) {
  sqlite3* handle = nullptr;
  REQUIRE(sqlite3_open(path.c_str(), &handle) == SQLITE_OK);
  REQUIRE(sqlite3_exec(handle, sql.c_str(), nullptr, nullptr, nullptr) == SQLITE_OK);
  REQUIRE(sqlite3_close(handle) == SQLITE_OK);
}

std::int64_t number_in(const std::string& path, const char* sql) {
  sqlite3* handle = nullptr;
  sqlite3_stmt* statement = nullptr;
  REQUIRE(sqlite3_open(path.c_str(), &handle) == SQLITE_OK);
  REQUIRE(sqlite3_prepare_v2(handle, sql, -1, &statement, nullptr) == SQLITE_OK);
  REQUIRE(sqlite3_step(statement) == SQLITE_ROW);
  const std::int64_t number = sqlite3_column_int64(statement, 0);
  sqlite3_finalize(statement);
  sqlite3_close(handle);
  return number;
}

// Opening fails with `code` and leaves the file byte for byte.
void refused_unchanged(const std::string& path, ErrorCode code) {
  const std::string before = bytes_of(path);
  CHECK(code_of([&] { open(path); }) == code);
  CHECK(bytes_of(path) == before);
  CHECK_FALSE(std::filesystem::exists(path + "-wal"));
}

}  // namespace

TEST_CASE("a file that is not SQLite is corrupt and left as it was") {
  const TemporaryFolder folder;
  write_file(folder.file("text.db"), std::string(5000, 'x'));
  refused_unchanged(folder.file("text.db"), ErrorCode::corrupt);
  write_file(folder.file("short.db"), "hello");
  refused_unchanged(folder.file("short.db"), ErrorCode::corrupt);
}

TEST_CASE("a truncated file is corrupt and left as it was") {
  const TemporaryFolder folder;
  const std::string path = folder.file("cut.db");
  {
    Store store = open(path);
    for (int i = 0; i < 200; ++i) store.events().buffer(testing::event("id-" + std::to_string(i)), i);
  }
  const std::string whole = bytes_of(path);
  REQUIRE(whole.size() > 20000);
  for (const std::size_t size : {std::size_t{60}, std::size_t{4096}, whole.size() / 2}) {
    write_file(path, whole.substr(0, size));
    refused_unchanged(path, ErrorCode::corrupt);
  }
}

TEST_CASE(
    "foreign tables named like ours are corrupt, and a newer schema is too new; both stay as they were") {
  const TemporaryFolder folder;
  run_directly(folder.file("foreign.db"), "CREATE TABLE restante_events (x)");
  refused_unchanged(folder.file("foreign.db"), ErrorCode::corrupt);
  open(folder.file("newer.db")).close();
  run_directly(folder.file("newer.db"),
               "PRAGMA journal_mode = DELETE; UPDATE restante_schema SET version = 2000");
  refused_unchanged(folder.file("newer.db"), ErrorCode::schema_too_new);
}

TEST_CASE("a database in UTF-16 is unsupported, for text is ordered by its UTF-8 bytes") {
  const TemporaryFolder folder;
  run_directly(folder.file("wide.db"), "PRAGMA encoding = 'UTF-16le'; CREATE TABLE mine (x)");
  refused_unchanged(folder.file("wide.db"), ErrorCode::unsupported);
}

TEST_CASE(
    "a missing folder, a folder in place of a file and an impossible path are told apart from a broken "
    "file") {
  const TemporaryFolder folder;
  CHECK(code_of([&] { open(folder.file("none/a.db")); }) == ErrorCode::io);
  CHECK(code_of([&] { open(folder.file("")); }) == ErrorCode::io);
  CHECK(code_of([&] { open(""); }) == ErrorCode::invalid_argument);
  CHECK(code_of([&] { open(std::string("a\0b", 3)); }) == ErrorCode::invalid_argument);
}

TEST_CASE("a read-only store wants a file that is there and has the present schema") {
  const TemporaryFolder folder;
  Options read_only;
  read_only.read_only = true;
  CHECK(code_of([&] { open(folder.file("missing.db"), read_only); }) == ErrorCode::io);
  CHECK_FALSE(std::filesystem::exists(folder.file("missing.db")));
  run_directly(folder.file("plain.db"), "CREATE TABLE mine (x)");
  const std::string before = bytes_of(folder.file("plain.db"));
  CHECK(code_of([&] { open(folder.file("plain.db"), read_only); }) == ErrorCode::read_only);
  CHECK(bytes_of(folder.file("plain.db")) == before);

  open(folder.file("ours.db")).events().buffer(testing::event("1"), 1);
  Store store = open(folder.file("ours.db"), read_only);
  CHECK(store.sql("SELECT count(*) AS n FROM restante_events").rows.at(0).at(0).integer() == 1);
  CHECK(code_of([&] { store.events().buffer(testing::event("2"), 1); }) == ErrorCode::read_only);
  CHECK(code_of([&] { store.sql("CREATE TABLE mine (x)"); }) == ErrorCode::read_only);
  CHECK(code_of([&] { store.transact([](Op&) {}); }) == ErrorCode::read_only);
}

TEST_CASE("application_id marks files that we created, never a database that was the caller's first") {
  const TemporaryFolder folder;
  open(folder.file("ours.db")).close();
  CHECK(number_in(folder.file("ours.db"), "PRAGMA application_id") == 0x52535445);
  run_directly(folder.file("theirs.db"), "CREATE TABLE mine (x)");
  open(folder.file("theirs.db")).close();
  CHECK(number_in(folder.file("theirs.db"), "PRAGMA application_id") == 0);
}

TEST_CASE("a file store keeps a write-ahead log and leaves none behind") {
  const TemporaryFolder folder;
  const std::string path = folder.file("a.db");
  Store store = open(path);
  CHECK(store.sql("PRAGMA journal_mode").rows.at(0).at(0).text() == "wal");
  CHECK(store.sql("PRAGMA secure_delete").rows.at(0).at(0).integer() == 1);
  CHECK(store.sql("PRAGMA synchronous").rows.at(0).at(0).integer() == 2);
  store.events().buffer(testing::event("1"), 1);
  CHECK(std::filesystem::exists(path + "-wal"));
  store.close();
  CHECK_FALSE(std::filesystem::exists(path + "-wal"));
}

TEST_CASE("a locked file is busy after the timeout") {
  const TemporaryFolder folder;
  const std::string path = folder.file("a.db");
  Options impatient;
  impatient.busy_timeout_ms = 30;
  Store first = open(path, impatient);
  Store second = open(path, impatient);
  first.transact([&](Op& op) {
    op.events().buffer(testing::event("1"), 1);
    CHECK(code_of([&] { second.events().buffer(testing::event("2"), 1); }) == ErrorCode::busy);
    CHECK(second.events().waiting(10).empty());
  });
  CHECK(second.events().buffer(testing::event("2"), 1));
}

TEST_CASE("the payload of a spent event is gone from the file") {
  const TemporaryFolder folder;
  const std::string path = folder.file("a.db");
  const std::string secret = "a-secret-that-must-not-stay";
  {
    Store store = open(path);
    restante::Event event = testing::event("1");
    event.payload = "\"" + secret + "\"";
    store.events().buffer(event, 1);
    REQUIRE(store.events().claim_for(testing::wait("run"), 2));
    store.events().unsubscribe("run", "payment");
  }
  CHECK(bytes_of(path).find(secret) == std::string::npos);
}

TEST_CASE("options out of range are named") {
  const auto refused = [](auto change) {
    Options options;
    change(options);
    return code_of([&] { open(":memory:", options); }) == ErrorCode::invalid_argument;
  };
  CHECK(refused([](Options& o) { o.tenant = " \t"; }));
  CHECK(refused([](Options& o) { o.tenant = "a/b"; }));
  CHECK(refused([](Options& o) { o.tenant = "a\xC2\x85z"; }));
  CHECK(refused([](Options& o) { o.tenant = std::string(65, 'x'); }));
  CHECK(refused([](Options& o) { o.busy_timeout_ms = -1; }));
  CHECK(refused([](Options& o) { o.max_payload_bytes = 0; }));
  CHECK(refused([](Options& o) { o.dedup_retention_ms = -1; }));
}

TEST_CASE("closing waits for nobody") {
  const TemporaryFolder folder;
  Options patient;
  patient.busy_timeout_ms = 60'000;
  Store writer = open(folder.file("a.db"), patient);
  Store other = open(folder.file("a.db"), patient);
  other.events().buffer(testing::event("0"), 1);
  const auto begin = std::chrono::steady_clock::now();
  writer.transact([&](Op& op) {
    op.events().buffer(testing::event("1"), 1);
    other.close();
  });
  CHECK(std::chrono::steady_clock::now() - begin < std::chrono::seconds(30));
  CHECK_FALSE(writer.events().buffer(testing::event("1"), 2));
}
