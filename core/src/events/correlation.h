// Correlation keys: what an event and a wait may have in common.
#pragma once

#include <string>
#include <string_view>

#include "restante/event.h"

namespace restante::events {

// Of equal keys the first stays; the order of the others is kept.
Correlation without_duplicates(const Correlation& keys);

bool have_key_in_common(const Correlation& a, const Correlation& b);

// The form in a row: a JSON list of [namespace, value].
std::string stored_form(const Correlation& keys);
// Error: corrupt.
Correlation from_stored_form(std::string_view text);

}  // namespace restante::events
