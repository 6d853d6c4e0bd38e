#include "operator/table.h"

#include <algorithm>

#include "operator/characters.h"
#include "operator/shown_text.h"

namespace restante::cli {

namespace {

constexpr std::size_t gap = 2;

using Line = std::vector<std::string>;

void append_line(std::string& out, const Line& line, const std::vector<std::size_t>& widths,
                 const std::vector<Align>& aligned) {
  std::string text;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const std::string blanks(widths[i] - columns_of(line[i]), ' ');
    if (i > 0) text.append(gap, ' ');
    text += aligned[i] == Align::right ? blanks + line[i] : line[i] + blanks;
  }
  text.erase(text.find_last_not_of(' ') + 1);
  out += text + '\n';
}

}  // namespace

void Table::add(std::vector<Cell> row) {
  for (std::size_t i = 0; i < row.size(); ++i)
    if (row[i]) row[i] = cut(*row[i], columns_[i].widest);
  rows_.push_back(std::move(row));
}

std::string Table::text() const {
  std::vector<Line> lines(rows_.size() + 1);
  std::vector<std::size_t> widths;
  std::vector<Align> aligned;
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    if (std::none_of(rows_.begin(), rows_.end(), [&](const auto& row) { return row[i].has_value(); }))
      continue;
    lines[0].push_back(columns_[i].title);
    for (std::size_t row = 0; row < rows_.size(); ++row)
      lines[row + 1].push_back(rows_[row][i].value_or("-"));
    std::size_t width = 0;
    for (const Line& line : lines) width = std::max(width, columns_of(line.back()));
    widths.push_back(width);
    aligned.push_back(columns_[i].align);
  }
  std::string out;
  for (const Line& line : lines) append_line(out, line, widths, aligned);
  return out;
}

}  // namespace restante::cli
