#include "json_equality.h"

#include <map>

#include "json_members.h"
#include "json_number.h"
#include "json_pointer.h"

namespace restante::cli {

namespace {

class Comparison {
 public:
  explicit Comparison(Matching matching) : matching_(matching) {}

  std::optional<Difference> compare(json::Value actual, json::Value expected, const std::string& at) const {
    if (actual.type() != expected.type()) return Difference{at, "is not what was expected"};
    switch (expected.type()) {
      case json::Type::object: return compare_objects(actual, expected, at);
      case json::Type::array: return compare_arrays(actual, expected, at);
      default: break;
    }
    if (scalars_equal(actual, expected)) return std::nullopt;
    return Difference{at, "is not what was expected"};
  }

 private:
  static bool scalars_equal(json::Value actual, json::Value expected) {
    switch (expected.type()) {
      case json::Type::string: return actual.decoded() == expected.decoded();
      case json::Type::number: return numbers_equal(actual.spelling(), expected.spelling());
      default: return actual.spelling() == expected.spelling();
    }
  }

  std::optional<Difference> compare_arrays(json::Value actual, json::Value expected,
                                           const std::string& at) const {
    const std::size_t came = actual.size();
    const std::size_t wanted = expected.size();
    if (came != wanted)
      return Difference{at,
                        "is a list of length " + std::to_string(came) + ", not " + std::to_string(wanted)};
    std::vector<json::Value> elements;
    actual.for_each_element([&](json::Value element) { elements.push_back(element); });
    std::optional<Difference> difference;
    std::size_t index = 0;
    expected.for_each_element([&](json::Value element) {
      if (!difference) difference = compare(elements[index], element, step_to(at, index));
      ++index;
    });
    return difference;
  }

  std::optional<Difference> compare_objects(json::Value actual, json::Value expected,
                                            const std::string& at) const {
    const auto came = members_of(actual);
    const auto wanted = members_of(expected);
    const std::map<MemberKey, json::Value> found(came.begin(), came.end());
    for (const auto& [key, value] : wanted) {
      const auto match = found.find(key);
      if (match == found.end()) return Difference{step_to(at, key.name), "is missing"};
      if (auto difference = compare(match->second, value, step_to(at, key.name))) return difference;
    }
    if (matching_ == Matching::at_least) return std::nullopt;
    const std::map<MemberKey, json::Value> named(wanted.begin(), wanted.end());
    for (const auto& [key, value] : came)
      if (!named.contains(key)) return Difference{step_to(at, key.name), "was not expected"};
    return std::nullopt;
  }

  Matching matching_;
};

}  // namespace

std::optional<Difference> find_difference(json::Value actual, json::Value expected, Matching matching) {
  return Comparison(matching).compare(actual, expected, "");
}

}  // namespace restante::cli
