#include "saved_values.h"

#include <limits>
#include <vector>

#include "bad_line.h"
#include "json/document.h"
#include "json/scanner.h"
#include "json/writer.h"
#include "surrogate_halves.h"

namespace restante::cli {

namespace {

// More than "$" between the quotes: the sign alone is a text like any other.
bool is_reference(std::string_view spelling) {
  return spelling.size() > 3 && spelling.starts_with("\"$");
}

class ReferencePlaces {
 public:
  explicit ReferencePlaces(std::string_view json) : json_(json) {}

  void scalar(json::Type, std::size_t, std::size_t) {}
  void string(json::StringPlace place) {
    if (is_reference(json_.substr(place.begin - 1, place.end - place.begin + 2))) places_.push_back(place);
  }
  bool key(json::StringPlace) { return false; }
  void raw(std::size_t, std::size_t) {}
  void open(json::Type, std::size_t) {}
  void close(std::size_t) {}

  const std::vector<json::StringPlace>& places() const { return places_; }

 private:
  std::string_view json_;
  std::vector<json::StringPlace> places_;
};

const std::string& saved_text(const SavedValues& saved, std::string_view spelled_name) {
  const std::string name = json::unescape(spelled_name);
  const auto found = saved.find(name);
  if (found != saved.end()) return found->second;
  std::string reason = "nothing was saved as ";
  json::append_string(reason, name);
  throw BadLine{reason};
}

}  // namespace

std::string put_in_saved(std::string_view json, const SavedValues& saved) {
  const std::string readable = without_surrogate_halves(json);
  ReferencePlaces references(readable);
  json::Scanner(readable, references, std::numeric_limits<std::size_t>::max(), "").scan_value(0);
  std::string out;
  std::size_t copied = 0;
  for (const json::StringPlace& place : references.places()) {
    out += json.substr(copied, place.begin - 1 - copied);
    out += saved_text(saved, readable.substr(place.begin + 1, place.end - place.begin - 1));
    copied = place.end + 1;
  }
  out += json.substr(copied);
  return out;
}

}  // namespace restante::cli
