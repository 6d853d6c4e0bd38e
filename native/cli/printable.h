// Text of unknown origin, made fit to be printed.
#pragma once

#include <string>
#include <string_view>

namespace restante::cli {

// Control characters are spelled \u00XX, so that a text stays on its line and cannot steer a terminal; each
// byte that is not UTF-8 becomes U+FFFD.
std::string printable(std::string_view text);

}  // namespace restante::cli
