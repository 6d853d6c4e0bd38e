// Escapes that are half of a surrogate pair.
//
// The grammar of JSON allows them, the product refuses them; a scenario must be able to show that, so a line
// that holds one is read all the same and goes to the door as it is written.
#pragma once

#include <string>
#include <string_view>

namespace restante::cli {

// `json` with every such escape replaced by the one of U+FFFD, which is as long: all places stay the same.
std::string without_surrogate_halves(std::string_view json);

}  // namespace restante::cli
