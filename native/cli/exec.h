// `restante exec DB`: commands in, answers out.
#pragma once

#include <iosfwd>
#include <string>

namespace restante::cli {

// Opens `database` as the store "a", and answers each line of `in` with one line on `out` until the input
// ends. Returns the exit code. A database that cannot be opened is told on `err`.
int exec(const std::string& database, std::istream& in, std::ostream& out, std::ostream& err);

}  // namespace restante::cli
