// What only a C++ caller can hand over wrongly; the scenarios hold the rest.
#include "support.h"

using namespace restante;
using testing::code_of;

TEST_CASE("text that is not UTF-8 is refused by name, wherever it stands") {
  Store store = open(":memory:");
  const auto message = [&](auto change) {
    Event event = testing::event("1");
    change(event);
    try {
      store.events().buffer(event, 1);
    } catch (const Error& error) {
      CHECK(error.code() == ErrorCode::invalid_argument);
      return std::string(error.what());
    }
    return std::string("nothing was thrown");
  };
  const std::string half = "\xED\xA0\x80";  // half of a surrogate pair, as if it were a character
  CHECK(message([&](Event& e) { e.source = half; }) == "event.source is not UTF-8");
  CHECK(message([&](Event& e) { e.id = "\x80"; }) == "event.id is not UTF-8");
  CHECK(message([&](Event& e) { e.kind = "\xC0\x80"; }) == "event.kind is not UTF-8");
  CHECK(message([&](Event& e) { e.correlation[0].name_space = half; }) ==
        "event.correlation[0].namespace is not UTF-8");
  CHECK(message([&](Event& e) { e.correlation[0].value = half; }) ==
        "event.correlation[0].value is not UTF-8");
  CHECK(message([&](Event& e) { e.by = MintedBy{half, Basis::asserted}; }) == "event.by.actor is not UTF-8");
  CHECK(message([&](Event& e) { e.payload = "\"" + half + "\""; }) ==
        "event.payload is not valid JSON: it is not UTF-8 at byte 1");
  CHECK(message([&](Event& e) { e.payload = std::nullopt; }) == "event.payload is missing");
  CHECK(code_of([&] { store.sql("SELECT ?", {half}); }) == ErrorCode::invalid_argument);
  CHECK(store.events().buffer(testing::event("1"), 1));
}

TEST_CASE("a payload has up to 1 MiB by default, and its size is looked at before its form") {
  Store store = open(":memory:");
  Event event = testing::event("1");
  event.payload = "\"" + std::string((1 << 20) - 2, 'x') + "\"";
  CHECK(store.events().buffer(event, 1));
  event.id = "2";
  event.payload = "\"" + std::string((1 << 20) - 1, 'x') + "\"";
  CHECK(code_of([&] { store.events().buffer(event, 1); }) == ErrorCode::payload_too_large);
  event.payload = std::string((1 << 20) + 1, '[');
  CHECK(code_of([&] { store.events().buffer(event, 1); }) == ErrorCode::payload_too_large);
  event.payload = std::string(1000, '[');
  CHECK(code_of([&] { store.events().buffer(event, 1); }) == ErrorCode::invalid_argument);
}

TEST_CASE("blanks around a payload are not part of it") {
  Store store = open(":memory:");
  Event event = testing::event("1");
  event.payload = " \n{ \"a\" : 1.0 }\t";
  store.events().buffer(event, 1);
  CHECK(store.events().claim_for(testing::wait("run"), 1)->event.payload == "{ \"a\" : 1.0 }");
}

TEST_CASE("no message repeats what a caller may have to keep secret") {
  Store store = open(":memory:");
  const std::string secret = "s3cr3t";
  const auto message = [](auto work) {
    try {
      work();
    } catch (const Error& error) {
      return std::string(error.what());
    }
    return std::string("s3cr3t: nothing was thrown");
  };
  Event event = testing::event("1");
  event.payload = "{\"key\":\"" + secret + "\",}";
  CHECK(message([&] { store.events().buffer(event, 1); }).find(secret) == std::string::npos);
  event.payload = "1";
  event.correlation[0].value = secret + std::string(2000, 'x');
  CHECK(message([&] { store.events().buffer(event, 1); }).find(secret) == std::string::npos);
}
