#include "json_number.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <string>

#include "json/real_numbers.h"

namespace restante::cli {

namespace {

// A number as digits * 10^exponent, without zeros at either end of the digits: one form for each value.
class Decimal {
 public:
  explicit Decimal(std::string_view spelling) {
    negative_ = spelling.front() == '-';
    if (negative_) spelling.remove_prefix(1);
    const std::size_t mark = std::min(spelling.find_first_of("eE"), spelling.size());
    read_mantissa(spelling.substr(0, mark));
    if (digits_.empty())
      negative_ = false;  // -0 is 0
    else if (mark < spelling.size())
      read_exponent(spelling.substr(mark + 1));
  }

  bool is_whole() const {
    return digits_.empty() || (far_exponent_.empty() ? exponent_ >= 0 : far_exponent_.front() != '-');
  }
  bool operator==(const Decimal&) const = default;

 private:
  void read_mantissa(std::string_view mantissa) {
    const std::size_t point = std::min(mantissa.find('.'), mantissa.size());
    digits_ = mantissa.substr(0, point);
    if (point < mantissa.size()) {
      const std::string_view fraction = mantissa.substr(point + 1);
      digits_ += fraction;
      exponent_ -= static_cast<std::int64_t>(fraction.size());
    }
    digits_.erase(0, std::min(digits_.find_first_not_of('0'), digits_.size()));
    const std::size_t used = digits_.find_last_not_of('0') + 1;
    exponent_ = digits_.empty() ? 0 : exponent_ + static_cast<std::int64_t>(digits_.size() - used);
    digits_.resize(used);
  }

  void read_exponent(std::string_view exponent) {
    const bool shrinks = exponent.front() == '-';
    if (shrinks || exponent.front() == '+') exponent.remove_prefix(1);
    exponent.remove_prefix(std::min(exponent.find_first_not_of('0'), exponent.size()));
    if (exponent.size() > max_exponent_digits) {
      far_exponent_ = (shrinks ? "-" : "") + std::string(exponent);
      return;
    }
    std::int64_t by = 0;
    std::from_chars(exponent.data(), exponent.data() + exponent.size(), by);
    exponent_ += shrinks ? -by : by;
  }

  // More than the digits of any text that fits in memory could make up for.
  static constexpr std::size_t max_exponent_digits = 15;

  bool negative_ = false;
  std::string digits_;
  std::int64_t exponent_ = 0;
  std::string far_exponent_;  // one that is longer than that, as it is spelled
};

}  // namespace

bool numbers_equal(std::string_view one, std::string_view other) {
  const Decimal exact_one(one);
  const Decimal exact_other(other);
  if (exact_one == exact_other) return true;
  if (exact_one.is_whole() || exact_other.is_whole()) return false;
  const double nearest = json::real_number(one);
  // Beyond the range of doubles all numbers look alike.
  return std::isfinite(nearest) && nearest != 0 && nearest == json::real_number(other);
}

}  // namespace restante::cli
