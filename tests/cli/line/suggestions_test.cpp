// Tests "did you mean" with every one-letter typo of cobble's words, and with random words.
#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "cli/text/tables.h"
#include "cobble/enums.h"
#include "cobble/recipe_io.h"
#include "core/suggest.h"
#include "output/formats.h"
#include "recipe/fields/fields.h"
#include "support/harness.h"
#include "support/random/recipe.h"

namespace cobble::test {
namespace {

struct Vocabulary {
  std::string name;
  std::vector<std::string> words;

  std::vector<std::string_view> Views() const { return {words.begin(), words.end()}; }
  bool Has(const std::string& word) const {
    return std::find(words.begin(), words.end(), word) != words.end();
  }
};

template <typename Words>
Vocabulary Named(std::string name, const Words& words) {
  return {std::move(name), {words.begin(), words.end()}};
}

Vocabulary FlagsOf(const std::string& command) {
  Vocabulary flags{"flags of " + command, {}};
  std::string help = Out(command + " --help all");
  for (std::size_t at = 0; (at = help.find("--", at)) != std::string::npos;) {
    const std::size_t end = help.find_first_not_of("abcdefghijklmnopqrstuvwxyz-", at);
    const std::string flag = help.substr(at, end - at);
    if (flag.size() > 2 && !flags.Has(flag)) flags.words.push_back(flag);
    at = end;
  }
  return flags;
}

std::vector<Vocabulary> Keys() {
  std::vector<Vocabulary> all;
  for (const ObjectKind kind : {ObjectKind::kRecipe, ObjectKind::kDomain, ObjectKind::kNormal}) {
    all.push_back(Named("keys of " + PathOf(kind), KeysOf(kind)));
  }
  for (const ObjectKind kind : {ObjectKind::kNode, ObjectKind::kDistribution}) {
    for (std::size_t type = 0; type < TypesOf(kind).size(); ++type)
      all.push_back(Named("keys of " + std::string(TypesOf(kind)[type]),
                          KeysOf(kind, static_cast<int>(type))));
  }
  return all;
}

std::vector<Vocabulary> Choices() {
  std::vector<Vocabulary> all;
  for (const Field& field : Fields())
    if (!field.choices.empty()) all.push_back(Named("choices of " + PathOf(field), field.choices));
  // A typo of "x" leaves nothing of it.
  for (Vocabulary& choices : all)
    std::erase_if(choices.words, [](const std::string& word) { return word.size() == 1; });
  all.push_back(Named("maps", Names<Map>()));
  return all;
}

std::vector<Vocabulary> Others() {
  Vocabulary presets{"presets", {}}, lists{"lists", {}}, formats{"formats", {}};
  for (const Preset& preset : Presets()) presets.words.emplace_back(preset.name);
  for (const Table& table : Tables()) lists.words.emplace_back(table.name);
  for (const Format& format : Formats()) formats.words.emplace_back(format.name);
  const std::vector<std::string_view> commands{"render", "sample",  "check",  "show",
                                               "list",   "explain", "schema", "info",
                                               "stats",  "compare", "view",   "watch"};
  return {presets, lists, formats, Named("commands", commands)};
}

std::vector<Vocabulary> Flags() {
  return {FlagsOf("render"), FlagsOf("sample"), FlagsOf("show"), FlagsOf("list"), FlagsOf("check")};
}

// Returns all one-letter typos: a letter dropped, added, replaced, or swapped with the next.
std::vector<std::string> TyposOf(const std::string& word) {
  const std::size_t first = word.find_first_not_of('-');
  std::vector<std::string> typos;
  for (std::size_t i = first; i <= word.size(); ++i) {
    const std::string before = word.substr(0, i), after = word.substr(i);
    for (char c = 'a'; c <= 'z'; ++c) {
      typos.push_back(before + c + after);
      if (!after.empty()) typos.push_back(before + c + after.substr(1));
    }
    if (!after.empty()) typos.push_back(before + after.substr(1));
    if (after.size() > 1) typos.push_back(before + after[1] + after[0] + after.substr(2));
  }
  std::sort(typos.begin(), typos.end());
  typos.erase(std::unique(typos.begin(), typos.end()), typos.end());
  return typos;
}

struct Score {
  int right = 0, all = 0;

  double Fraction() const { return all == 0 ? 1 : double(right) / all; }
};

Score ScoreOf(const Vocabulary& vocabulary) {
  Score score;
  const auto views = vocabulary.Views();
  for (const std::string& word : vocabulary.words) {
    for (const std::string& typo : TyposOf(word)) {
      if (vocabulary.Has(typo)) continue;
      ++score.all;
      if (Nearest(typo, views) == word) ++score.right;
    }
  }
  return score;
}

void CheckTypos(const std::vector<Vocabulary>& all) {
  Score sum;
  for (const Vocabulary& vocabulary : all) {
    const Score score = ScoreOf(vocabulary);
    CAPTURE(vocabulary.name);
    // A typo makes "a" and "b", or F1 to F4, indistinguishable.
    CHECK(score.Fraction() >= 0.84);
    sum.right += score.right;
    sum.all += score.all;
  }
  CHECK(sum.all > 20000);
  CHECK(sum.Fraction() >= 0.99);
}

TEST_CASE("a typo suggests the right word: keys") { CheckTypos(Keys()); }
TEST_CASE("a typo suggests the right word: choices") { CheckTypos(Choices()); }
TEST_CASE("a typo suggests the right word: presets, lists, formats, commands") {
  CheckTypos(Others());
}
TEST_CASE("a typo suggests the right word: flags") { CheckTypos(Flags()); }

TEST_CASE("random words suggest nothing") {
  Random random(11);
  int all = 0, suggested = 0;
  std::vector<Vocabulary> vocabularies = Keys();
  for (const auto& more : {Choices(), Others(), Flags()})
    vocabularies.insert(vocabularies.end(), more.begin(), more.end());
  for (int i = 0; i < 5000; ++i) {
    std::string word;
    for (int64_t length = random.Integer(3, 12); length > 0; --length)
      word += static_cast<char>('a' + random.Integer(0, 25));
    for (const Vocabulary& vocabulary : vocabularies) {
      ++all;
      if (!Nearest(word, vocabulary.Views()).empty()) ++suggested;
    }
  }
  CHECK(suggested < all / 1000);
}

}  // namespace
}  // namespace cobble::test
