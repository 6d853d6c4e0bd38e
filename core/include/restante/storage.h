// The storage seam: all that the core needs of a database.
//
// Run a statement with its parameters and get all rows; run a body in a transaction, which nests; be told
// after each commit. Nothing of SQLite's own types leaks above this file, and the core never asks which
// driver is below. The seam is cut for the strictest host (a Durable Object): no transaction control by SQL,
// at most `max_parameters` parameters, integers that may come back as doubles, every result drained at once.
//
// Thread rule: a Database is used by one thread at a time; the Store above it holds the lock.
#pragma once

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>
#include <vector>

#include "restante/error.h"

namespace restante::storage {

// No statement of the core has more parameters than this; the strictest host refuses the next one.
inline constexpr std::size_t max_parameters = 100;

// Whole numbers at or beyond this magnitude do not survive a host that answers doubles.
inline constexpr std::int64_t exact_double_bound = std::int64_t{1} << 53;

// A statement of the core: its name (for messages and tests) and its SQL. Statements are static objects and
// drivers keep the prepared form under the object's address.
struct Statement {
  std::string_view name;
  std::string_view sql;
};

// A parameter. Text is borrowed: it must outlive the call of `run`.
using Parameter = std::variant<std::nullptr_t, std::int64_t, double, std::string_view>;
using Parameters = std::span<const Parameter>;

enum class CellType : std::uint8_t { null, integer, real, text, blob };

// All rows of one statement, in one piece. Views into it live as long as it does.
class Rows {
 public:
  std::size_t size() const { return columns_ == 0 ? 0 : cells_.size() / columns_; }
  bool empty() const { return cells_.empty(); }
  std::size_t columns() const { return columns_; }
  // Filled for a caller's own SQL only (`run_sql`).
  const std::vector<std::string>& column_names() const { return column_names_; }

  CellType type(std::size_t row, std::size_t column) const { return cell(row, column).type; }
  bool is_null(std::size_t row, std::size_t column) const { return type(row, column) == CellType::null; }
  // The three readers throw `corrupt` if the cell holds something else.
  std::int64_t integer(std::size_t row, std::size_t column) const;
  double real(std::size_t row, std::size_t column) const;
  std::string_view text(std::size_t row, std::size_t column) const;

  // For drivers.
  void set_columns(std::size_t count) { columns_ = count; }
  void name_column(std::string name) { column_names_.push_back(std::move(name)); }
  void add_null() { add(CellType::null).integer = 0; }
  void add_integer(std::int64_t value) { add(CellType::integer).integer = value; }
  void add_real(double value) { add(CellType::real).real = value; }
  void add_text(std::string_view value) { add_bytes(CellType::text, value); }
  void add_blob(std::string_view value) { add_bytes(CellType::blob, value); }

 private:
  struct Cell {
    CellType type;
    std::size_t length;
    union {
      std::int64_t integer;
      double real;
      std::size_t offset;
    };
  };

  const Cell& cell(std::size_t row, std::size_t column) const { return cells_[row * columns_ + column]; }
  Cell& add(CellType type) {
    if (cells_.empty()) cells_.reserve(columns_);
    Cell& cell = cells_.emplace_back();
    cell.type = type;
    cell.length = 0;
    return cell;
  }
  void add_bytes(CellType type, std::string_view value) {
    // Room for the short texts of one row, so that it does not grow step by step.
    if (bytes_.empty()) bytes_.reserve(value.size() + 240);
    Cell& cell = add(type);
    cell.length = value.size();
    cell.offset = bytes_.size();
    bytes_.append(value);
  }

  std::size_t columns_ = 0;
  std::vector<Cell> cells_;
  std::string bytes_;
  std::vector<std::string> column_names_;
};

// A borrowed callable: the work of a transaction, called before `transaction` returns and never kept.
class Body {
 public:
  template <class F>
  requires(!std::is_same_v<std::remove_cvref_t<F>, Body>)
      Body(F&& work)  // NOLINT(google-explicit-constructor): a lambda is meant to be handed over as it is
      : object_(const_cast<void*>(static_cast<const void*>(&work))),
        call_([](void* object) { (*static_cast<std::remove_reference_t<F>*>(object))(); }) {}
  void operator()() const { call_(object_); }

 private:
  void* object_;
  void (*call_)(void*);
};

class Database {
 public:
  virtual ~Database() = default;

  // Runs one of the core's statements to its end and returns every row.
  // Errors: busy, corrupt, read_only, disk_full, io (what the storage said). A constraint that a statement
  // of the core breaks is `corrupt`: the rows contradict what the core relies on.
  virtual Rows run(const Statement& statement, Parameters parameters) = 0;
  Rows run(const Statement& statement, std::initializer_list<Parameter> parameters = {}) {
    return run(statement, Parameters(parameters.begin(), parameters.size()));
  }

  // Runs one statement of the caller's, with the names of its columns.
  // Errors: as `run`, and sql_error with SQLite's message and `extended_code`.
  virtual Rows run_sql(std::string_view sql, Parameters parameters) = 0;

  // Runs `body` in a transaction that takes the write lock at its beginning; inside another one, in a part
  // of it that can be undone alone. An exception out of `body` undoes the (part of the) transaction and
  // comes out unchanged. If the storage ends the whole transaction in the meantime, every enclosing call
  // fails with that storage error, even where the body swallowed it.
  virtual void transaction(Body body) = 0;

  // Called once, after the core has recognised the database as its own or as fresh, and before the first
  // write: the driver switches on what makes this storage durable. Hosts that decide themselves do nothing.
  virtual void prepare_for_writes() = 0;

  // Folds the write-ahead log into the database and empties it, so that what was overwritten is gone from the
  // log, too. Waits for nobody: false if a reader or writer holds the log back, or the storage failed. True
  // where there is no log, or the host keeps it out of reach. Called outside of transactions.
  virtual bool truncate_log() noexcept = 0;

  // `listener` is called after each outermost commit, with no transaction open. It must not throw and must
  // not use the database. An empty one removes it.
  void on_commit(std::function<void()> listener) { commit_listener_ = std::move(listener); }

  // Lets go of the storage. Errors are not reported: everything that was answered is durable already.
  virtual void close() noexcept = 0;

 protected:
  void notify_commit() {
    if (commit_listener_) commit_listener_();
  }

 private:
  std::function<void()> commit_listener_;
};

}  // namespace restante::storage
