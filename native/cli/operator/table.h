// Tables in columns, for people.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace restante::cli {

enum class Align { left, right };

struct Column {
  std::string title;
  std::size_t widest = 40;  // what is longer is cut
  Align align = Align::left;
};

// A cell is a shown text (shown_text.h); nothing is shown as "-".
using Cell = std::optional<std::string>;

class Table {
 public:
  explicit Table(std::vector<Column> columns) : columns_(std::move(columns)) {}

  void add(std::vector<Cell> row);
  // One line for the titles, and one for each row. A column in which no row has anything is left out.
  std::string text() const;

 private:
  std::vector<Column> columns_;
  std::vector<std::vector<Cell>> rows_;
};

}  // namespace restante::cli
