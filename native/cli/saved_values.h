// What a scenario has saved, and putting it in where a later line refers to it.
#pragma once

#include <map>
#include <string>
#include <string_view>

namespace restante::cli {

// JSON texts by name.
using SavedValues = std::map<std::string, std::string, std::less<>>;

// `json` with the saved text in the place of every string "$name" that is a value, at any depth. Throws
// BadLine if nothing was saved under a name. `json` must be valid. A string that must begin with a dollar
// sign itself is written with an escape ("\u0024name").
std::string put_in_saved(std::string_view json, const SavedValues& saved);

}  // namespace restante::cli
