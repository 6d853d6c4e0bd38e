#include <sqlite3.h>

#include <map>
#include <optional>

#include "restante/sqlite_storage.h"
#include "values/checks.h"
#include "values/sentence.h"

namespace restante::storage {

namespace {

// Tells our files apart for file(1): "RSTE".
constexpr int application_id = 0x52535445;
// A write-ahead log that a burst has made longer is cut back to this many bytes.
constexpr int journal_size_limit_bytes = 4 << 20;

constexpr Statement begin{"begin", "BEGIN IMMEDIATE"};
constexpr Statement commit{"commit", "COMMIT"};
constexpr Statement begin_part{"begin part", "SAVEPOINT restante"};
constexpr Statement keep_part{"keep part", "RELEASE restante"};

// What the storage said, as one of our codes; nothing if it is a matter of the statement itself.
std::optional<ErrorCode> storage_code(int result) {
  switch (result & 0xFF) {
    case SQLITE_BUSY:
    case SQLITE_LOCKED: return ErrorCode::busy;
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB: return ErrorCode::corrupt;
    case SQLITE_READONLY: return ErrorCode::read_only;
    case SQLITE_FULL: return ErrorCode::disk_full;
    case SQLITE_IOERR:
    case SQLITE_CANTOPEN:
    case SQLITE_NOMEM:
    case SQLITE_PERM:
    case SQLITE_PROTOCOL:
    case SQLITE_NOLFS: return ErrorCode::io;
    default: return std::nullopt;
  }
}

const char* meaning_of(ErrorCode code) {
  switch (code) {
    case ErrorCode::busy: return "the database is locked by another writer";
    case ErrorCode::corrupt: return "the database cannot be understood";
    case ErrorCode::read_only: return "the database takes no writes";
    case ErrorCode::disk_full: return "the storage has no room";
    default: return "the storage failed";
  }
}

std::string sentence_for(ErrorCode code, std::string_view sqlite_message) {
  return values::sentence({meaning_of(code), " (", sqlite_message, ")"});
}

class LinkedSqlite final : public Database {
 public:
  LinkedSqlite(const std::string& path, const Options& options)
      : synchronous_(options.synchronous),
        busy_timeout_ms_(static_cast<int>(options.busy_timeout_ms)),
        in_memory_(path == ":memory:"),
        read_only_(options.read_only) {
    const int flags = options.read_only ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
    const int result =
        sqlite3_open_v2(path.c_str(), &handle_, flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, nullptr);
    if (result != SQLITE_OK) {
      const std::string reason = handle_ != nullptr ? sqlite3_errmsg(handle_) : sqlite3_errstr(result);
      const ErrorCode code = storage_code(result).value_or(ErrorCode::io);
      sqlite3_close(handle_);
      values::fail(code, {"the database at '", values::shown(path), "' cannot be opened: ", reason});
    }
    try {
      configure(path);
    } catch (...) {
      sqlite3_close(handle_);
      throw;
    }
  }

  LinkedSqlite(const LinkedSqlite&) = delete;
  LinkedSqlite& operator=(const LinkedSqlite&) = delete;
  ~LinkedSqlite() override { close(); }

  Rows run(const Statement& statement, Parameters parameters) override {
    refuse_if_lost();
    sqlite3_stmt* prepared = prepared_form(statement);
    bind(prepared, parameters);
    Rows rows;
    const int result = drain(prepared, rows, false);
    if (result != SQLITE_DONE) fail_own(result, statement);
    return rows;
  }

  Rows run_sql(std::string_view sql, Parameters parameters) override {
    refuse_if_lost();
    sqlite3_stmt* raw = nullptr;
    const char* tail = nullptr;
    const int prepared = sqlite3_prepare_v2(handle_, sql.data(), static_cast<int>(sql.size()), &raw, &tail);
    const std::unique_ptr<sqlite3_stmt, int (*)(sqlite3_stmt*)> statement(raw, sqlite3_finalize);
    if (prepared != SQLITE_OK) fail_callers(prepared);
    refuse_second_statement(std::string_view(tail, static_cast<std::size_t>(sql.data() + sql.size() - tail)));
    const auto wanted = static_cast<std::size_t>(sqlite3_bind_parameter_count(raw));
    if (wanted != parameters.size())
      values::refuse({"params has ", parameters.size(), " values, but the statement takes ", wanted});
    bind(raw, parameters);
    Rows rows;
    const int result = drain(raw, rows, true);
    if (result != SQLITE_DONE) fail_callers(result);
    return rows;
  }

