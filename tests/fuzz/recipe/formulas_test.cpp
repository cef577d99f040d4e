// Tests that any text is a formula or is refused with a message. ctest ends a test that hangs.
#include <doctest/doctest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "cobble/error.h"
#include "cobble/recipe_io.h"
#include "core/utf8.h"
#include "recipe/formula/formula.h"
#include "recipe/json/json.h"
#include "support/harness.h"
#include "support/long_form.h"
#include "support/random/recipe.h"
#include "support/sanitizers.h"

namespace cobble::test {
namespace {

// Pieces of formulas, of other languages, and nonsense.
constexpr std::string_view kWords = R"-(
( ) [ ] , ? : < <= > >= + - * / % ^ = ** == != && || // ! & | ; . @ $ _ { } 0 1 2 0.5 .5 5. 1e3
1e400 1e-400 2x 0x1 64 65 256 -1 NaN nan inf Infinity #fff #a0b0c0 #12345 # red tan x y z pi tau e
rock n half moss-rock rock-1 perlin perlin( perlin(4) cell(weights=[1 hill( add( min( max( abs(
clamp( mix( smooth-min( warp( fractal( ridged( fbm( palette( channels( rgb( blend( color(
constant( ref( ref(' sqrt( pow( sin( fract( step( saturate( lerp( terrace( transform( coordinate(
scatter( slope-of( blur( radius= seed=1 pattern='a' octaves= kind= type=perlin metric=manhattan
aligned=true ' 'a' vec2( worley(8) noise(4) mod( clamp01(
)-";
// Pieces with blanks, quotation marks and characters beyond ASCII, and bytes that are not text.
const Strings kMorePieces{{"\\",
                           " ",
                           "  ",
                           "\n",
                           "\t",
                           "simplex(2, 3",
                           "voronoi(6, F2-F1",
                           "ramp(x, [[0, #fff]",
                           "curve(x, [[0, 1]",
                           "remap(x, [0, 1]",
                           "curvature-of(x, 0.1",
                           "blur(x, 0.1, 8",
                           "voronoi(6, u",
                           "cell(3, w, dimensions=3",
                           "perlin([3, 5]",
                           "\"",
                           "\"a\"",
                           "\"\\u00e9\"",
                           "\"\\ud800\"",
                           "'\n'",
                           "\xc3\xa9",
                           "\xf0\x9f\x98\x80",
                           "\xe2\x88\x92",
                           "\xc2\xa0",
                           "length(x, y)"}};
const Strings kBytes{{std::string(1, '\0'), "\x01", "\x1f", "\x7f", "\xc3", "\xff", "\xf0\x9f\x98",
                      "\xed\xa0\x80", "\x80"}};

std::string RandomText(Random& random, int pieces) {
  static const Strings all = [] {
    Strings words = SplitWords(kWords);
    words.insert(words.end(), kMorePieces.begin(), kMorePieces.end());
    return words;
  }();
  std::string text;
  for (int i = 0; i < pieces; ++i) {
    const Strings& from = random.Chance(0.03) ? kBytes : all;
    text +=
        from[static_cast<std::size_t>(random.Integer(0, static_cast<int64_t>(from.size()) - 1))];
  }
  return text;
}

const FormulaNames& Names() {
  static const FormulaNames names = [] {
    FormulaNames made;
    made.Set("n", Json::Number(8));
    made.Set("half", Json::Text("1/2"));
    made.Set("rock", Json::Text("perlin(4)"));
    made.Resolve();
    return made;
  }();
  return names;
}

struct Read {
  Json json;
  std::vector<Issue> issues;
  int nodes = 0;
};

// Reads any bytes as a formula: it is expanded, or refused with one printable issue with its place.
Read ReadAny(const std::string& text) {
  Read read;
  Faults faults;
  Json formula = Json::Text(text);
  formula.place = {std::make_shared<const Source>(Source{.name = "f"}), 1, 1};
  read.json = ExpandFormula(formula, {Names(), "/nodes/here", &faults, &read.nodes});
  read.issues = faults.Issues();
  REQUIRE(read.issues.size() <= 1);
  for (const Issue& issue : read.issues) {
    REQUIRE_FALSE(issue.message.empty());
    REQUIRE(IsUtf8(issue.Text()));
    REQUIRE(issue.formula == text);
    REQUIRE(issue.formula_offset <= text.size());
    REQUIRE(issue.Text().size() < 1000);
  }
  return read;
}

// Reads the JSON as a recipe's node; checks that errors are printable.
void ReadAsNode(const std::string& text) {
  const nlohmann::json recipe = {{"cobble", 1},
                                 {"nodes", {{"n", 8}, {"half", "1/2"}, {"rock", "perlin(4)"}}},
                                 {"noise", text}};
  try {
    const Recipe read = ReadRecipe(recipe.dump(), "f");
    REQUIRE(ReadRecipe(WriteRecipe(read), "again") == read);
  } catch (const Error& error) {
    REQUIRE(error.kind() == ErrorKind::kRecipe);
    for (const Issue& issue : error.issues()) REQUIRE(IsUtf8(issue.Text()));
  }
}

int CountFor(int long_form, int short_form) {
  if (IsLongForm()) return long_form;
  return kUnderSanitizer ? short_form / 10 : short_form;
}

TEST_CASE("any small text is a formula or is refused") {
  const int count = CountFor(1'000'000, 200'000);
  Random random(41);
  int good = 0;
  for (int i = 0; i < count; ++i) {
    const std::string text = RandomText(random, static_cast<int>(random.Integer(0, 12)));
    CAPTURE(text);
    good += ReadAny(text).issues.empty() ? 1 : 0;
    if (i % 20 == 0 && IsUtf8(text)) ReadAsNode(text);
  }
  CHECK(good > count / 100);
}

// Returns `start`, then copies of `piece` up to the maximum size of a recipe, then `end`.
std::string FilledFormula(std::string_view start, std::string_view piece,
                          std::string_view end = "") {
  std::string text(start);
  while (text.size() + piece.size() + end.size() <= kMaxRecipeBytes) text += piece;
  return text.append(end);
}

struct Long {
  std::string text;
  std::string_view error;  // start of the message; empty: the text is a formula
};

std::vector<Long> LongTexts() {
  return {{FilledFormula("", "1+", "1"), ""},
          {FilledFormula("", "1-", "rock"), ""},
          {FilledFormula("", "n*", "1"), "the result is not a finite number"},
          {FilledFormula("", "half*2*", "1"), ""},
          {FilledFormula("", "-", "1"), ""},
          {FilledFormula("", "- +", "1"), ""},
          {FilledFormula("", "-", "x"), "expands to more than 254 levels"},
          {FilledFormula("", "x+", "x"), "expands to more than 254 levels"},
          {FilledFormula("", "(1)+", "1"), ""},
          {FilledFormula("", "("), "nested deeper than 64 brackets"},
          {FilledFormula("", "abs("), "nested deeper than 64 brackets"},
          {FilledFormula("", "[", "]"), "unexpected \"[\""},
          {FilledFormula("", ")"), "unexpected \")\""},
          {FilledFormula("", "1^", "1"), "nested deeper than 256 levels"},
          {FilledFormula("", "1?", "1"), "nested deeper than 256 levels"},
          {FilledFormula("", "1?1:", "1"), "nested deeper than 256 levels"},
          {FilledFormula("", "1<", "1"), "comparisons cannot be chained"},
          {FilledFormula("min(", "1,", "1)"), ""},
          {FilledFormula("min(x,", "1,", "1)"), "expands to more than 254 levels"},
          {FilledFormula("perlin(1,", "1,", "1)"), "perlin takes at most 2"},
          {FilledFormula("perlin(", "a=1,", "a=1)"), "\"a\" is not used by \"perlin\""},
          {FilledFormula("cell(weights=[", "1,", "1])"), "a list of more than 10000 items"},
          {FilledFormula("warp(x, [", "x,", "x], 1)"),
           "the formulas of the recipe expand to more than"},
          {FilledFormula("rock", "."), "unexpected \".\""},
          {FilledFormula("", "rock"), "unknown name \"rockrock"},
          {FilledFormula("", "rock-", "1"), "unknown name \"rock-rock"},
          {FilledFormula("", "rock "), "unexpected \"rock\""},
          {FilledFormula("", "1"), "\"1111"},
          {FilledFormula("0.", "1"), ""},
          {FilledFormula("", "e1"), "unknown name"},
          {FilledFormula("1", "e1"), "\"1e1e1"},
          {FilledFormula("", "#"), "\"#\" is not a colour"},
          {FilledFormula("#", "a"), "\"#aaa"},
          {FilledFormula("", "'"), "unexpected \"''\""},
          {FilledFormula("", "\""), "unexpected \"\""},
          {FilledFormula("'", "a"), "missing closing quote"},
          {FilledFormula("ref('", "a", "')"), ""},
          {FilledFormula("ref(\"", "\\u00e9", "\")"), ""},
          {FilledFormula("ref(\"", "\\"), "missing closing quote"},
          {FilledFormula("", " "), "is empty"},
          {FilledFormula("1", " \n\t"), ""},
          {FilledFormula("", "NaN+", "1"), "unknown name \"NaN\""},
          {FilledFormula("", std::string_view("\0", 1)), "unexpected \"\\x00\""},
          {FilledFormula("", "\x1b"), "unexpected \"\\x1B\""},
          {FilledFormula("", "\xc3"), "unexpected"},
          {FilledFormula("", "\xf0\x9f\x98"), "unexpected"},
          {FilledFormula("x+", "\xc3\xa9"), "unexpected"}};
}

TEST_CASE("texts of the maximum size are formulas or are refused") {
  for (const Long& each : LongTexts()) {
    const std::string start = each.text.substr(0, 20);
    CAPTURE(start);
    const Read read = ReadAny(each.text);
    if (each.error.empty()) {
      CHECK(read.issues.empty());
    } else {
      REQUIRE_FALSE(read.issues.empty());
      CHECK_MESSAGE(read.issues[0].message.Text().starts_with(each.error), read.issues[0].Text());
    }
  }
}

TEST_CASE("any long text is a formula or is refused") {
  Random random(42);
  const int count = CountFor(1000, 30);
  for (int i = 0; i < count; ++i) {
    // Many copies of a few pieces, or random pieces; cut anywhere, even inside a character.
    std::string text = RandomText(random, static_cast<int>(random.Integer(0, 8)));
    const bool is_periodic = random.Chance(0.8);
    const std::string period = RandomText(random, static_cast<int>(random.Integer(1, 4))) + " ";
    while (text.size() < kMaxRecipeBytes) text += is_periodic ? period : RandomText(random, 100);
    text.resize(kMaxRecipeBytes - static_cast<std::size_t>(random.Integer(0, 3)));
    const std::string start = text.substr(0, 60);
    CAPTURE(start);
    ReadAny(text);
  }
}

}  // namespace
}  // namespace cobble::test
