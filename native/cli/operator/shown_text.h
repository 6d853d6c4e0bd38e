// Stored texts, made fit for tables and sentences.
//
// Whoever sent an event chose its texts. None of them may steer the terminal, pass for another column, or
// look like another text: a key that is wrong by a blank or an accent is just what an operator is looking
// for.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace restante::cli {

// A text as it is, if all of it can be seen, or else as a JSON string in which everything can be. In a string
// also stand the empty text, "-" (which means: none), and texts with a blank.
std::string shown_name(std::string_view text);
// The same for texts of several words: blanks inside are left alone.
std::string shown_prose(std::string_view text);
// Two names that belong together: "bank/tx-1", "order=A-1". The first one never holds the separator.
std::string shown_pair(std::string_view first, char separator, std::string_view second);

// A text as a word for a shell; nothing if it holds what cannot be seen, or an apostrophe.
std::optional<std::string> shell_word(std::string_view text);

// At most so many columns of a shown text, with an ellipsis for the rest.
std::string cut(const std::string& shown, std::size_t columns);

}  // namespace restante::cli
