// Putting a sentence together from texts and whole numbers. One call for all parts keeps the many sentences
// of refusal small in the compiled module.
#pragma once

#include <concepts>
#include <initializer_list>
#include <string>
#include <string_view>

#include "restante/error.h"

namespace restante::values {

class Word {
 public:
  Word(std::string_view text) : text_(text) {}
  Word(const std::string& text) : text_(text) {}
  Word(const char* text) : text_(text) {}
  template <std::integral Number>
  Word(Number number) : number_(static_cast<std::int64_t>(number)), is_number_(true) {}

  void append_to(std::string& sentence) const;

 private:
  std::string_view text_;
  std::int64_t number_ = 0;
  bool is_number_ = false;
};

// A name of the caller's as it may stand in a sentence: control characters escaped, so that none cuts or
// breaks it.
std::string shown(std::string_view name);

std::string sentence(std::initializer_list<Word> words);

// Throws the Error with that sentence.
[[noreturn]] void fail(ErrorCode code, std::initializer_list<Word> words);
[[noreturn]] void refuse(std::initializer_list<Word> words);  // invalid_argument

}  // namespace restante::values
