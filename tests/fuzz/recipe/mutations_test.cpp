// Tests mutated presets: rejected with printable messages or rendered, leaving no other files.
#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "cobble/recipe_io.h"
#include "core/utf8.h"
#include "support/harness.h"
#include "support/long_form.h"
#include "support/random/recipe.h"
#include "support/sanitizers.h"

namespace cobble::test {
namespace {

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

std::string Concatenated(const std::vector<std::string>& tokens) {
  std::string text;
  for (const std::string& token : tokens) text += token;
  return text;
}

bool IsNumber(const std::string& token) {
  const std::size_t first = token.find_first_not_of(" \n");
  return first != std::string::npos && std::string_view("-0123456789").find(token[first]) < 11;
}

class Mutator {
 public:
  explicit Mutator(Random& random) : random_(random) {}

  std::string Mutate(std::string text) {
    for (int64_t count = random_.Integer(1, 3); count > 0; --count) text = Once(text);
    return text;
  }

 private:
  std::string Once(const std::string& text) {
    if (text.empty()) return text;
    switch (random_.Integer(0, 6)) {
      case 0:
        return Flip(text);
      case 1:
        return Swap(Tokens(text));
      case 2:
        return Extreme(Tokens(text));
      case 3:
        return DuplicateKey(Tokens(text));
      case 4:
        return Nest(text);
      case 5:
        return Drop(text);
      default:
        return Replace(Tokens(text));
    }
  }

  std::size_t Index(std::size_t size) {
    return static_cast<std::size_t>(random_.Integer(0, static_cast<int64_t>(size) - 1));
  }

  std::string OneOf(std::string_view words) {
    const Strings all = SplitWords(words);
    return all[Index(all.size())];
  }

  std::string Flip(std::string text) {
    char& byte = text[Index(text.size())];
    byte = static_cast<char>(byte ^ (1 << random_.Integer(0, 7)));
    return text;
  }

  std::string Swap(std::vector<std::string> tokens) {
    std::swap(tokens[Index(tokens.size())], tokens[Index(tokens.size())]);
    return Concatenated(tokens);
  }

  std::string Extreme(std::vector<std::string> tokens) {
    std::vector<std::string*> numbers;
    for (std::string& token : tokens)
      if (IsNumber(token)) numbers.push_back(&token);
    if (numbers.empty()) return Concatenated(tokens);
    *numbers[Index(numbers.size())] = OneOf(
        "0 -1 1e308 -1e308 1e999 1e-308 4294967295 4294967296 0.5 -0 9007199254740993 1e12 -1e12 "
        "32 "
        "256 4096 1e6 null 1e-9 \"1\" [1,2,3] [3,5] 2147483647");
    return Concatenated(tokens);
  }

  std::string DuplicateKey(std::vector<std::string> tokens) {
    std::vector<std::size_t> keys;
    for (std::size_t i = 0; i + 2 < tokens.size(); ++i)
      if (tokens[i + 1] == ":") keys.push_back(i);
    if (keys.empty()) return Concatenated(tokens);
    const std::size_t at = keys[Index(keys.size())];
    const std::string again = tokens[at] + ":" + (IsNumber(tokens[at + 2]) ? tokens[at + 2] : "1");
    tokens[at] = again + "," + tokens[at];
    return Concatenated(tokens);
  }

  // Wraps an object in others, up to a hundred times.
  std::string Nest(std::string text) {
    std::vector<std::size_t> objects;
    for (std::size_t i = 0; i < text.size(); ++i)
      if (text[i] == '{') objects.push_back(i);
    if (objects.empty()) return text;
    const std::size_t at = objects[Index(objects.size())];
    std::size_t end = at, depth = 0;
    do {
      if (text[end] == '{') ++depth;
      if (text[end] == '}') --depth;
    } while (++end < text.size() && depth > 0);
    const std::string wrapper = random_.OneOf<const char*>(
        {R"({"type":"abs","source":)", R"({"type":"fractal","octaves":8,"source":)",
         R"({"type":"warp","by":[1],"source":)", R"({"x-a":)"});
    const auto times = static_cast<std::size_t>(random_.Chance(0.2) ? random_.Integer(50, 100)
                                                                    : random_.Integer(1, 4));
    text.insert(end, std::string(times, '}'));
    for (std::size_t i = 0; i < times; ++i) text.insert(at, wrapper);
    return text;
  }

