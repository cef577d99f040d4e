// Presets, broken in every small way: refused in printable words or rendered, soon, nothing left.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <ctime>
#include <string>
#include <string_view>
#include <vector>

#include "cobble/recipe_io.h"
#include "core/utf8.h"
#include "support/harness.h"
#include "support/long_form.h"
#include "support/random_recipe.h"
#include "support/sanitizers.h"

namespace cobble::test {
namespace {

constexpr double kMaxSeconds = 1 * kSlowdown;  // of processor time

// Where a text comes apart: brackets, commas, colons, and what stands between them.
std::vector<std::string> Tokens(std::string_view text) {
  std::vector<std::string> tokens;
  while (!text.empty()) {
    std::size_t length = 1;
    if (text[0] == '"') {
      length = std::min(text.find('"', 1), text.size() - 1) + 1;
    } else if (std::string_view("{}[],:").find(text[0]) == std::string_view::npos) {
      length = std::min(text.find_first_of("{}[],:\""), text.size());
    }
    tokens.emplace_back(text.substr(0, length));
    text.remove_prefix(length);
  }
  return tokens;
}

std::string Accumulated(const std::vector<std::string>& tokens) {
  std::string text;
  for (const std::string& token : tokens) text += token;
  return text;
}

bool IsNumber(const std::string& token) {
  const std::size_t first = token.find_first_not_of(" \n");
  return first != std::string::npos && std::string_view("-0123456789").find(token[first]) < 11;
}

// Random mutations of a text.
class Mutator {
 public:
  explicit Mutator(Random& random) : random_(random) {}

  std::string Mutate(std::string text) {
    for (int64_t count = random_.Whole(1, 3); count > 0; --count) text = Once(text);
    return text;
  }

 private:
  std::string Once(const std::string& text) {
    if (text.empty()) return text;
    switch (random_.Whole(0, 6)) {
      case 0:
        return Flip(text);
      case 1:
        return Swap(Tokens(text));
      case 2:
        return Extreme(Tokens(text));
      case 3:
        return DoubleKey(Tokens(text));
      case 4:
        return Nest(text);
      case 5:
        return Drop(text);
      default:
        return Replace(Tokens(text));
    }
  }

  std::size_t Place(std::size_t size) {
    return static_cast<std::size_t>(random_.Whole(0, static_cast<int64_t>(size) - 1));
  }

  std::string Flip(std::string text) {
    char& byte = text[Place(text.size())];
    byte = static_cast<char>(byte ^ (1 << random_.Whole(0, 7)));
    return text;
  }

  std::string Swap(std::vector<std::string> tokens) {
    std::swap(tokens[Place(tokens.size())], tokens[Place(tokens.size())]);
    return Accumulated(tokens);
  }

  std::string Extreme(std::vector<std::string> tokens) {
    std::vector<std::string*> numbers;
    for (std::string& token : tokens)
      if (IsNumber(token)) numbers.push_back(&token);
    if (numbers.empty()) return Accumulated(tokens);
    *numbers[Place(numbers.size())] = random_.OneOf<const char*>({"0",
                                                                  "-1",
                                                                  "1e308",
                                                                  "-1e308",
                                                                  "1e999",
                                                                  "1e-308",
                                                                  "4294967295",
                                                                  "4294967296",
                                                                  "0.5",
                                                                  "-0",
                                                                  "9007199254740993",
                                                                  "1e12",
                                                                  "-1e12",
                                                                  "32",
                                                                  "256",
                                                                  "4096",
                                                                  "1e6",
                                                                  "null",
                                                                  "1e-9",
                                                                  "\"1\"",
                                                                  "[1,2,3]",
                                                                  "2147483647"});
    return Accumulated(tokens);
  }

  // A key and the token after its colon, once more.
  std::string DoubleKey(std::vector<std::string> tokens) {
    std::vector<std::size_t> keys;
    for (std::size_t i = 0; i + 2 < tokens.size(); ++i)
      if (tokens[i + 1] == ":") keys.push_back(i);
    if (keys.empty()) return Accumulated(tokens);
    const std::size_t at = keys[Place(keys.size())];
    const std::string again = tokens[at] + ":" + (IsNumber(tokens[at + 2]) ? tokens[at + 2] : "1");
    tokens[at] = again + "," + tokens[at];
    return Accumulated(tokens);
  }

