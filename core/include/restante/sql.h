// The caller's own SQL: values in, rows out (ground rules, "The command door", `sql`).
//
// Thread rule: plain values.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace restante {

using SqlNull = std::nullptr_t;

// A parameter or a column's value. A parameter of true or false is bound as 1 or 0.
class SqlValue {
 public:
  using Variant = std::variant<SqlNull, std::int64_t, double, std::string>;

  SqlValue() = default;
  SqlValue(SqlNull) {}
  SqlValue(bool value) : value_(std::int64_t{value ? 1 : 0}) {}
  template <std::integral Integer>
  requires(!std::same_as<Integer, bool> && (sizeof(Integer) < 8 || std::signed_integral<Integer>))
      SqlValue(Integer value)
      : value_(static_cast<std::int64_t>(value)) {}
  SqlValue(double value) : value_(value) {}
  SqlValue(const char* value) : value_(std::string(value)) {}
  SqlValue(std::string_view value) : value_(std::string(value)) {}
  SqlValue(std::string value) : value_(std::move(value)) {}

  const Variant& value() const { return value_; }
  bool is_null() const { return std::holds_alternative<SqlNull>(value_); }
  // Throws std::bad_variant_access if it is something else.
  std::int64_t integer() const { return std::get<std::int64_t>(value_); }
  double real() const { return std::get<double>(value_); }
  const std::string& text() const { return std::get<std::string>(value_); }

  bool operator==(const SqlValue&) const = default;

 private:
  Variant value_ = nullptr;
};

struct SqlRows {
  std::vector<std::string> columns;
  std::vector<std::vector<SqlValue>> rows;
};

}  // namespace restante
