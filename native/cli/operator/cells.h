// Parts of events and waits as cells of a table. What an answer leaves out is an empty cell.
#pragma once

#include <string_view>

#include "json/document.h"
#include "operator/table.h"

namespace restante::cli {

Cell name_cell(json::Value object, std::string_view member);
Cell prose_cell(json::Value object, std::string_view member);
Cell instant_cell(json::Value object, std::string_view member);
// The correlation keys of an event or a wait: "order=A-1 invoice=7".
Cell keys_cell(json::Value object);

}  // namespace restante::cli
