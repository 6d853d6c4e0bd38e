#include "values/sentence.h"

#include "json/writer.h"

namespace restante::values {

void Word::append_to(std::string& sentence) const {
  if (is_number_)
    sentence += std::to_string(number_);
  else
    sentence += text_;
}

std::string shown(std::string_view name) {
  std::string quoted;
  json::append_string(quoted, name);
  return quoted.substr(1, quoted.size() - 2);
}

std::string sentence(std::initializer_list<Word> words) {
  std::string text;
  for (const Word& word : words) word.append_to(text);
  return text;
}

void fail(ErrorCode code, std::initializer_list<Word> words) {
  throw Error(code, sentence(words));
}

void refuse(std::initializer_list<Word> words) {
  fail(ErrorCode::invalid_argument, words);
}

}  // namespace restante::values
