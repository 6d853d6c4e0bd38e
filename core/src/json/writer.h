// Writing JSON text.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace restante::json {

// Appends `text` in quotes, with the escapes that JSON demands and no others.
void append_string(std::string& out, std::string_view text);
void append_integer(std::string& out, std::int64_t value);
// Appends the shortest spelling that reads back as `value`, which must be finite; it always has a point or
// an exponent, so that it never looks like a whole number.
void append_real(std::string& out, double value);

}  // namespace restante::json
