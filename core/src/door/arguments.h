// The members of one object of a command, read by name. What is missing, ill-typed, written twice or unknown
// is refused with a sentence that names the member by its path.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "json/document.h"
#include "restante/door.h"

namespace restante::door {

class Arguments {
 public:
  // The command itself. Throws invalid_argument unless it is an object.
  Arguments(json::Value object, Door::Payloads payloads);

  bool has(std::string_view name) const;
  // Refuses the member if it is there, with a sentence.
  void refuse(std::string_view name, const char* why) const;

  std::string text(std::string_view name);
  std::optional<std::string> optional_text(std::string_view name);
  // A whole number by value; its range is for the verb to check.
  std::int64_t whole(std::string_view name);
  std::optional<std::int64_t> optional_whole(std::string_view name);
  std::optional<bool> optional_boolean(std::string_view name);
  // JSON text of the caller's, to the letter.
  std::string payload(std::string_view name);
  Arguments object(std::string_view name);
  std::optional<Arguments> optional_object(std::string_view name);
  // f(element) for each element of a list of objects.
  template <class F>
  void for_each_object(std::string_view name, F&& f);
  // A list of texts.
  std::vector<std::string> texts(std::string_view name);
  // The elements of a list as they are.
  std::vector<json::Value> list(std::string_view name);
  std::optional<std::vector<json::Value>> optional_list(std::string_view name);
  // The object at `element` of the list `name`.
  Arguments element(std::string_view name, std::size_t index, json::Value element) const;

  // Every member that was there has been read: anything else is unknown. Call it before doing anything.
  void done() const;

  // Where payloads cross as text, an integer that a double would not hold crosses as {"integer":"digits"}.
  bool exact_integers_as_text() const { return payloads_ == Door::Payloads::as_text; }

  // The path of a member, such as "event.correlation[2].namespace".
  std::string path(std::string_view member) const;

 private:
  struct Member {
    json::Value name;
    json::Value value;
    bool read;
  };

  Arguments(json::Value object, Door::Payloads payloads, std::string path);
  std::optional<json::Value> find(std::string_view name);
  json::Value require(std::string_view name);
  [[noreturn]] void ill_typed(std::string_view name, const char* wanted) const;
  std::string text_of(std::string_view name, json::Value value) const;
  std::int64_t whole_of(std::string_view name, json::Value value) const;

  std::vector<Member> members_;
  Door::Payloads payloads_;
  std::string path_;
};

template <class F>
void Arguments::for_each_object(std::string_view name, F&& f) {
  const std::vector<json::Value> elements = list(name);
  for (std::size_t i = 0; i < elements.size(); ++i) f(element(name, i, elements[i]));
}

}  // namespace restante::door