  std::string Drop(std::string text) {
    text.erase(Index(text.size()), static_cast<std::size_t>(random_.Integer(1, 20)));
    return text;
  }

  std::string Replace(std::vector<std::string> tokens) {
    tokens[Index(tokens.size())] = OneOf(
        R"("hill" "fractal" "ref" "noise" "nodes" "fit" {} [] true "\ud800" "\u0000" /* // "edge")"
        R"( "cell-id" "octaves" "waves" "none" : , } ])"
        " \"\x1B[2J\" \xFF");
    return Concatenated(tokens);
  }

  Random& random_;
};

class OutcomeChecker {
 public:
  void Try(const std::string& text) {
    CAPTURE(text);
    const Outcome check = Run({"check", "--quiet", "-"}, text);
    if (check.status != 0) return;
    ++valid_;
    const Outcome render =
        Run({"render", "-", "--quiet", "--size", "8x8", "-o", "a.png", "--threads", "1"}, text);
    const auto names = folder_.Names();
    if (render.status == 0) {
      CHECK(names == std::vector<std::string>{"a.png"});
      std::filesystem::remove("a.png");
    } else {  // the size 8 x 8 may not tile, and the range may not fit integers
      CHECK(names.empty());
    }
  }

  int valid() const { return valid_; }
  int count() const { return count_; }

 private:
  Outcome Run(const std::vector<std::string>& args, const std::string& text) {
    const Outcome outcome = RunCobble(args, text);
    ++count_;
    const bool is_known = outcome.status == 0 || (outcome.status >= 2 && outcome.status <= 4);
    // --quiet hides warnings, but not errors.
    const bool is_reported = (outcome.err.empty()) == (outcome.status == 0);
    // Line ends are the only control characters allowed.
    std::string messages = outcome.err;
    std::erase(messages, '\n');
    const bool is_printable = Printable(messages, messages.size()) == messages;
    if (!is_known || !is_reported || !is_printable || !outcome.out.empty()) {
      CAPTURE(outcome.err);
      CHECK(is_known);
      CHECK(is_reported);
      CHECK(is_printable);
      CHECK(outcome.out == "");
    }
    return outcome;
  }

  Folder folder_;
  int valid_ = 0, count_ = 0;
};

// For every step-th byte, tries the text cut off there, and the text without that byte.
void TryCuts(const Preset& preset, std::size_t step, OutcomeChecker* checker) {
  const std::string text(preset.text);
  for (std::size_t i = 0; i < text.size(); i += step) {
    checker->Try(text.substr(0, i));
    std::string without = text;
    without.erase(i, 1);
    checker->Try(without);
  }
}

TEST_CASE("presets that are truncated or lack one byte are rejected or rendered") {
  OutcomeChecker checker;
  const std::size_t short_form = kUnderSanitizer ? 1009 : 127;
  const std::size_t step = IsLongForm() ? 1 : short_form;
  for (const Preset& preset : Presets()) TryCuts(preset, step, &checker);
  CHECK(checker.valid() > 0);  // a description that loses a byte is still valid
  CHECK(checker.count() > checker.valid() * 2);
}

TEST_CASE("randomly mutated presets are rejected or rendered") {
  OutcomeChecker checker;
  Random random(7);
  Mutator mutator(random);
  const int short_form = kUnderSanitizer ? 300 : 1000;
  const int count = IsLongForm() ? 20000 : short_form;
  const auto presets = Presets();
  for (int i = 0; i < count; ++i)
    checker.Try(
        mutator.Mutate(std::string(presets[static_cast<std::size_t>(i) % presets.size()].text)));
  MESSAGE(checker.valid() << " of " << count << " are recipes");
  CHECK(checker.valid() > count / 40);
  CHECK(checker.valid() < count / 2);
}

}  // namespace
}  // namespace cobble::test
