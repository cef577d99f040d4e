// Tests JSON with locations: where every value is, which errors are reported, how it is written.
#include "recipe/json/json.h"

#include <doctest/doctest.h>

#include <random>
#include <string>
#include <vector>

#include "cobble/recipe_io.h"
#include "support/messages.h"

namespace cobble {
namespace {

std::shared_ptr<const Source> File() { return std::make_shared<const Source>(Source{"f"}); }

Json Parse(std::string_view text) {
  Faults faults;
  auto json = ParseJson(text, File(), &faults);
  if (!faults.empty()) faults.Throw();
  REQUIRE(json.has_value());
  return *json;
}

std::vector<Issue> IssuesOf(std::string_view text) {
  Faults faults;
  ParseJson(text, File(), &faults);
  return faults.Issues();
}

// Returns the only error, or an empty string.
std::string FaultOf(std::string_view text) {
  const std::vector<Issue> issues = IssuesOf(text);
  CHECK(issues.size() <= 1);
  return issues.empty() ? "" : issues.front().Text();
}

std::string PlaceOf(const Place& place) { return ToOrigin(place).text; }

TEST_CASE("every value and key has its location") {
  const Json json = Parse(
      "{ // a comment, with \"quotes\" and {\n"
      "  \"a\": [1, \"x\\\"y,:\" ,\ttrue],\n"
      "  /* two\n"
      "lines */ \"b\" : { \"c\":null }, \"d\":-1.5e3\r\n"
      "}");
  CHECK(PlaceOf(json.place) == "f:1:1");
  const Json::List& list = *json.Find("a")->list();
  CHECK(PlaceOf(json.Find("a")->place) == "f:2:8");
  CHECK(PlaceOf(list[0].place) == "f:2:9");
  CHECK(PlaceOf(list[1].place) == "f:2:12");
  CHECK(PlaceOf(list[2].place) == "f:2:23");
  CHECK(*list[1].text() == "x\"y,:");
  CHECK(PlaceOf((*json.object())[1].place) == "f:4:10");
  CHECK(PlaceOf(json.Find("b")->place) == "f:4:16");
  CHECK(PlaceOf(json.Find("b")->Find("c")->place) == "f:4:22");
  CHECK(PlaceOf((*json.object())[2].place) == "f:4:30");
  CHECK(PlaceOf(json.Find("d")->place) == "f:4:34");
  CHECK(*json.Find("d")->number() == -1500);
}

TEST_CASE("columns count bytes, without the byte order mark") {
  CHECK(PlaceOf(Parse("\xEF\xBB\xBF{\"a\": 1}").Find("a")->place) == "f:1:7");
  CHECK(PlaceOf(Parse("{\"\xC3\xA9\": 1}").Find("\xC3\xA9")->place) == "f:1:8");
}

// Random JSON with whitespace and comments, and the locations of values and keys in its order.
class RandomJson {
 public:
  explicit RandomJson(uint64_t seed) : random_(seed) {}

  std::string text;
  std::vector<std::string> places;

  void Write(int depth) {
    Space();
    switch (random_() % (depth == 0 ? 4 : 6)) {
      case 0:
        return Token("-12.5e-3");
      case 1:
        return Token("true");
      case 2:
        return Token("null");
      case 3:
        return Token(R"("a \"\\ // /* , : { [ \u00e9 text")");
      case 4:
        return WriteList(depth);
      default:
        return WriteObject(depth);
    }
  }

 private:
  void Token(std::string_view token) {
    places.push_back(ToOrigin(PlaceIn(text, text.size(), File())).text);
    text += token;
  }

  void Space() {
    constexpr std::string_view kSpaces[] = {
        "", " ", "\n", "\r\n", "\t", "// x \" { , \n", "/* * / \n\n */", "/**/", "/***/", "//\n"};
    for (uint64_t n = random_() % 3; n > 0; --n) text += kSpaces[random_() % std::size(kSpaces)];
  }

  void WriteList(int depth) {
    Token("[");
    for (uint64_t i = 0, n = random_() % 4; i < n; ++i) {
      if (i > 0) text += ',';
      Write(depth - 1);
      Space();
    }
    Space();
    text += ']';
  }

  void WriteObject(int depth) {
    Token("{");
    for (uint64_t i = 0, n = random_() % 4; i < n; ++i) {
      if (i > 0) text += ',';
      Space();
      Token('"' + std::to_string(i) + ":,\"");
      Space();
      text += ':';
      Write(depth - 1);
      Space();
    }
    Space();
    text += '}';
  }

