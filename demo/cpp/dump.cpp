#include "dump.h"

#include <nlohmann/json.hpp>
#include <variant>
#include <vector>

#include "problem.h"

namespace demo {

namespace {

nlohmann::ordered_json json_of(const restante::SqlValue& value) {
  return std::visit([](const auto& content) { return nlohmann::ordered_json(content); }, value.value());
}

std::vector<std::string> first_column(const restante::SqlRows& found) {
  std::vector<std::string> texts;
  for (const std::vector<restante::SqlValue>& row : found.rows) texts.push_back(row[0].text());
  return texts;
}

// The columns that put the rows of a table in one fixed order.
std::string order_of(restante::Store& store, const std::string& table) {
  std::string order;
  for (const std::string& column :
       first_column(store.sql("SELECT name FROM pragma_table_info(?) WHERE pk > 0 ORDER BY pk", {table})))
    order += (order.empty() ? "" : ", ") + column;
  return order.empty() ? "rowid" : order;
}

}  // namespace

Dump::Dump(const std::string& path) : path_(path), file_(path, std::ios::binary) {
  check();
}

void Dump::write(restante::Store& store, const std::string& moment) {
  using nlohmann::ordered_json;
  const auto tables = first_column(store.sql(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name"));
  for (const std::string& table : tables) {
    const std::string name = moment + ": " + table;
    const auto columns =
        first_column(store.sql("SELECT name FROM pragma_table_info(?) ORDER BY cid", {table}));
    file_ << ordered_json{{"table", name}, {"columns", columns}}.dump() << "\n";
    const restante::SqlRows found =
        store.sql("SELECT * FROM " + table + " ORDER BY " + order_of(store, table));
    for (const std::vector<restante::SqlValue>& values : found.rows) {
      ordered_json row;
      for (std::size_t i = 0; i < values.size(); ++i) row[found.columns[i]] = json_of(values[i]);
      file_ << ordered_json{{"table", name}, {"row", row}}.dump() << "\n";
    }
  }
}

void Dump::close() {
  file_.close();
  check();
}

void Dump::check() const {
  if (!file_) throw Problem("cannot write the dump to '" + path_ + "'");
}

}  // namespace demo
