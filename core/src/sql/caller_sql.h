// Running the caller's own SQL.
#pragma once

#include <string_view>
#include <vector>

#include "restante/sql.h"
#include "store/scope.h"

namespace restante::sql {

SqlRows run(Scope& scope, std::string_view statement, const std::vector<SqlValue>& parameters);

}  // namespace restante::sql
