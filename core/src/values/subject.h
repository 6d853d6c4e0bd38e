// What a sentence of refusal is about: an argument, by the name its caller knows.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace restante::values {

// "event.source", or with a place in a list "event.correlation[2].namespace". Put together only when a
// sentence needs it; the parts must outlive the check.
class Subject {
 public:
  Subject(std::string_view name) : name_(name) {}
  Subject(const char* name) : name_(name) {}
  Subject(const std::string& name) : name_(name) {}
  Subject(std::string_view list, std::size_t index, std::string_view member = {})
      : name_(list), index_(index), member_(member), in_list_(true) {}

  std::string text() const {
    std::string text(name_);
    if (in_list_) text.append("[").append(std::to_string(index_)).append("]");
    if (!member_.empty()) text.append(".").append(member_);
    return text;
  }

 private:
  std::string_view name_;
  std::size_t index_ = 0;
  std::string_view member_;
  bool in_list_ = false;
};

}  // namespace restante::values
