#include "host_database.h"

#include <array>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <vector>

#include "host.h"
#include "values/sentence.h"

namespace restante::wasm {

namespace {

using storage::Body;
using storage::Parameter;
using storage::Parameters;
using storage::Rows;
using storage::Statement;

// One value on its way across the border, in either direction.
struct Cell {
  enum Type : std::uint32_t { null, number, text, blob, integer };
  std::uint32_t type;
  std::uint32_t length;  // bytes of a text or blob
  union {
    double number;          // a JavaScript number
    std::int64_t integer;   // a BigInt; from the host only
    std::uint64_t address;  // of a text or blob: its address, or in an answer its offset behind the cells
  } value;
};
static_assert(sizeof(Cell) == 16);

// An answer of `host_run`: this, then the names of the columns if they were wanted, then the cells row by
// row, then the bytes of the texts.
struct AnswerHead {
  std::uint32_t columns;
  std::uint32_t rows;
};

std::string host_failure;

constexpr std::array all_codes{
    ErrorCode::invalid_argument, ErrorCode::transaction_open, ErrorCode::busy,
    ErrorCode::sql_error,        ErrorCode::closed,           ErrorCode::corrupt,
    ErrorCode::read_only,        ErrorCode::disk_full,        ErrorCode::io,
    ErrorCode::unsupported,
};

ErrorCode code_named(std::string_view name) {
  for (const ErrorCode code : all_codes)
    if (name_of(code) == name) return code;
  return ErrorCode::io;
}

// The failure that the host has just reported.
Error reported_failure() {
  const std::string report = std::move(host_failure);
  host_failure.clear();
  const std::size_t first = report.find('\n');
  const std::size_t second = report.find('\n', first + 1);
  if (first == std::string::npos || second == std::string::npos)
    return Error(ErrorCode::io, "the host's database failed without a reason");
  const ErrorCode code = code_named(std::string_view(report).substr(0, first));
  const std::string message = report.substr(second + 1);
  const std::int64_t extended = std::strtoll(report.c_str() + first + 1, nullptr, 10);
  if (code != ErrorCode::sql_error) return Error(code, message);
  return Error(code, message, {{"extended_code", extended}});
}

Cell parameter_cell(const Parameter& parameter) {
  Cell cell{Cell::null, 0, {0.0}};
  if (const auto* text = std::get_if<std::string_view>(&parameter)) {
    cell.type = Cell::text;
    cell.length = static_cast<std::uint32_t>(text->size());
    cell.value.address = reinterpret_cast<std::uintptr_t>(text->data());
  } else if (const auto* integer = std::get_if<std::int64_t>(&parameter)) {
    if (*integer <= -storage::exact_double_bound || *integer >= storage::exact_double_bound)
      throw Error(ErrorCode::unsupported,
                  "a parameter at or beyond 2^53 cannot be handed to this host's database");
    cell.type = Cell::number;
    cell.value.number = static_cast<double>(*integer);
  } else if (const auto* real = std::get_if<double>(&parameter)) {
    cell.type = Cell::number;
    cell.value.number = *real;
  }
  return cell;
}

// Hosts answer every number as a double. Below the bound a whole one stands for itself, up to the range of 64
// bits it may be an integer that was rounded on the way, and beyond that it can only be a real number.
void add_number(Rows& rows, double number, bool callers) {
  if (std::trunc(number) != number || !std::isfinite(number)) {
    rows.add_real(number);
  } else if (std::fabs(number) < static_cast<double>(storage::exact_double_bound)) {
    rows.add_integer(static_cast<std::int64_t>(number));
  } else if (callers && std::fabs(number) <= 9223372036854775808.0) {
    throw Error(ErrorCode::unsupported, "sql answers an integer at or beyond 2^53, which this host rounds");
  } else {
    rows.add_real(number);
  }
}

Rows read_answer(const char* memory, bool callers) {
  AnswerHead head;
  std::memcpy(&head, memory, sizeof head);
  const std::size_t names = callers ? head.columns : 0;
  const std::size_t cells = names + std::size_t{head.columns} * head.rows;
  const char* bytes = memory + sizeof head + cells * sizeof(Cell);

  Rows rows;
  rows.set_columns(head.columns);
  for (std::size_t i = 0; i < cells; ++i) {
    Cell cell;
    std::memcpy(&cell, memory + sizeof head + i * sizeof(Cell), sizeof cell);
    const auto content = [&] { return std::string_view(bytes + cell.value.address, cell.length); };
    if (i < names) {
      rows.name_column(std::string(content()));
      continue;
    }
    switch (cell.type) {
      case Cell::number: add_number(rows, cell.value.number, callers); break;
      case Cell::integer: rows.add_integer(cell.value.integer); break;
      case Cell::text: rows.add_text(content()); break;
      case Cell::blob: rows.add_blob(content()); break;
      default: rows.add_null();
    }
  }
  return rows;
}

// The bodies of the transactions under way, outermost first, each with what it threw.
struct OpenBody {
  Body body;
  std::exception_ptr thrown;
};
std::vector<OpenBody> open_bodies;

class HostDatabase final : public storage::Database {
 public:
  explicit HostDatabase(std::int32_t number) : number_(number) {}
  HostDatabase(const HostDatabase&) = delete;
  HostDatabase& operator=(const HostDatabase&) = delete;
  ~HostDatabase() override { close(); }

