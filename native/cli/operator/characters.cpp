#include "operator/characters.h"

#include <algorithm>
#include <span>

#include "operator/character_ranges.h"
#include "values/utf8.h"

namespace restante::cli {

namespace {

bool lies_in(std::span<const CharacterRange> ranges, char32_t code_point) {
  const auto range =
      std::lower_bound(ranges.begin(), ranges.end(), code_point,
                       [](const CharacterRange& each, char32_t wanted) { return each.last < wanted; });
  return range != ranges.end() && range->first <= code_point;
}

std::size_t columns_of(char32_t code_point) {
  if (lies_in(mark_characters, code_point)) return 0;
  return lies_in(wide_characters, code_point) ? 2 : 1;
}

}  // namespace

Character first_character(std::string_view text) {
  const std::string_view bytes = text.substr(0, utf8::character_length(text));
  const auto lead = static_cast<unsigned char>(bytes.front());
  // Of the lead byte those bits count that are not its length.
  char32_t code_point = bytes.size() == 1 ? lead : lead & (0xFFu >> (bytes.size() + 1));
  for (const char next : bytes.substr(1))
    code_point = code_point << 6 | (static_cast<unsigned char>(next) & 0x3Fu);
  return {code_point, bytes};
}

bool is_unseen(char32_t code_point) {
  return lies_in(unseen_characters, code_point);
}

std::size_t columns_of(std::string_view text) {
  std::size_t columns = 0;
  while (!text.empty()) {
    const Character character = first_character(text);
    columns += columns_of(character.code_point);
    text.remove_prefix(character.bytes.size());
  }
  return columns;
}

}  // namespace restante::cli
