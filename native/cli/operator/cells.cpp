#include "operator/cells.h"

#include "json_members.h"
#include "operator/door_values.h"
#include "operator/instants.h"
#include "operator/shown_text.h"

namespace restante::cli {

Cell name_cell(json::Value object, std::string_view member) {
  const std::optional<json::Value> value = first_member(object, member);
  return value ? Cell(shown_name(text_of(value))) : std::nullopt;
}

Cell prose_cell(json::Value object, std::string_view member) {
  const std::optional<json::Value> value = first_member(object, member);
  return value ? Cell(shown_prose(text_of(value))) : std::nullopt;
}

Cell instant_cell(json::Value object, std::string_view member) {
  const std::optional<json::Value> value = first_member(object, member);
  return value ? Cell(shown_instant(whole_of(value))) : std::nullopt;
}

Cell keys_cell(json::Value object) {
  Cell keys;
  for (const json::Value key : elements_of(first_member(object, "correlation"))) {
    const std::string shown =
        shown_pair(text_of(first_member(key, "namespace")), '=', text_of(first_member(key, "value")));
    keys = keys ? *keys + ' ' + shown : shown;
  }
  return keys;
}

}  // namespace restante::cli
