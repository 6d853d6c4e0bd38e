#include <cmath>

#include "restante/storage.h"
#include "values/sentence.h"

namespace restante::storage {

namespace {
[[noreturn]] void wrong_type(std::size_t column, const char* wanted) {
  values::fail(ErrorCode::corrupt,
               {"a stored row cannot be understood: column ", column, " is not ", wanted});
}
}  // namespace

std::int64_t Rows::integer(std::size_t row, std::size_t column) const {
  const Cell& found = cell(row, column);
  if (found.type == CellType::integer) return found.integer;
  // Hosts answer whole numbers as doubles; everything the core stores is below the bound where that is exact.
  if (found.type == CellType::real && std::trunc(found.real) == found.real &&
      std::fabs(found.real) <= static_cast<double>(exact_double_bound))
    return static_cast<std::int64_t>(found.real);
  wrong_type(column, "a whole number");
}

double Rows::real(std::size_t row, std::size_t column) const {
  const Cell& found = cell(row, column);
  if (found.type == CellType::real) return found.real;
  wrong_type(column, "a number");
}

std::string_view Rows::text(std::size_t row, std::size_t column) const {
  const Cell& found = cell(row, column);
  if (found.type == CellType::text || found.type == CellType::blob)
    return std::string_view(bytes_).substr(found.offset, found.length);
  wrong_type(column, "text");
}

}  // namespace restante::storage