  void transaction(Body body) override {
    const bool outermost = depth_ == 0;
    if (outermost) lost_.reset();
    control(outermost ? begin : begin_part);
    ++depth_;
    try {
      body();
      refuse_if_lost();
      control(outermost ? commit : keep_part);
    } catch (...) {
      undo(outermost);
      --depth_;
      throw;
    }
    --depth_;
    if (outermost) notify_commit();
  }

  void prepare_for_writes() override {
    if (in_memory_) return;
    const bool fresh = pragma_integer("PRAGMA page_count") == 0;
    // Where a file system cannot do it SQLite answers the mode that stays: slower, equally safe.
    run_pragma("PRAGMA journal_mode = WAL");
    switch (synchronous_) {
      case Synchronous::full: run_pragma("PRAGMA synchronous = FULL"); break;
      case Synchronous::normal: run_pragma("PRAGMA synchronous = NORMAL"); break;
      case Synchronous::off: run_pragma("PRAGMA synchronous = OFF"); break;
    }
    // What is deleted is overwritten, so that a shed payload is gone from the file too.
    run_pragma("PRAGMA secure_delete = ON");
    run_pragma(values::sentence({"PRAGMA journal_size_limit = ", journal_size_limit_bytes}));
    if (fresh) run_pragma(values::sentence({"PRAGMA application_id = ", application_id}));
  }

  bool truncate_log() noexcept override {
    if (in_memory_ || read_only_ || handle_ == nullptr) return true;
    sqlite3_busy_timeout(handle_, 0);
    const int result =
        sqlite3_wal_checkpoint_v2(handle_, nullptr, SQLITE_CHECKPOINT_TRUNCATE, nullptr, nullptr);
    sqlite3_busy_timeout(handle_, busy_timeout_ms_);
    return result == SQLITE_OK;
  }

  void close() noexcept override {
    if (handle_ == nullptr) return;
    for (const auto& [statement, prepared] : prepared_) sqlite3_finalize(prepared);
    prepared_.clear();
    // Others may hold the log back. Nobody waits for them here: the next one to close cuts it.
    truncate_log();
    sqlite3_close_v2(handle_);
    handle_ = nullptr;
  }

 private:
  // What fails at the end of a transaction is a constraint of the caller's own tables that was deferred until
  // there.
  void control(const Statement& statement) {
    refuse_if_lost();
    Rows none;
    const int result = drain(prepared_form(statement), none, false);
    if (result != SQLITE_DONE) fail_callers(result);
  }

