// Tests that recipes of the maximum size that are built to be expensive are checked, with few
// messages. If one is not checked fast, it takes minutes, and ctest ends it.
#include <doctest/doctest.h>

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

#include "cobble/recipe_io.h"
#include "support/harness.h"

namespace cobble::test {
namespace {

const std::string kStart = R"({"cobble":1,"noise":{"type":"perlin"})";

// Fills the text between `start` and `end` with as many pieces as fit in kMaxRecipeBytes.
std::string Filled(const std::string& start, const std::function<std::string(int)>& piece,
                   const std::string& end, const std::string& between = ",") {
  std::string text = start;
  for (int i = 0;; ++i) {
    const std::string next = (i == 0 ? "" : between) + piece(i);
    if (text.size() + next.size() + end.size() > kMaxRecipeBytes) return text + end;
    text += next;
  }
}

std::string Filled(const std::string& start, const std::string& piece, const std::string& end,
                   const std::string& between = ",") {
  return Filled(
      start, [&](int) { return piece; }, end, between);
}

std::string Repeated(const std::string& text, int times) {
  std::string all;
  for (int i = 0; i < times; ++i) all += text;
  return all;
}

std::string Numbered(const char* format, int i) {
  return fmt::format(fmt::runtime(format), i, i + 1);
}

// Replaces @ by copies of `letter`, up to the maximum size.
std::string Stretched(const std::string& text, char letter) {
  const std::size_t at = text.find('@');
  return text.substr(0, at) + std::string(kMaxRecipeBytes - text.size() + 1, letter) +
         text.substr(at + 1);
}

std::string Sums(int depth, const std::string& leaf) {
  if (depth == 0) return leaf;
  const std::string half = Sums(depth - 1, leaf);
  return R"({"type":"add","a":)" + half + R"(,"b":)" + half + "}";
}

std::string Nested(int times, const std::string& start, const std::string& leaf) {
  return Repeated(start, times) + leaf + std::string(static_cast<std::size_t>(times), '}');
}

std::string Recipe(const std::string& noise) { return R"({"cobble":1,"noise":)" + noise + "}"; }

struct Hostile {
  std::string name, text;
  std::vector<int> statuses;
};

std::vector<Hostile> TextsOfMembers() {
  const auto number = [](const char* format) {
    return [format](int i) { return Numbered(format, i); };
  };
  const std::string nodes = kStart + R"(,"nodes":{)";
  return {
      {"unknown keys", Filled(kStart + ",", number(R"("k{}":1)"), "}"), {3}},
      {"one key again and again", Filled(kStart + ",", R"("a":1)", "}"), {3}},
      {"one wrong value again and again", Filled(kStart + ",", R"("seed":-1)", "}"), {3}},
      {"keys of other types",
       Filled(R"({"cobble":1,"noise":{"type":"perlin",)", R"("a":0)", "}}"),
       {3}},
      {"wrong inputs", Filled(R"({"cobble":1,"noise":{"type":"warp",)", R"("by":"")", "}}"), {3}},
      {"keys in a long key",
       Filled(kStart + ",\"x-" + std::string(500000, 'k') + "\":{", R"("a":1)", "}}"),
       {3}},
      {"nodes", Filled(nodes, number(R"("{}":{{"type":"value"}})"), "}}"), {3}},
      {"nodes without a type", Filled(nodes, number(R"("{}":{{}})"), "}}"), {3}},
      {"nodes that lack inputs", Filled(nodes, number(R"("{}":{{"type":"add"}})"), "}}"), {3}},
      {"invalid names", Filled(nodes, number(R"("/{}":{{"type":"value"}})"), "}}"), {3}},
      {"a chain of refs", Filled(nodes, number(R"("{:08}":{{"ref":"{:08}"}})"), "}}"), {3}},
      {"refs to nothing", Filled(nodes, number(R"("{:05}":{{"ref":"y{:05}"}})"), "}}"), {3}},
  };
}

std::vector<Hostile> TextsOfTokens() {
  return {
      {"a list", Filled(kStart + R"(,"x-a":[)", "1", "]}"), {0}},
      {"a list where numbers must be",
       Filled(R"({"cobble":1,"noise":{"type":"hill","sizes":[)", "1", "]}}"),
       {3}},
      {"points",
       Filled(R"({"cobble":1,"noise":{"type":"curve","source":1,"points":[)", "[1,1]", "]}}"),
       {3}},
      {"a text", Stretched(kStart + R"(,"description":"@"})", 'a'), {3}},
      {"a key", Stretched(kStart + R"(,"@":1})", 'a'), {3}},
      {"a choice", Stretched(kStart + R"(,"range":"@"})", 'a'), {3}},
      {"bytes to escape", Stretched(kStart + R"(,"description":"@"})", '\x7F'), {3}},
      {"a whole number", Stretched(kStart + R"(,"seed":@})", '1'), {3}},
      {"a small number", Stretched(kStart + R"(,"seed":0.@1})", '0'), {0}},
      {"a word", Stretched(kStart + R"(,"seed":@})", 't'), {3}},
      {"comments", Filled(kStart, "/**/", "}", ""), {0}},
      {"comments in a comment", Filled(kStart, "/* ", "*/}", ""), {0}},
      {"a comment without an end", Filled(kStart, "/* ", "", ""), {3}},
      {"lines of comments", Filled(kStart, "//\n", "}", ""), {0}},
      {"slashes", Filled(kStart, "/", "}", ""), {3}},
      {"lines", Filled(kStart, "\n", "}", ""), {0}},
      {"lists in lists", std::string(kMaxRecipeBytes, '['), {3}},
      {"objects in objects", Filled("", R"({"a":)", "", ""), {3}},
  };
}

std::vector<Hostile> TextsThatUnfold() {
  const std::string fractal = R"({"type":"fractal","octaves":32,"lacunarity":1,"source":)";
  const std::string hill = R"({"type":"hill","waves":4096,"octaves":32,"lacunarity":1})";
  const auto chain = [](const std::string& node) {
    std::string text = R"({"cobble":1,"noise":{"ref":"0"},"nodes":{)";
    for (int i = 0; i < 30; ++i)
      text += fmt::format(R"("{}":)", i) + fmt::format(fmt::runtime(node), i + 1, i + 1) + ",";
    return text + R"("30":{"type":"constant","value":1}}})";
  };
  return {
      {"sums of numbers", Recipe(Sums(12, "1")), {0}},
      {"sums of noises", Recipe(Sums(11, R"({"type":"value"})")), {0}},
      {"more sums than may be written", Recipe(Sums(13, R"({"type":"value"})")), {3}},
      {"sums of many waves", Recipe(Sums(9, hill)), {4}},
      {"fractals of a number", Recipe(Nested(8, fractal, "1")), {4}},
      {"fractals of a noise", Recipe(Nested(8, fractal, R"({"type":"value"})")), {4}},
      {"fractals of many waves", Recipe(Nested(2, fractal, hill)), {4}},
      {"fractals of nothing", Recipe(Nested(8, fractal, R"({"ref":"a"})")), {3, 4}},
      {"warps of warps",
       Recipe(
           Nested(60, R"({"type":"warp","by":{"type":"value"},"source":)", R"({"type":"value"})")),
       {0}},
      {"sums of one node at two places",
       chain(R"({{"type":"add","a":{{"type":"transform","translate":[1,0,0],"source":)"
             R"({{"ref":"{}"}}}},"b":{{"ref":"{}"}}}})"),
       {0, 3, 4}},
      {"warps of one node by itself",
       chain(R"({{"type":"warp","by":{{"ref":"{}"}},"source":)"
             R"({{"ref":"{}"}}}})"),
       {0, 4}},
      {"tilings that fit nowhere",
       R"({"cobble":1,"size":[1920,1079],"tiling":true,"noise":)" +
           Sums(11, R"({"type":"value"})") + "}",
       {3}},
  };
}

void CheckTexts(const std::vector<Hostile>& all) {
  for (const Hostile& hostile : all) {
    CAPTURE(hostile.name);
    CHECK(hostile.text.size() <= kMaxRecipeBytes);
    const Outcome outcome = RunCobble({"check", "-"}, hostile.text);
    CAPTURE(outcome.err.substr(0, 1000));
    CHECK(std::count(hostile.statuses.begin(), hostile.statuses.end(), outcome.status) == 1);
    CHECK(std::count(outcome.err.begin(), outcome.err.end(), '\n') <= 21);
    CHECK(outcome.err.size() <= 21 * 1200);
    CHECK(outcome.out == "");
  }
}

TEST_CASE("a recipe with a huge number of members is checked") { CheckTexts(TextsOfMembers()); }
TEST_CASE("a recipe with huge tokens or a huge number of tokens is checked") {
  CheckTexts(TextsOfTokens());
}
TEST_CASE("a recipe that unfolds into many nodes is checked") { CheckTexts(TextsThatUnfold()); }

}  // namespace
}  // namespace cobble::test
