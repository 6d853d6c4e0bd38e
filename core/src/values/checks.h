// The rules for values that every verb shares (ground rules, "Values"). Each check throws invalid_argument
// (or payload_too_large) with a sentence that names `what`, the argument as the caller knows it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "restante/options.h"
#include "restante/values.h"
#include "values/subject.h"

namespace restante::values {

// UTF-8 of at most `max_bytes`, the empty text included.
void check_text(const Subject& what, std::string_view text, std::size_t max_bytes);
// UTF-8 of 1 to 1,024 bytes.
void check_name(const Subject& what, std::string_view text);
void check_instant(const Subject& what, Instant instant);
void check_limit(const Subject& what, Limit limit);

// The text of a payload between its first and last character, valid and not too large.
std::string_view checked_payload(const Subject& what, std::string_view text, std::int64_t max_bytes);

// Not empty, and without U+0000, where the system would stop reading.
void check_path(std::string_view path);

// The tenant's name without the blanks around it.
std::string checked_tenant(std::string_view name);
void check_options(const Options& options);

}  // namespace restante::values