  // Where an object starts: another around it, up to a hundred times.
  std::string Nest(std::string text) {
    std::vector<std::size_t> objects;
    for (std::size_t i = 0; i < text.size(); ++i)
      if (text[i] == '{') objects.push_back(i);
    if (objects.empty()) return text;
    const std::size_t at = objects[Place(objects.size())];
    std::size_t end = at, depth = 0;
    do {
      if (text[end] == '{') ++depth;
      if (text[end] == '}') --depth;
    } while (++end < text.size() && depth > 0);
    const std::string around = random_.OneOf<const char*>(
        {R"({"type":"abs","source":)", R"({"type":"fractal","octaves":8,"source":)",
         R"({"type":"warp","by":[1],"source":)", R"({"x-a":)"});
    const auto times = static_cast<std::size_t>(random_.Chance(0.2) ? random_.Whole(50, 100)
                                                                    : random_.Whole(1, 4));
    text.insert(end, std::string(times, '}'));
    for (std::size_t i = 0; i < times; ++i) text.insert(at, around);
    return text;
  }

  std::string Drop(std::string text) {
    text.erase(Place(text.size()), static_cast<std::size_t>(random_.Whole(1, 20)));
    return text;
  }

  // One token by another word of recipes.
  std::string Replace(std::vector<std::string> tokens) {
    tokens[Place(tokens.size())] = random_.OneOf<const char*>(
        {"\"hill\"",  "\"fractal\"", "\"ref\"", "\"noise\"",   "\"nodes\"",   "\"fit\"",
         "{}",        "[]",          "true",    "\"\\ud800\"", "\"\\u0000\"", "\"\x1B[2J\"",
         "\xFF",      "/*",          "//",      "\"edge\"",    "\"cell-id\"", "\"octaves\"",
         "\"waves\"", "\"none\"",    ":",       ",",           "}",           "]"});
    return Accumulated(tokens);
  }

  Random& random_;
};

// Runs texts through the command line.
class Judge {
 public:
  void Try(const std::string& text) {
    CAPTURE(text);
    const Outcome check = Run({"check", "-"}, text, kSlowest);
    if (check.status != 0) return;
    ++right_;
    const Outcome render =
        Run({"render", "-", "--size", "8x8", "-o", "a.png", "--threads", "1"}, text, kSlowest);
    const auto names = folder_.Names();
    if (render.status == 0) {
      CHECK(names == std::vector<std::string>{"a.png"});
      std::filesystem::remove("a.png");
    } else {  // another size may not tile, and a range may not fit integers
      CHECK(names.empty());
    }
  }

  int right() const { return right_; }
  int count() const { return count_; }

 private:
  static constexpr double kSlowest = kMaxSeconds;

  Outcome Run(const std::vector<std::string>& words, const std::string& text, double maximum) {
    const std::clock_t start = std::clock();
    const Outcome outcome = RunCobble(words, text);
    const double seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
    ++count_;
    const bool is_known = outcome.status == 0 || (outcome.status >= 2 && outcome.status <= 4);
    const bool is_told = (outcome.err.empty()) == (outcome.status == 0);
    // Nothing but the ends of lines is no text.
    std::string words_told = outcome.err;
    std::erase(words_told, '\n');
    const bool is_printable = Printable(words_told, words_told.size()) == words_told;
    if (!is_known || !is_told || !is_printable || !outcome.out.empty() || seconds > maximum) {
      CAPTURE(outcome.err);
      CAPTURE(seconds);
      CHECK(is_known);
      CHECK(is_told);
      CHECK(is_printable);
      CHECK(outcome.out == "");
      CHECK(seconds <= maximum);
    }
    return outcome;
  }

  Folder folder_;
  int right_ = 0, count_ = 0;
};

// The short form takes every step-th.
void TryCutsOf(const Preset& preset, std::size_t step, Judge* judge) {
  const std::string text(preset.text);
  for (std::size_t i = 0; i < text.size(); i += step) {
    judge->Try(text.substr(0, i));
    std::string without = text;
    without.erase(i, 1);
    judge->Try(without);
  }
}

TEST_CASE("presets cut short, and with a byte less, are refused or rendered") {
  Judge judge;
  std::size_t step = IsLongForm() ? 1 : 23;
  for (const Preset& preset : Presets()) TryCutsOf(preset, step, &judge);
  CHECK(judge.right() > 0);  // a byte of a description is none that matters
  CHECK(judge.count() > judge.right() * 2);
}

TEST_CASE("presets with random mutations are refused or rendered") {
  Judge judge;
  Random random(7);
  Mutator mutator(random);
  const int count = IsLongForm() ? 20000 : 1000;
  const auto presets = Presets();
  for (int i = 0; i < count; ++i)
    judge.Try(
        mutator.Mutate(std::string(presets[static_cast<std::size_t>(i) % presets.size()].text)));
  MESSAGE(judge.right() << " of " << count << " are recipes");
  CHECK(judge.right() > count / 40);
  CHECK(judge.right() < count / 2);
}

}  // namespace
}  // namespace cobble::test
