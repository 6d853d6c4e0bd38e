#include "values/checks.h"

#include "json/scanner.h"
#include "restante/error.h"
#include "values/sentence.h"
#include "values/utf8.h"

namespace restante::values {

namespace {

[[noreturn]] void refuse(const Subject& what, const char* why) {
  values::refuse({what.text(), " ", why});
}

// A row larger than this does not fit into SQLite together with its keys.
constexpr std::int64_t most_payload_bytes = 500'000'000;
// SQLite keeps its busy timeout in 32 bits.
constexpr std::int64_t most_busy_timeout_ms = 2'147'483'647;

bool holds_control_character(std::string_view text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    if (byte < 0x20 || byte == 0x7F) return true;
    // U+0080 to U+009F
    if (byte == 0xC2 && i + 1 < text.size() && static_cast<unsigned char>(text[i + 1]) < 0xA0) return true;
  }
  return false;
}

void check_range(const Subject& what, std::int64_t value, std::int64_t least, std::int64_t most) {
  if (value < least || value > most)
    values::refuse({what.text(), " must lie between ", least, " and ", most});
}

}  // namespace

void check_text(const Subject& what, std::string_view text, std::size_t max_bytes) {
  if (text.size() > max_bytes)
    values::refuse({what.text(), " has ", text.size(), " bytes; at most ", max_bytes, " are allowed"});
  if (!utf8::is_valid(text)) refuse(what, "is not UTF-8");
}

void check_name(const Subject& what, std::string_view text) {
  if (text.empty()) refuse(what, "is empty; a name has 1 to 1024 bytes");
  check_text(what, text, max_name_bytes);
}

void check_instant(const Subject& what, Instant instant) {
  check_range(what, instant, min_instant, max_instant);
}

void check_limit(const Subject& what, Limit limit) {
  if (limit < 0) refuse(what, "is negative");
  check_range(what, limit, 0, max_count);
}

std::string_view checked_payload(const Subject& what, std::string_view text, std::int64_t max_bytes) {
  text = json::trim(text);
  if (text.size() > static_cast<std::size_t>(max_bytes))
    fail(ErrorCode::payload_too_large,
         {what.text(), " has ", text.size(), " bytes; at most ", max_bytes, " are allowed"});
  try {
    json::validate(text);
  } catch (const json::Malformed& malformed) {
    values::refuse({what.text(), " is not valid JSON: ", malformed.reason, " at byte ", malformed.at});
  }
  return text;
}

void check_path(std::string_view path) {
  if (path.empty()) refuse("path", "is empty");
  if (path.find('\0') != std::string_view::npos) refuse("path", "holds the character U+0000");
}

std::string checked_tenant(std::string_view name) {
  const auto is_blank = [](char c) { return c == ' ' || c == '\t'; };
  while (!name.empty() && is_blank(name.front())) name.remove_prefix(1);
  while (!name.empty() && is_blank(name.back())) name.remove_suffix(1);
  if (name.empty()) refuse("tenant", "is empty; a tenant's name has 1 to 64 bytes");
  check_text("tenant", name, max_tenant_bytes);
  if (name.find_first_of("/:") != std::string_view::npos) refuse("tenant", "must not hold '/' or ':'");
  if (holds_control_character(name)) refuse("tenant", "must not hold control characters");
  return std::string(name);
}

void check_options(const Options& options) {
  checked_tenant(options.tenant);
  check_range("busy_timeout_ms", options.busy_timeout_ms, 0, most_busy_timeout_ms);
  check_range("max_payload_bytes", options.max_payload_bytes, 1, most_payload_bytes);
  check_range("dedup_retention_ms", options.dedup_retention_ms, 0, max_count);
}

}  // namespace restante::values
