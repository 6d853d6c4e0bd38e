#include "sql/statement_rules.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <vector>

#include "restante/error.h"
#include "sql/tokens.h"
#include "values/sentence.h"

namespace restante::sql {

namespace {

[[noreturn]] void refuse(const char* why) {
  values::refuse({"sql ", why});
}

template <std::size_t N>
bool contains(const std::array<std::string_view, N>& words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

constexpr std::array<std::string_view, 6> transaction_words{"begin",    "commit",    "end",
                                                            "rollback", "savepoint", "release"};
// Settings that may be looked at. Anything else may act or set, so it is refused.
constexpr std::array<std::string_view, 27> readable_pragmas{
    "application_id", "auto_vacuum",        "busy_timeout",       "cache_size",         "cell_size_check",
    "data_version",   "database_list",      "encoding",           "foreign_keys",       "freelist_count",
    "journal_mode",   "journal_size_limit", "locking_mode",       "max_page_count",     "mmap_size",
    "page_count",     "page_size",          "recursive_triggers", "schema_version",     "secure_delete",
    "synchronous",    "temp_store",         "user_version",       "wal_autocheckpoint", "compile_options",
    "collation_list", "function_list"};
// Questions, which may carry an argument.
constexpr std::array<std::string_view, 11> asking_pragmas{
    "foreign_key_check", "foreign_key_list", "index_info", "index_list", "index_xinfo", "integrity_check",
    "module_list",       "quick_check",      "table_info", "table_list", "table_xinfo"};

// What a name stands for: SQLite compares names without regard to case, quoted or not.
std::string lower_name(const Token& token) {
  if (!token.names_something()) return {};
  std::string name = token.text;
  for (char& c : name)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return name;
}

bool is_ours(const Token& token) {
  return lower_name(token).starts_with("restante_");
}

// A virtual table makes further tables with its own name in front, so "restante" would make ours.
bool would_be_ours(const Token& token) {
  return is_ours(token) || lower_name(token) == "restante";
}

// PRAGMAs may also be called as tables, anywhere in a statement, and some of those act.
bool is_acting_pragma_table(const Token& token) {
  constexpr std::string_view prefix = "pragma_";
  const std::string name = lower_name(token);
  if (!name.starts_with(prefix)) return false;
  const std::string_view pragma = std::string_view(name).substr(prefix.size());
  return !contains(readable_pragmas, pragma) && !contains(asking_pragmas, pragma);
}

class Statement {
 public:
  explicit Statement(std::vector<Token> tokens) : tokens_(std::move(tokens)) {}

  Effect check() const {
    const Token& first = at(0);
    if (std::any_of(tokens_.begin(), tokens_.end(), is_acting_pragma_table))
      refuse("must not use a PRAGMA that sets or does something");
    if (first.is_word("explain")) {
      // SQLite carries out some PRAGMAs while it prepares them, explained or not.
      if (at(1).is_word("pragma") || at(3).is_word("pragma")) refuse("must not explain a PRAGMA");
      return Effect::reads;
    }
    if (first.is_word("pragma")) return check_pragma();
    if (first.kind == Token::Kind::word && contains(transaction_words, first.text))
      refuse("must not control the transaction");
    if (first.is_word("attach") || first.is_word("detach")) refuse("must not attach or detach databases");
    if (first.is_word("vacuum")) refuse("must not vacuum");
    const std::optional<std::size_t> verb = first.is_word("with") ? main_verb_behind_with() : std::size_t{0};
    return verb ? check_data_statement(*verb) : check_any_statement();
  }

 private:
  const Token& at(std::size_t index) const {
    static const Token nothing{Token::Kind::symbol, ""};
    return index < tokens_.size() ? tokens_[index] : nothing;
  }

  // WITH [RECURSIVE] name [(columns)] AS [[NOT] MATERIALIZED] (query), ... and then the statement itself;
  // nothing if it does not read like that.
  std::optional<std::size_t> main_verb_behind_with() const {
    std::size_t here = 1;
    if (at(here).is_word("recursive") && !at(here + 1).is_word("as") && !at(here + 1).is_symbol('(')) ++here;
    while (here < tokens_.size()) {
      ++here;  // the name
      if (at(here).is_symbol('(')) here = behind_parentheses(here);
      if (!at(here).is_word("as")) return std::nullopt;
      ++here;
      if (at(here).is_word("not")) ++here;
      if (at(here).is_word("materialized")) ++here;
      if (!at(here).is_symbol('(')) return std::nullopt;
      here = behind_parentheses(here);
      if (!at(here).is_symbol(',')) return here;
      ++here;
    }
    return std::nullopt;
  }

  std::size_t behind_parentheses(std::size_t opening) const {
    std::size_t depth = 0;
    for (std::size_t i = opening; i < tokens_.size(); ++i) {
      if (at(i).is_symbol('(')) ++depth;
      if (at(i).is_symbol(')') && --depth == 0) return i + 1;
    }
    return tokens_.size();
  }

  Effect check_data_statement(std::size_t verb) const {
    const Token& word = at(verb);
    if (word.is_word("select") || word.is_word("values")) return Effect::reads;
    std::size_t target = verb + 1;
    if (word.is_word("insert") || word.is_word("replace") || word.is_word("update")) {
      if (at(target).is_word("or")) {
        if (at(target + 1).is_word("rollback")) refuse("must not use OR ROLLBACK");
        target += 2;
      }
      if (!word.is_word("update") && at(target).is_word("into")) ++target;
    } else if (word.is_word("delete")) {
      if (at(target).is_word("from")) ++target;
    } else {
      return check_any_statement();
    }
    if (at(target + 1).is_symbol('.')) target += 2;  // schema.table
    if (is_ours(at(target))) refuse("must not write the tables named restante_...");
    return Effect::writes;
  }

  // A statement that changes the schema, or that is none at all, which SQLite will say. Names are ours
  // wherever they stand, also within a trigger or a view; so are conflict clauses.
  Effect check_any_statement() const {
    for (std::size_t i = 0; i < tokens_.size(); ++i) {
      if (would_be_ours(at(i))) refuse("must not make, change or drop anything named restante_...");
      if (!at(i).is_word("rollback")) continue;
      const bool after_or = i >= 1 && at(i - 1).is_word("or");
      const bool after_on_conflict = i >= 2 && at(i - 1).is_word("conflict") && at(i - 2).is_word("on");
      if (after_or || after_on_conflict) refuse("must not use OR ROLLBACK or ON CONFLICT ROLLBACK");
    }
    return Effect::writes;
  }

  Effect check_pragma() const {
    std::size_t name = 1;
    if (at(2).is_symbol('.')) name = 3;
    const std::string& pragma = at(name).text;
    if (contains(asking_pragmas, pragma) && !at(name + 1).is_symbol('=')) return Effect::reads;
    if (contains(readable_pragmas, pragma) && name + 1 == tokens_.size()) return Effect::reads;
    refuse("must not use a PRAGMA that sets or does something");
  }

  std::vector<Token> tokens_;
};

}  // namespace

Effect check_statement(std::string_view sql) {
  std::vector<Token> tokens = tokens_of(sql);
  while (!tokens.empty() && tokens.back().is_symbol(';')) tokens.pop_back();
  if (tokens.empty()) refuse("holds no statement");
  const bool is_trigger =
      tokens.front().is_word("create") &&
      std::any_of(tokens.begin(), tokens.begin() + std::min<std::ptrdiff_t>(3, std::ssize(tokens)),
                  [](const Token& token) { return token.is_word("trigger"); });
  if (!is_trigger &&
      std::any_of(tokens.begin(), tokens.end(), [](const Token& token) { return token.is_symbol(';'); }))
    refuse("holds more than one statement");
  return Statement(std::move(tokens)).check();
}

}  // namespace restante::sql
