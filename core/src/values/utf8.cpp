#include "values/utf8.h"

#include <cstdint>
#include <cstring>

namespace restante::utf8 {

namespace {
constexpr bool continues(unsigned char byte) {
  return (byte & 0xC0) == 0x80;
}

std::size_t ascii_run(const char* data, std::size_t length) {
  std::size_t at = 0;
  for (; at + 8 <= length; at += 8) {
    std::uint64_t chunk;
    std::memcpy(&chunk, data + at, 8);
    if ((chunk & 0x8080808080808080ULL) != 0) break;
  }
  while (at < length && static_cast<unsigned char>(data[at]) < 0x80) ++at;
  return at;
}
}  // namespace

std::size_t character_length(std::string_view text) {
  if (text.empty()) return 0;
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char lead = byte(0);
  if (lead < 0x80) return 1;
  if (lead >= 0xC2 && lead <= 0xDF) return text.size() >= 2 && continues(byte(1)) ? 2 : 0;
  if (lead >= 0xE0 && lead <= 0xEF) {
    if (text.size() < 3 || !continues(byte(1)) || !continues(byte(2))) return 0;
    if (lead == 0xE0 && byte(1) < 0xA0) return 0;  // overlong
    if (lead == 0xED && byte(1) > 0x9F) return 0;  // half of a surrogate pair
    return 3;
  }
  if (lead >= 0xF0 && lead <= 0xF4) {
    if (text.size() < 4 || !continues(byte(1)) || !continues(byte(2)) || !continues(byte(3))) return 0;
    if (lead == 0xF0 && byte(1) < 0x90) return 0;  // overlong
    if (lead == 0xF4 && byte(1) > 0x8F) return 0;  // above U+10FFFF
    return 4;
  }
  return 0;
}

bool is_valid(std::string_view text) {
  std::size_t at = 0;
  while (true) {
    at += ascii_run(text.data() + at, text.size() - at);
    if (at == text.size()) return true;
    const std::size_t length = character_length(text.substr(at));
    if (length == 0) return false;
    at += length;
  }
}

}  // namespace restante::utf8
