// What a caller's statement may do, told from its text alone, so that every driver gives the same answer.
#pragma once

#include <string_view>

namespace restante::sql {

enum class Effect { reads, writes };

// Throws invalid_argument for anything but one statement, and for a statement that controls a transaction
// (also by OR ROLLBACK), attaches, detaches, vacuums, sets a PRAGMA, or writes what is named restante_….
Effect check_statement(std::string_view sql);

}  // namespace restante::sql
