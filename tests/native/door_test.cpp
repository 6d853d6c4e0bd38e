// The door as a program embeds it; the scenarios hold what can be said in commands.
#include "restante/door.h"

#include "restante/sqlite_storage.h"
#include "support.h"

using namespace restante;

namespace {

Door::World world() {
  return {[](const std::string& path, const Options& options) { return storage::open_sqlite(path, options); },
          system_now};
}

constexpr const char* open_memory = R"({"do":"open","path":":memory:"})";
constexpr const char* ok_null = R"({"ok":true,"value":null})";

bool fails_with(const std::string& answer, const std::string& code) {
  return answer.find("{\"ok\":false,\"error\":{\"code\":\"" + code + "\",\"message\":\"") == 0;
}

}  // namespace

TEST_CASE("a line that is no command is refused, and the next one runs") {
  Door door(world());
  REQUIRE(door.call(open_memory) == ok_null);
  for (const char* line : {"", "nonsense", "[]", "1", "{\"do\":1}", "{}", "{\"do\":\"events.nothing\"}",
                           "{\"do\":\"events.tenant\"", "{\"do\":\"events.tenant\"} x", "\xFF"})
    CHECK(fails_with(door.call(line), "invalid_argument"));
  CHECK(door.call(R"({"do":"events.tenant"})") == R"({"ok":true,"value":"default"})");
}

TEST_CASE("a very long or very deep line is refused without harm") {
  Door door(world());
  REQUIRE(door.call(open_memory) == ok_null);
  CHECK(fails_with(door.call(std::string(3'000'000, '[')), "invalid_argument"));
  std::string deep =
      R"({"do":"events.buffer","event":{"source":"s","id":"1","kind":"k","correlation":[],"payload":)";
  deep += std::string(513, '[') + std::string(513, ']') + R"(},"at":1})";
  CHECK(fails_with(door.call(deep), "invalid_argument"));
  std::string large =
      R"({"do":"events.buffer","event":{"source":"s","id":"1","kind":"k","correlation":[],"payload":")";
  large += std::string(3'000'000, 'x') + R"("},"at":1})";
  CHECK(fails_with(door.call(large), "payload_too_large"));
}

TEST_CASE("payloads may cross as text, and integers that a double cannot hold with them") {
  Door door(world());
  const auto call = [&](const char* command) { return door.call(command, Door::Payloads::as_text); };
  REQUIRE(call(open_memory) == ok_null);
  CHECK(
      call(
          R"({"do":"events.buffer","event":{"source":"s","id":"1","kind":"k","correlation":[{"namespace":"n","value":""}],"payload":"{\"a\": 1.0}"},"at":1})") ==
      R"({"ok":true,"value":true})");
  CHECK(
      call(
          R"({"do":"events.claim_for","wait":{"run":"r","effect":"e","kind":"k","correlation":[{"namespace":"n","value":""}]},"at":2})") ==
      R"({"ok":true,"value":{"event":{"source":"s","id":"1","kind":"k","correlation":[{"namespace":"n","value":""}],"payload":"{\"a\": 1.0}"},"received_at":1}})");
  CHECK(fails_with(
      call(
          R"({"do":"events.buffer","event":{"source":"s","id":"2","kind":"k","correlation":[],"payload":{}},"at":1})"),
      "invalid_argument"));
  CHECK(call(R"({"do":"sql","sql":"SELECT ? AS a, 5 AS b","params":[{"integer":"9007199254740993"}]})") ==
        R"({"ok":true,"value":[{"a":{"integer":"9007199254740993"},"b":5}]})");
  CHECK(
      fails_with(call(R"({"do":"sql","sql":"SELECT ?","params":[{"integer":"1.5"}]})"), "invalid_argument"));
  CHECK(fails_with(door.call(R"({"do":"sql","sql":"SELECT ?","params":[{"integer":"1"}]})"),
                   "invalid_argument"));
}

TEST_CASE("commands run on the op within the body of a transaction, and nowhere else") {
  Door door(world());
  REQUIRE(door.call(open_memory) == ok_null);
  const char* buffer =
      R"({"do":"events.buffer","event":{"source":"s","id":"1","kind":"k","correlation":[],"payload":1},"at":1})";
  CHECK(fails_with(door.call_op(buffer), "invalid_argument"));
  CHECK(door.transact("a", [&] {
    CHECK(door.call_op(buffer) == R"({"ok":true,"value":true})");
    CHECK(fails_with(door.call(buffer), "transaction_open"));
    CHECK(fails_with(door.call(R"({"do":"close"})"), "transaction_open"));
  }) == ok_null);
  // A command that never reaches its verb poisons the op like one that fails in it.
  CHECK(
      fails_with(door.transact("a", [&] { door.call_op(R"({"do":"events.buffer"})"); }), "invalid_argument"));
  CHECK_THROWS_AS(door.transact("a", [] { throw std::out_of_range("mine"); }), std::out_of_range);
  CHECK(fails_with(door.transact("b", [] {}), "invalid_argument"));
  CHECK(door.call(buffer) == R"({"ok":true,"value":false})");
}
