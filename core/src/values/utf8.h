// UTF-8: the one form of text in the product.
#pragma once

#include <cstddef>
#include <string_view>

namespace restante::utf8 {

// The length in bytes of the well-formed character at the beginning of `text` (1 to 4), or 0 if there is
// none: overlong forms, surrogates and anything above U+10FFFF are not well-formed.
std::size_t character_length(std::string_view text);

bool is_valid(std::string_view text);

}  // namespace restante::utf8