  Rows run(const Statement& statement, Parameters parameters) override {
    try {
      return ask(static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(&statement)), statement.sql,
                 parameters);
    } catch (const Error& error) {
      // A statement of the core is well-formed, so what it breaks are rows that the core relies on.
      if (error.code() != ErrorCode::sql_error) throw;
      values::fail(ErrorCode::corrupt,
                   {"the database cannot be understood (", statement.name, ": ", error.what(), ")"});
    }
  }

  Rows run_sql(std::string_view sql, Parameters parameters) override {
    return ask(callers_sql, sql, parameters);
  }

  void transaction(Body body) override {
    refuse_if_closed();
    open_bodies.push_back({body, nullptr});
    const std::int32_t result = host_transaction(number_);
    const std::exception_ptr thrown = open_bodies.back().thrown;
    open_bodies.pop_back();
    if (thrown) std::rethrow_exception(thrown);
    if (result != 0) throw reported_failure();
    if (open_bodies.empty()) notify_commit();
  }

  void prepare_for_writes() override {
    if (host_prepare(number_) < 0) throw reported_failure();
  }

  bool truncate_log() noexcept override { return number_ == 0 || host_truncate_log(number_) != 0; }

  void close() noexcept override {
    if (number_ != 0) host_close(number_);
    number_ = 0;
  }

 private:
  static constexpr std::uint32_t callers_sql = 0;

  void refuse_if_closed() const {
    if (number_ == 0) throw Error(ErrorCode::closed, "the database was closed");
  }

  Rows ask(std::uint32_t key, std::string_view sql, Parameters parameters) {
    refuse_if_closed();
    if (parameters.size() > storage::max_parameters)
      values::refuse(
          {"params has more than ", storage::max_parameters, " values, which this host does not take"});
    std::array<Cell, storage::max_parameters> cells;
    for (std::size_t i = 0; i < parameters.size(); ++i) cells[i] = parameter_cell(parameters[i]);
    const std::unique_ptr<void, void (*)(void*)> memory(
        host_run(number_, key, sql.data(), static_cast<std::int32_t>(sql.size()), cells.data(),
                 static_cast<std::int32_t>(parameters.size())),
        std::free);
    if (!memory) throw reported_failure();
    return read_answer(static_cast<const char*>(memory.get()), key == callers_sql);
  }

  std::int32_t number_;
};

}  // namespace

std::unique_ptr<storage::Database> open_host_database(const std::string& path, const Options& options) {
  const std::int32_t number =
      host_open(path.data(), static_cast<std::int32_t>(path.size()), options.read_only ? 1 : 0,
                static_cast<std::int32_t>(options.busy_timeout_ms));
  if (number < 0) throw reported_failure();
  if (number == 0) return nullptr;
  return std::make_unique<HostDatabase>(number);
}

void remember_host_failure(std::string report) {
  host_failure = std::move(report);
}

int run_innermost_body() noexcept {
  const std::size_t index = open_bodies.size() - 1;
  try {
    const Body body = open_bodies[index].body;
    body();
    return 0;
  } catch (...) {
    open_bodies[index].thrown = std::current_exception();
    return 1;
  }
}

}  // namespace restante::wasm
