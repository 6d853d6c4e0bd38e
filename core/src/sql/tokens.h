// The words of an SQL text, as SQLite reads them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace restante::sql {

struct Token {
  enum class Kind {
    word,         // an unquoted name or keyword, in lower case
    quoted_name,  // "…", `…` or […]; text is what stands between the quotes
    string,       // '…', which SQLite takes for a name where only a name can stand
    symbol,       // a variable, or one character of anything else
  };
  Kind kind;
  std::string text;

  bool is_word(std::string_view word) const { return kind == Kind::word && text == word; }
  bool is_symbol(char c) const { return kind == Kind::symbol && text.size() == 1 && text[0] == c; }
  bool names_something() const { return kind != Kind::symbol; }
};

// Comments and blanks are left out. Throws invalid_argument for what SQLite would read in
// another way than it looks: U+0000, where it stops, and variables in the form of Tcl.
std::vector<Token> tokens_of(std::string_view sql);

}  // namespace restante::sql
