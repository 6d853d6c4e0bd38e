#include "sql/tokens.h"

#include "restante/error.h"
#include "values/sentence.h"

namespace restante::sql {

namespace {

bool is_space(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\f' || c == '\r';
}

// Between tokens SQLite passes over this character like a blank; within a word it is a letter.
constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

bool is_word_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '$' ||
         static_cast<unsigned char>(c) >= 0x80;
}

char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

class Reader {
 public:
  explicit Reader(std::string_view sql) : sql_(sql) {}

  std::vector<Token> all() {
    std::vector<Token> tokens;
    while (skip_blanks_and_comments()) tokens.push_back(next());
    return tokens;
  }

 private:
  bool skip_blanks_and_comments() {
    while (at_ < sql_.size()) {
      if (is_space(sql_[at_])) {
        ++at_;
      } else if (sql_.substr(at_, 3) == byte_order_mark) {
        at_ += 3;
      } else if (sql_.substr(at_, 2) == "--") {
        at_ = std::min(sql_.find('\n', at_), sql_.size());
      } else if (sql_.substr(at_, 2) == "/*") {
        // SQLite takes the end of the text for the end of the comment.
        const std::size_t end = sql_.find("*/", at_ + 2);
        at_ = end == std::string_view::npos ? sql_.size() : end + 2;
      } else {
        return true;
      }
    }
    return false;
  }

  Token next() {
    const char c = sql_[at_];
    if (c == '\'') return quoted('\'', Token::Kind::string);
    if (c == '"' || c == '`') return quoted(c, Token::Kind::quoted_name);
    if (c == '[') return quoted(']', Token::Kind::quoted_name);
    if (c == '$' || c == '@' || c == ':' || c == '#') return variable();
    if (!is_word_character(c)) return {Token::Kind::symbol, std::string(1, sql_[at_++])};
    std::string word;
    while (at_ < sql_.size() && is_word_character(sql_[at_])) word += lower(sql_[at_++]);
    return {Token::Kind::word, std::move(word)};
  }

  // Some builds of SQLite read on in a variable over "::" and over "(...)", whatever stands between, and
  // others do not. What cannot be read in one way only is refused.
  Token variable() {
    std::string word(1, sql_[at_++]);
    while (at_ < sql_.size() && is_word_character(sql_[at_])) word += sql_[at_++];
    const std::string_view next = sql_.substr(at_, 2);
    if (word.size() > 1 && (next.substr(0, 1) == "(" || next == "::"))
      values::refuse({"sql holds a variable that goes on with '(' or '::', which is not allowed"});
    return {Token::Kind::symbol, std::move(word)};
  }

  // A doubled closing quote stands for itself, except in brackets. What is never closed ends with the text;
  // SQLite will say so.
  Token quoted(char closing, Token::Kind kind) {
    std::string content;
    for (++at_; at_ < sql_.size(); ++at_) {
      if (sql_[at_] != closing) {
        content += sql_[at_];
      } else if (closing != ']' && at_ + 1 < sql_.size() && sql_[at_ + 1] == closing) {
        content += sql_[at_++];
      } else {
        ++at_;
        return {kind, std::move(content)};
      }
    }
    return {kind, std::move(content)};
  }

  std::string_view sql_;
  std::size_t at_ = 0;
};

}  // namespace

std::vector<Token> tokens_of(std::string_view sql) {
  if (sql.find('\0') != std::string_view::npos) values::refuse({"sql holds the character U+0000"});
  return Reader(sql).all();
}

}  // namespace restante::sql
