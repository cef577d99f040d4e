// Tests NameTemplate: placeholders, literal braces, errors.
#include "jobs/series/name_template.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "support/harness.h"
#include "support/messages.h"
#include "unit/output/files.h"

namespace cobble {
namespace {

const OptionValue kWhere{"path", "a.png"};

std::string Filled(std::string_view text, const Placeholders& values) {
  return NameTemplate(text, kWhere).Fill(values);
}

TEST_CASE("placeholders are replaced by their values, as often as they occur") {
  const Placeholders values{{"seed", "7"}, {"noise.frequency", "2.50"}};
  CHECK(Filled("rock.png", values) == "rock.png");
  CHECK(Filled("", values) == "");
  CHECK(Filled("{seed}", values) == "7");
  CHECK(Filled("{seed}/rock_{noise.frequency}_{seed}.png", values) == "7/rock_2.50_7.png");
}

TEST_CASE("a value with braces is not expanded again") {
  CHECK(Filled("{a}.png", {{"a", "{a}}"}}) == "{a}}.png");
}

TEST_CASE("two braces are one literal brace") {
  const Placeholders values{{"x", "3"}};
  CHECK(Filled("{{x}}", values) == "{x}");
  CHECK(Filled("{{{x}}}", values) == "{3}");
  CHECK(Filled("}}{{", values) == "}{");
  CHECK(Filled("a{{b}}{x}{{{{", values) == "a{b}3{{");
}

TEST_CASE("Has knows placeholders, not literal text") {
  const NameTemplate name("seed_{x}_{{y}}.png", kWhere);
  CHECK(name.Has("x"));
  CHECK_FALSE(name.Has("y"));
  CHECK_FALSE(name.Has("seed"));
  CHECK_FALSE(name.Has(""));
}

TEST_CASE("a brace without its partner is refused, with the way to write it") {
  test::CheckAnswers(
      [](const std::string& text) { return ErrorOf([&] { NameTemplate(text, kWhere); }); });
}

// Rows: the run's names, and the text.
TEST_CASE("an unknown placeholder is answered with the nearest one, or with all") {
  test::CheckAnswers([](const std::string& row) {
    std::vector<std::string> names = SplitWords(row);
    const std::string text = names.back();
    names.pop_back();
    return ErrorOf([&] { NameTemplate(text, kWhere).CheckNames(names, kWhere); });
  });
}

}  // namespace
}  // namespace cobble
