#include <array>

#include "door/verbs.h"
#include "json/real_numbers.h"
#include "restante/error.h"
#include "values/sentence.h"

namespace restante::door {

namespace {

[[noreturn]] void refuse(std::size_t index, const char* why) {
  values::refuse({"params[", index, "] ", why});
}

SqlValue number_parameter(std::string_view spelling) {
  if (const auto whole = json::whole_number(spelling)) return *whole;
  return json::real_number(spelling);
}

SqlValue read_parameter(Arguments& in, json::Value value, std::size_t index) {
  switch (value.type()) {
    case json::Type::null: return nullptr;
    case json::Type::boolean: return value.spelling() == "true";
    case json::Type::string: return value.decoded();
    case json::Type::number: return number_parameter(value.spelling());
    case json::Type::object: {
      // Where payloads cross as text, so do integers that the caller's numbers cannot hold.
      if (!in.exact_integers_as_text()) break;
      Arguments exact = in.element("params", index, value);
      const std::string digits = exact.text("integer");
      exact.done();
      const auto whole = json::parsed_integer(digits);
      if (!whole) refuse(index, "must be a whole number within 64 bits");
      return *whole;
    }
    default: break;
  }
  refuse(index, "must be null, text, a number, true or false");
}

void sql(Arguments& in, const Target& target, Answer& out) {
  const std::string statement = in.text("sql");
  std::vector<SqlValue> parameters;
  if (const auto given = in.optional_list("params"))
    for (std::size_t i = 0; i < given->size(); ++i) parameters.push_back(read_parameter(in, (*given)[i], i));
  in.done();
  out.sql_rows(target.sql(statement, parameters));
}

constexpr std::array<NamedVerb, 1> verbs{{{"sql", sql}}};

}  // namespace

std::span<const NamedVerb> sql_verbs() {
  return verbs;
}

}  // namespace restante::door
