#include "line_members.h"

#include <limits>

#include "bad_line.h"
#include "json/document.h"
#include "json/scanner.h"
#include "surrogate_halves.h"

namespace restante::cli {

namespace {

std::string decode(std::string_view spelled) {
  return json::unescape(without_surrogate_halves(spelled.substr(1, spelled.size() - 2)));
}

// Takes down where the members of the outermost object stand. How deep their values nest does not matter
// here: a value that is too deep is for the door to refuse.
class MemberPlaces {
 public:
  explicit MemberPlaces(std::string_view line) : line_(line) {}

  void scalar(json::Type, std::size_t begin, std::size_t end) { value(begin, end); }
  void string(json::StringPlace place) { value(place.begin - 1, place.end + 1); }
  void raw(std::size_t begin, std::size_t end) { value(begin, end); }
  bool key(json::StringPlace place) {
    if (depth_ == 1) {
      const std::string_view spelled = line_.substr(place.begin - 1, place.end - place.begin + 2);
      members_.push_back({decode(spelled), spelled, {}});
    }
    return false;
  }
  void open(json::Type type, std::size_t begin) {
    if (depth_ == 0) is_object_ = type == json::Type::object;
    if (depth_ == 1) container_begin_ = begin;
    ++depth_;
  }
  void close(std::size_t end) {
    --depth_;
    value(container_begin_, end);
  }

  bool is_object() const { return is_object_; }
  LineMembers take() { return std::move(members_); }

 private:
  void value(std::size_t begin, std::size_t end) {
    if (depth_ == 1 && is_object_) members_.back().value = line_.substr(begin, end - begin);
  }

  std::string_view line_;
  LineMembers members_;
  std::size_t depth_ = 0;
  std::size_t container_begin_ = 0;  // of the value of a member
  bool is_object_ = false;
};

}  // namespace

LineMembers split_line(std::string_view line) try {
  const std::string readable = without_surrogate_halves(line);
  MemberPlaces places(line);
  constexpr std::size_t any_depth = std::numeric_limits<std::size_t>::max();
  const std::size_t end = json::Scanner(readable, places, any_depth, "").scan_value(0);
  const std::size_t rest = json::detail::skip_blanks(readable, end);
  if (rest != line.size()) throw json::Malformed{"something follows the value", rest};
  if (!places.is_object()) throw BadLine{"the line is not a JSON object"};
  return places.take();
} catch (const json::Malformed& malformed) {
  throw BadLine{"the line is not valid JSON: " + std::string(malformed.reason) + " at byte " +
                std::to_string(malformed.at)};
}

const LineMember* find_member(const LineMembers& members, std::string_view name) {
  for (const LineMember& member : members)
    if (member.name == name) return &member;
  return nullptr;
}

std::optional<std::string> text_member(const LineMembers& members, std::string_view name) {
  const LineMember* member = find_member(members, name);
  if (member == nullptr || member->value.front() != '"') return std::nullopt;
  return decode(member->value);
}

}  // namespace restante::cli
