#include <cmath>

#include "json/document.h"
#include "json/real_numbers.h"
#include "json/scanner.h"
#include "json/writer.h"
#include "support.h"

using namespace restante;
using namespace restante::json;

namespace {

bool valid(std::string_view text) {
  try {
    validate(text);
    return true;
  } catch (const Malformed&) {
    return false;
  }
}

std::string real(double value) {
  std::string text;
  append_real(text, value);
  return text;
}

}  // namespace

TEST_CASE("valid JSON is taken, whatever its spelling") {
  for (const char* text : {"null", " true ", "\t[\r\n]", "{}", "-0", "0", "1.0", "1e3", "1E+400", "-1.5e-7",
                           "123456789012345678901234567890", R"("")", R"("\u0000\/\b")", R"("\ud83d\ude00")",
                           R"({"a":1,"a":2,"":[]})", R"([1,[2,{"x":null}]])", "\"\xF0\x9F\x98\x80\""})
    CHECK(valid(text));
}

TEST_CASE("what RFC 8259 does not know is refused") {
  for (const char* text : {"",
                           " ",
                           "nul",
                           "True",
                           "[1,]",
                           "[,1]",
                           "{\"a\":1,}",
                           "{a:1}",
                           "{\"a\"1}",
                           "[1 2]",
                           "01",
                           "-",
                           "1.",
                           ".5",
                           "1e",
                           "+1",
                           "0x1",
                           "NaN",
                           "Infinity",
                           "'a'",
                           "\"a",
                           "\"\\x\"",
                           "\"\\u12\"",
                           R"("\ud800")",
                           R"("\udc00")",
                           R"("\ud800\ud800")",
                           R"("\ud800x")",
                           "\"\t\"",
                           "[1]]",
                           "1 2",
                           "// 1",
                           "\xEF\xBB\xBF"
                           "1",
                           "\"\x80\"",
                           "\"\xC0\x80\"",
                           "\"\xED\xA0\x80\"",
                           "\"\xF4\x90\x80\x80\"",
                           "[",
                           "{",
                           "{\"a\"",
                           "{\"a\":",
                           "{\"a\":1"}) {
    INFO(text);
    CHECK_FALSE(valid(text));
  }
  CHECK_FALSE(valid(std::string_view("\"\0\"", 3)));
}

TEST_CASE("512 containers pass and 513 do not") {
  const auto nested = [](std::size_t depth) { return std::string(depth, '[') + std::string(depth, ']'); };
  CHECK(valid(nested(512)));
  CHECK_FALSE(valid(nested(513)));
  std::string objects;
  for (int i = 0; i < 512; ++i) objects += "{\"a\":";
  CHECK(valid(objects + "1" + std::string(512, '}')));
  // A very deep text costs no stack.
  CHECK_FALSE(valid(std::string(5'000'000, '[')));
}

TEST_CASE("a document knows the place of each value, and payloads stay in one piece") {
  const std::string text = R"( {"do":"x","event":{"payload": {"b":1.0, "b":2} ,"list":[1,"\u0041"]}} )";
  const Document document(text, Payloads::raw);
  std::vector<std::string> seen;
  document.root().for_each_member([&](Value name, Value value) {
    seen.push_back(name.decoded());
    if (!value.is(Type::object)) return;
    value.for_each_member([&](Value inner, Value content) {
      seen.push_back(inner.decoded() + "=" + std::string(content.spelling()));
      CHECK(content.is(inner.equals("payload") ? Type::raw : Type::array));
    });
  });
  CHECK(seen ==
        std::vector<std::string>{"do", "event", R"(payload={"b":1.0, "b":2})", R"(list=[1,"\u0041"])"});
}

TEST_CASE("whole numbers count by value") {
  CHECK(whole_number("1e3") == 1000);
  CHECK(whole_number("1.0") == 1);
  CHECK(whole_number("-0") == 0);
  CHECK(whole_number("100e-2") == 1);
  CHECK(whole_number("0e99999999999999999999") == 0);
  CHECK(whole_number("0.000e5") == 0);
  CHECK(whole_number("9223372036854775807") == INT64_MAX);
  CHECK(whole_number("-9223372036854775808") == INT64_MIN);
  CHECK(whole_number("9223372036854775807000e-3") == INT64_MAX);
  for (const char* text : {"1.5", "1e-1", "9223372036854775808", "1e400", "1e99999999999999999999",
                           "1.00000000000000000000000001", "1e-99999999999999999999"})
    CHECK_FALSE(whole_number(text));
}

TEST_CASE("numbers are written so that they read back the same") {
  CHECK(real(0.1) == "0.1");
  CHECK(real(5) == "5.0");
  CHECK(real(1e300) == "1.0e300");
  CHECK(real(-2.5e-10) == "-2.5e-10");
  CHECK(real(1e15) == "1000000000000000.0");
  CHECK(real(1.5e16) == "1.5e16");
  CHECK(real(123.25) == "123.25");
  CHECK(real(0.000125) == "0.000125");
  CHECK(real(-0.0) == "-0.0");
  for (const double value : {1.0 / 3, 5e-324, 1.7976931348623157e308, 123456789.123456789, -0.0})
    CHECK(real_number(real(value)) == value);
  CHECK(std::isinf(real_number("1e400")));
  CHECK(real_number("-1e-400") == 0);
  CHECK(std::isinf(real_number("-" + std::string(400, '9') + "e1")));
  CHECK(std::isinf(real_number(std::string(400, '9'))));
  CHECK(std::isinf(real_number(std::string(500, '9') + "e-10")));
  CHECK(real_number("0." + std::string(400, '0') + "1") == 0);
  CHECK(real_number("0." + std::string(400, '0') + "1e10") == 0);
}

TEST_CASE("text is written with the escapes that JSON demands") {
  std::string out;
  append_string(out, std::string_view("a\"\\\n\x01\0\x7F\xC3\xA9", 9));
  CHECK(out == "\"a\\\"\\\\\\n\\u0001\\u0000\x7F\xC3\xA9\"");
  CHECK(unescape(out.substr(1, out.size() - 2)) == std::string_view("a\"\\\n\x01\0\x7F\xC3\xA9", 9));
}
