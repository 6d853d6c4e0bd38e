// Numbers of JSON, compared by value.
#pragma once

#include <string_view>

namespace restante::cli {

// Whole numbers are equal if they are exactly the same number, at any size and in any spelling (1e3 and
// 1000). Numbers with a fraction are equal if they are the same double. Both must be valid JSON numbers.
bool numbers_equal(std::string_view one, std::string_view other);

}  // namespace restante::cli
