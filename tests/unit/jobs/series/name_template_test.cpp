// Tests of NameTemplate: placeholders, literal braces, errors.
#include "jobs/series/name_template.h"

#include <doctest/doctest.h>

#include "unit/output/files.h"

namespace cobble {
namespace {

const OptionValue kWhere{"path", "a.png"};

std::string Filled(std::string_view text, const Placeholders& values) {
  return NameTemplate(text, kWhere).Fill(values);
}

std::string TemplateFault(std::string_view text) {
  return ErrorOf([&] { NameTemplate(text, kWhere); });
}

std::string UnknownName(std::string_view text, const std::vector<std::string>& names) {
  return ErrorOf([&] { NameTemplate(text, kWhere).CheckNames(names, kWhere); });
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
  const std::string open =
      "2 path=a.png: has a { without a }; write {{ for a brace that is part of the name";
  const std::string close =
      "2 path=a.png: has a } without a {; write }} for a brace that is part of the name";
  CHECK(TemplateFault("a{x.png") == open);
  CHECK(TemplateFault("a{") == open);
  CHECK(TemplateFault("{x{y}}") == open);
  CHECK(TemplateFault("{{{x}") == "none");
  CHECK(TemplateFault("{{{x") == open);
  CHECK(TemplateFault("a}x.png") == close);
  CHECK(TemplateFault("{x}}") == close);
  CHECK(TemplateFault("}") == close);
  CHECK(TemplateFault("a{}.png") ==
        "2 path=a.png: has an empty placeholder {}; write {{ for a brace that is part of the name");
}

TEST_CASE("an unknown placeholder is answered with the nearest one, or with all") {
  CHECK(UnknownName("{seed}_{{any}}", {"seed"}) == "none");
  CHECK(UnknownName("{sed}", {"noise.octaves", "seed"}) ==
        "2 path=a.png: unknown placeholder \"{sed}\"; did you mean \"{seed}\"?");
  CHECK(UnknownName("{map}", {"frame"}) ==
        "2 path=a.png: unknown placeholder \"{map}\"; this run has {frame}");
  CHECK(UnknownName("{map}", {"frame", "seed"}) ==
        "2 path=a.png: unknown placeholder \"{map}\"; this run has {frame} and {seed}");
  CHECK(UnknownName("{map}", {"frame", "seed", "x"}) ==
        "2 path=a.png: unknown placeholder \"{map}\"; this run has {frame}, {seed} and {x}");
}

}  // namespace
}  // namespace cobble
