#include "sql/caller_sql.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "restante/error.h"
#include "sql/statement_rules.h"
#include "values/sentence.h"
#include "values/utf8.h"

namespace restante::sql {

namespace {

using storage::CellType;
using storage::Parameter;
using storage::Rows;

std::vector<Parameter> checked_parameters(const std::vector<SqlValue>& values) {
  std::vector<Parameter> parameters;
  parameters.reserve(values.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    const auto& value = values[i].value();
    if (const auto* text = std::get_if<std::string>(&value)) {
      if (!utf8::is_valid(*text)) values::refuse({"params[", i, "] is not UTF-8"});
      parameters.emplace_back(std::string_view(*text));
    } else if (const auto* integer = std::get_if<std::int64_t>(&value)) {
      parameters.emplace_back(*integer);
    } else if (const auto* real = std::get_if<double>(&value)) {
      parameters.emplace_back(*real);
    } else {
      parameters.emplace_back(nullptr);
    }
  }
  return parameters;
}

[[noreturn]] void refuse_column(const std::string& name, const char* why) {
  values::refuse({"sql answers a column '", values::shown(name), "' ", why});
}

void refuse_repeated_columns(std::vector<std::string> names) {
  std::sort(names.begin(), names.end());
  const auto repeated = std::adjacent_find(names.begin(), names.end());
  if (repeated != names.end()) refuse_column(*repeated, "twice; name each column apart");
}

SqlValue value_of(const Rows& rows, std::size_t row, std::size_t column) {
  const std::string& name = rows.column_names()[column];
  switch (rows.type(row, column)) {
    case CellType::null: return nullptr;
    case CellType::integer: return rows.integer(row, column);
    case CellType::real:
      if (!std::isfinite(rows.real(row, column)))
        refuse_column(name, "with an infinite number, which JSON has not");
      return rows.real(row, column);
    case CellType::text:
      if (!utf8::is_valid(rows.text(row, column))) refuse_column(name, "with text that is not UTF-8");
      return std::string(rows.text(row, column));
    case CellType::blob: refuse_column(name, "with a BLOB; answer hex(...) of it instead");
  }
  return nullptr;
}

SqlRows answer(const Rows& rows) {
  refuse_repeated_columns(rows.column_names());
  SqlRows answer{rows.column_names(), {}};
  answer.rows.reserve(rows.size());
  for (std::size_t row = 0; row < rows.size(); ++row) {
    std::vector<SqlValue>& values = answer.rows.emplace_back();
    values.reserve(rows.columns());
    for (std::size_t column = 0; column < rows.columns(); ++column)
      values.push_back(value_of(rows, row, column));
  }
  return answer;
}

}  // namespace

SqlRows run(Scope& scope, std::string_view statement, const std::vector<SqlValue>& parameters) {
  SqlRows result;
  std::vector<Parameter> bound;
  const auto check = [&] { bound = checked_parameters(parameters); };
  const auto work = [&](const Place& place) { result = answer(place.database.run_sql(statement, bound)); };
  if (check_statement(statement) == Effect::reads)
    scope.read(check, work);
  else
    scope.write(check, work);
  return result;
}

}  // namespace restante::sql
