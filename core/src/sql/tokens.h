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
    symbol,       // one character of anything else
  };
  Kind kind;
  std::string text;

  bool is_word(std::string_view word) const { return kind == Kind::word && text == word; }
  bool is_symbol(char c) const { return kind == Kind::symbol && text.size() == 1 && text[0] == c; }
  bool names_something() const { return kind != Kind::symbol; }
};

// Comments and blanks are left out. Throws invalid_argument for U+0000, where SQLite would stop reading.
std::vector<Token> tokens_of(std::string_view sql);

}  // namespace restante::sql
