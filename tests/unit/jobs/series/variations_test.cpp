// Tests variations: how values are parsed, and their product.
#include "jobs/series/variations.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "support/messages.h"
#include "unit/output/files.h"

namespace cobble {
namespace {

using Words = std::vector<std::string>;

Words ValuesOf(const std::string& values) { return ParseVariedKey("seed=" + values).values; }

TEST_CASE("the values of a list stay as written") {
  CHECK(ParseVariedKey("noise.frequency=2,4.0,8e0").path == "noise.frequency");
  CHECK(ValuesOf("2,4.0,8e0") == Words{"2", "4.0", "8e0"});
  CHECK(ValuesOf("perlin") == Words{"perlin"});
  CHECK(ValuesOf(" a , b ") == Words{" a ", " b "});
  CHECK(ValuesOf("a=b,c") == Words{"a=b", "c"});
}

TEST_CASE("commas inside JSON belong to a value") {
  CHECK(ValuesOf("[0,1],[1,0]") == Words{"[0,1]", "[1,0]"});
  CHECK(ValuesOf("[[1,2],[3,4]],5") == Words{"[[1,2],[3,4]]", "5"});
  CHECK(ValuesOf(R"({"type":"perlin","octaves":2},{"type":"value"})") ==
        Words{R"({"type":"perlin","octaves":2})", R"({"type":"value"})"});
  CHECK(ValuesOf(R"("a,b","c\",d","[")") == Words{R"("a,b")", R"("c\",d")", R"("[")"});
  CHECK(ValuesOf(R"(["]",1],2)") == Words{R"(["]",1])", "2"});
}

TEST_CASE("commas inside the calls of a formula belong to a value") {
  CHECK(ValuesOf("perlin(2, 3),x") == Words{"perlin(2, 3)", "x"});
  CHECK(ValuesOf("max(x, min(y, 1)),[1,2]") == Words{"max(x, min(y, 1))", "[1,2]"});
  CHECK(ValuesOf("remap(x, [0, 1], [1, 2]), y") == Words{"remap(x, [0, 1], [1, 2])", " y"});
}

TEST_CASE("a range holds all whole numbers from its first to its last") {
  CHECK(ValuesOf("1..4") == Words{"1", "2", "3", "4"});
  CHECK(ValuesOf("-2..1") == Words{"-2", "-1", "0", "1"});
  CHECK(ValuesOf("7..7") == Words{"7"});
  CHECK(ValuesOf("1..100000").size() == kMaxVariations);
  CHECK(ValuesOf("1..100000").back() == "100000");
  CHECK(ValuesOf("9223372036854775806..9223372036854775807") ==
        Words{"9223372036854775806", "9223372036854775807"});
  CHECK(ValuesOf("-9223372036854775808..-9223372036854775807").size() == 2);
}

TEST_CASE("two dots inside a list or JSON are not a range") {
  CHECK(ValuesOf(R"("a..b")") == Words{R"("a..b")"});
  CHECK(ValuesOf("a..b,c") == Words{"a..b", "c"});
}

TEST_CASE("faults in variations are refused") {
  test::CheckAnswers(
      [](const std::string& text) { return ErrorOf([&] { ParseVariedKey(text); }); });
}

TEST_CASE("values are put together as they are read") {
  for (const char* values : {"1..4", "-2..0", "1,2", "1,3,5", "a,b,c", "7", "[0,1],[1,0]"})
    CHECK(ValuesText(ParseVariedKey(std::string("seed=") + values)) == values);
  CHECK(ValuesText(ParseVariedKey("seed=1,2,3")) == "1..3");
}

TEST_CASE("the product takes all combinations, the last key fastest") {
  const std::vector<VariedKey> keys{{"seed", {"1", "2"}}, {"a.b", {"x", "y", "z"}}};
  const auto product = Product(keys);
  REQUIRE(product.size() == 6);
  const std::vector<Words> order{{"1", "x"}, {"1", "y"}, {"1", "z"},
                                 {"2", "x"}, {"2", "y"}, {"2", "z"}};
  for (std::size_t k = 0; k < order.size(); ++k) {
    CAPTURE(k);
    CHECK(product[k].values == order[k]);
    CHECK(product[k].names == Placeholders{{"seed", order[k][0]}, {"a.b", order[k][1]}});
  }
}

TEST_CASE("without keys there is one variation, which changes nothing") {
  const auto product = Product({});
  REQUIRE(product.size() == 1);
  CHECK(product[0].values.empty());
  CHECK(product[0].names.empty());
}

TEST_CASE("a product is limited") {
  const auto of = [](const std::vector<std::string>& texts) {
    std::vector<VariedKey> keys;
    for (const std::string& text : texts) keys.push_back(ParseVariedKey(text));
    return Product(keys);
  };
  CHECK(of({"a=1..1000", "b=1..100"}).size() == kMaxVariations);
  CHECK(ErrorOf([&] {
          of({"a=1..1000", "b=1..101"});
        }) == "4 vary: makes more than 100000 pictures");
  std::vector<std::string> many;
  for (char c = 'a'; c <= 'z'; ++c) many.push_back(std::string(1, c) + "=1..10000");
  CHECK(ErrorOf([&] { of(many); }) == "4 vary: makes more than 100000 pictures");
}

}  // namespace
}  // namespace cobble
