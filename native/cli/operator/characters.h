// The characters of a text, as a terminal treats them.
#pragma once

#include <cstddef>
#include <string_view>

namespace restante::cli {

// A character, and the bytes that spell it.
struct Character {
  char32_t code_point;
  std::string_view bytes;
};

// The first character of `text`, which must be UTF-8 and not empty.
Character first_character(std::string_view text);

// Moves the cursor, changes the direction, leaves no trace, or makes a letter that looks like another one.
bool is_unseen(char32_t code_point);

// How many columns of a terminal a text without unseen characters takes.
std::size_t columns_of(std::string_view text);

}  // namespace restante::cli
