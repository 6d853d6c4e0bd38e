// Decimal text to double and back: done by the platform, since doing it right takes more code than all of our
// JSON.
//
// Natively it is the standard library (real_numbers.cpp), in the WebAssembly twin the host
// (wasm/real_numbers.cpp).
#pragma once

#include <string>
#include <string_view>

namespace restante::json {

// The nearest double to a JSON number; infinite if it is out of range.
double real_number(std::string_view number);

// The fewest digits that read back as `value`, which is finite, in the form "-1.25e+2".
std::string scientific_digits(double value);

}  // namespace restante::json