  void configure(const std::string& path) {
    sqlite3_busy_timeout(handle_, busy_timeout_ms_);
    sqlite3_db_config(handle_, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
    sqlite3_db_config(handle_, SQLITE_DBCONFIG_ENABLE_FKEY, 1, nullptr);
    // The first look into the file. Text must be ordered by its UTF-8 bytes, which is the order of this
    // encoding only. A SQLite built without the others answers nothing here, and refuses such a file by
    // itself.
    const Rows encoding = run_sql("PRAGMA encoding", {});
    if (!encoding.empty() && encoding.text(0, 0) != "UTF-8")
      values::fail(ErrorCode::unsupported, {"the database at '", path, "' does not keep its text as UTF-8"});
  }

  bool in_transaction() const { return handle_ != nullptr && sqlite3_get_autocommit(handle_) == 0; }

  sqlite3_stmt* prepared_form(const Statement& statement) {
    sqlite3_stmt*& prepared = prepared_[&statement];
    if (prepared == nullptr) {
      const int result =
          sqlite3_prepare_v3(handle_, statement.sql.data(), static_cast<int>(statement.sql.size()),
                             SQLITE_PREPARE_PERSISTENT, &prepared, nullptr);
      if (result != SQLITE_OK) fail_own(result, statement);
    }
    return prepared;
  }

  void refuse_second_statement(std::string_view tail) {
    sqlite3_stmt* second = nullptr;
    const int result =
        sqlite3_prepare_v2(handle_, tail.data(), static_cast<int>(tail.size()), &second, nullptr);
    sqlite3_finalize(second);
    if (result != SQLITE_OK || second != nullptr)
      throw Error(ErrorCode::invalid_argument, "sql holds more than one statement");
  }

  // Text is bound without a copy: it outlives the call, and every run binds all parameters anew.
  static void bind(sqlite3_stmt* prepared, Parameters parameters) {
    int place = 0;
    for (const Parameter& parameter : parameters) {
      ++place;
      if (const auto* text = std::get_if<std::string_view>(&parameter)) {
        sqlite3_bind_text64(prepared, place, text->data() != nullptr ? text->data() : "", text->size(),
                            SQLITE_STATIC, SQLITE_UTF8);
      } else if (const auto* integer = std::get_if<std::int64_t>(&parameter)) {
        sqlite3_bind_int64(prepared, place, *integer);
      } else if (const auto* real = std::get_if<double>(&parameter)) {
        sqlite3_bind_double(prepared, place, *real);
      } else {
        sqlite3_bind_null(prepared, place);
      }
    }
  }

  static int drain(sqlite3_stmt* prepared, Rows& rows, bool with_names) {
    const int columns = sqlite3_column_count(prepared);
    rows.set_columns(static_cast<std::size_t>(columns));
    if (with_names)
      for (int i = 0; i < columns; ++i) rows.name_column(sqlite3_column_name(prepared, i));
    int result = SQLITE_ROW;
    while ((result = sqlite3_step(prepared)) == SQLITE_ROW) {
      for (int i = 0; i < columns; ++i) add_cell(prepared, i, rows);
    }
    const int reset = sqlite3_reset(prepared);
    return result == SQLITE_DONE ? SQLITE_DONE : reset;
  }

  static void add_cell(sqlite3_stmt* prepared, int column, Rows& rows) {
    const auto bytes = [&](const void* data) {
      return std::string_view(static_cast<const char*>(data),
                              static_cast<std::size_t>(sqlite3_column_bytes(prepared, column)));
    };
    switch (sqlite3_column_type(prepared, column)) {
      case SQLITE_INTEGER: rows.add_integer(sqlite3_column_int64(prepared, column)); break;
      case SQLITE_FLOAT: rows.add_real(sqlite3_column_double(prepared, column)); break;
      case SQLITE_TEXT: rows.add_text(bytes(sqlite3_column_text(prepared, column))); break;
      case SQLITE_BLOB: rows.add_blob(bytes(sqlite3_column_blob(prepared, column))); break;
      default: rows.add_null(); break;
    }
  }

  [[noreturn]] void fail(Error error) {
    // Disk full, I/O errors and a trigger's RAISE(ROLLBACK) end the whole transaction by themselves.
    if (depth_ > 0 && !lost_ && !in_transaction()) lost_ = error;
    throw error;
  }

  [[noreturn]] void fail_own(int result, const Statement& statement) {
    const ErrorCode code = storage_code(result).value_or(ErrorCode::corrupt);
    const std::string reason = sqlite3_errmsg(handle_);
    fail(Error(code, sentence_for(code, values::sentence({statement.name, ": ", reason}))));
  }

  [[noreturn]] void fail_callers(int result) {
    const std::string reason = sqlite3_errmsg(handle_);
    if (const auto code = storage_code(result)) fail(Error(*code, sentence_for(*code, reason)));
    fail(Error(ErrorCode::sql_error, values::sentence({"the SQL failed: ", reason}),
               {{"extended_code", std::int64_t{sqlite3_extended_errcode(handle_)}}}));
  }

  void refuse_if_lost() const {
    if (lost_ && depth_ > 0) throw *lost_;
    if (handle_ == nullptr) throw Error(ErrorCode::closed, "the database was closed");
  }

  // Asks first: the storage may have ended the transaction by itself.
  void undo(bool outermost) noexcept {
    if (!in_transaction()) return;
    const char* sql = outermost ? "ROLLBACK" : "ROLLBACK TO restante; RELEASE restante";
    sqlite3_exec(handle_, sql, nullptr, nullptr, nullptr);
  }

  void run_pragma(const std::string& sql) {
    const int result = sqlite3_exec(handle_, sql.c_str(), nullptr, nullptr, nullptr);
    if (result == SQLITE_OK) return;
    const ErrorCode code = storage_code(result).value_or(ErrorCode::io);
    throw Error(code, sentence_for(code, sqlite3_errmsg(handle_)));
  }

  std::int64_t pragma_integer(std::string_view sql) { return run_sql(sql, {}).integer(0, 0); }

  sqlite3* handle_ = nullptr;
  Synchronous synchronous_;
  int busy_timeout_ms_;
  bool in_memory_;
  bool read_only_;
  int depth_ = 0;
  std::optional<Error> lost_;  // why the storage ended the transaction under way
  std::map<const Statement*, sqlite3_stmt*> prepared_;
};

}  // namespace

std::unique_ptr<Database> open_sqlite(const std::string& path, const Options& options) {
  values::check_path(path);
  return std::make_unique<LinkedSqlite>(path, options);
}

}  // namespace restante::storage