  std::mt19937_64 random_;
};

void CollectPlaces(const Json& json, std::vector<std::string>* places) {
  places->push_back(PlaceOf(json.place));
  if (json.list()) {
    for (const Json& item : *json.list()) CollectPlaces(item, places);
  } else if (json.object()) {
    for (const auto& [key, place, value] : *json.object()) {
      places->push_back(PlaceOf(place));
      CollectPlaces(value, places);
    }
  }
}

TEST_CASE("locations are correct whatever is between the tokens") {
  for (uint64_t seed = 0; seed < 2000; ++seed) {
    RandomJson random(seed);
    random.Write(5);
    CAPTURE(random.text);
    std::vector<std::string> places;
    CollectPlaces(Parse(random.text), &places);
    REQUIRE(places == random.places);
  }
}

TEST_CASE("numbers are doubles, and minus zero is zero") {
  CHECK(*Parse("5.0").number() == 5);
  CHECK(*Parse("18446744073709551615").number() == 18446744073709551615.0);
  CHECK(*Parse("-9007199254740993").number() == -9007199254740992.0);
  CHECK(*Parse("123456789012345678901234567890").number() == 123456789012345678901234567890.0);
  CHECK(WriteJson(Parse("[-0, -0.0, -0e5]")) == "[0, 0, 0]");
  CHECK(*Parse("1e-999").number() == 0);
}

TEST_CASE("escapes are decoded") {
  CHECK(*Parse(R"("\"\\\/\b\f\n\r\t")").text() == "\"\\/\b\f\n\r\t");
  CHECK(*Parse(R"("\u0041\u00e9\u20AC\uD83D\uDE00\uFFFD")").text() ==
        "A\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80\xEF\xBF\xBD");
  CHECK(*Parse(R"("a\u0000b")").text() == std::string_view("a\0b", 3));
  CHECK(Parse(R"({"\u0061": 1})").Find("a") != nullptr);
}

TEST_CASE("syntax errors are reported at their token") {
  test::CheckIssues(IssuesOf);
  CHECK(FaultOf(std::string_view("{}\0 junk", 8)) ==
        "f:1:3: contains a NUL byte, so it is not text");
}

TEST_CASE("numbers that are not finite are reported with their JSON pointer") {
  test::CheckIssues(IssuesOf);
}

TEST_CASE("all duplicate keys are reported") {
  test::CheckIssues(IssuesOf);
  CHECK(FaultOf("{\"a\": 1, \"\\u0061\": 1}") != "");
}

TEST_CASE("depth and length are limited") {
  test::CheckIssues(IssuesOf);
  CHECK(FaultOf(std::string(kMaxRecipeBytes - 2, '[')) == "f:1:257: nested deeper than 256 levels");
  CHECK(FaultOf("[" + std::string(kMaxRecipeBytes - 2, ' ') + "]") == "");
  CHECK(FaultOf("[" + std::string(kMaxRecipeBytes - 1, ' ') + "]") ==
        "f: has more than 1048576 bytes");
}

TEST_CASE("a recipe with the maximum number of keys is read") {
  std::string text = "{\"x-0\": 0";
  for (int i = 1; text.size() < kMaxRecipeBytes - 20; ++i) {
    text += ",\"" + std::to_string(i) + "\":0";
  }
  CHECK(FaultOf(text + "}") == "");
}

TEST_CASE("a tree is written with its layout") {
  const std::string text =
      "{\n"
      "  \"a\": [1, 2.5, \"x\"],\n"
      "  \"b\": {\n"
      "    \"c\": null,\n"
      "    \"d\": [\n"
      "      {\n"
      "        \"e\": true\n"
      "      },\n"
      "      false\n"
      "    ]\n"
      "  },\n"
      "  \"empty\": {},\n"
      "  \"none\": []\n"
      "}";
  CHECK(WriteJson(Parse(text)) == text);
  CHECK(WriteJsonLine(Parse(text)) ==
        "{\"a\": [1, 2.5, \"x\"], \"b\": {\"c\": null, \"d\": [{\"e\": true}, false]}, "
        "\"empty\": {}, \"none\": []}");
}

TEST_CASE("long lists take one line per item") {
  Json list = Json::ListOf();
  for (int i = 0; i < 40; ++i) list.list()->push_back(Json::Number(i));
  CHECK(WriteJson(list).starts_with("[\n  0,\n  1,\n"));
}

TEST_CASE("texts are escaped, and read back") {
  const std::string text = "quote \" slash \\ line \n bell \x07 del \x7F e \xC3\xA9";
  const std::string written = WriteJson(Json::Text(text));
  CHECK(written == "\"quote \\\" slash \\\\ line \\n bell \\u0007 del \\u007f e \xC3\xA9\"");
  CHECK(*Parse(written).text() == text);
  CHECK(WriteJson(Json::Text("a\xFF")) == "\"a\\ufffd\"");
}

}  // namespace
}  // namespace cobble
