// Tests cobble page with a short page instead of the real one.
#include <doctest/doctest.h>

#include <string>

#include "cli/page/template.h"
#include "cli/refusals.h"
#include "core/json/tree.h"
#include "support/harness.h"

namespace cobble {
namespace {

const std::string kBefore =
                      "<!doctype html><p>cobble</p><script type=\"application/json\" "
                      "id=\"recipes\">",
                  kAfter = "</script><script>run()</script>";

// Returns the list of recipes in a page that otherwise equals the short one.
JsonTree RecipesIn(const std::string& page) {
  REQUIRE(page.starts_with(kBefore));
  REQUIRE(page.ends_with(kAfter));
  const std::string list =
      page.substr(kBefore.size(), page.size() - kBefore.size() - kAfter.size());
  CHECK(list.find('<') == std::string::npos);
  return JsonTree::parse(list);
}

struct PageFolder : Folder {
  PageFolder() {
    WriteFile("page.html", kBefore + "[]" + kAfter);
    WriteFile("good.json", R"json({"cobble": 1, "noise": "ridged(perlin(4), 6)"})json");
  }
};

TEST_CASE("without a recipe, the page is written as it is") {
  const PageFolder folder;
  CHECK(Out("page --page page.html -o a.html") == "");
  CHECK(ReadAll("a.html") == ReadAll("page.html"));
}

TEST_CASE("recipes come in the order given, presets first, as a person would write them") {
  const PageFolder folder;
  REQUIRE(Out("page --page page.html good.json --preset agate,marble -o a.html") == "");
  const JsonTree list = RecipesIn(ReadAll("a.html"));
  REQUIRE(list.size() == 3);
  CHECK(list[0]["name"] == "agate");
  CHECK(list[1]["name"] == "marble");
  CHECK(list[1]["text"] == Out("show --brief --preset marble"));
  CHECK(list[2]["name"] == "good");
  CHECK(list[2]["text"] == Out("show --brief good.json"));
}

TEST_CASE("flags change all recipes, or are one") {
  const PageFolder folder;
  Out("page --page page.html good.json --preset marble,agate --seed 7 -o a.html");
  for (const JsonTree& recipe : RecipesIn(ReadAll("a.html")))
    CHECK(JsonTree::parse(recipe["text"].get<std::string>())["seed"] == 7);
  Out("page --page page.html --noise perlin -o a.html");
  const JsonTree list = RecipesIn(ReadAll("a.html"));
  REQUIRE(list.size() == 1);
  CHECK(list[0]["name"] == "recipe");
}

TEST_CASE("pictures of cobble and standard input are recipes, too") {
  const PageFolder folder;
  Out("render good.json --size 8 --quiet -o deep/picture.png --mkdir");
  const Outcome outcome = RunCobble(
      {"page", "--page", "page.html", "deep/picture.png", "-", "-o", "new/a.html", "--mkdir"},
      ReadAll("good.json"));
  REQUIRE(outcome.status == 0);
  const JsonTree list = RecipesIn(ReadAll("new/a.html"));
  REQUIRE(list.size() == 2);
  CHECK(list[0]["name"] == "picture");
  CHECK(list[1]["name"] == "recipe");
}

TEST_CASE("images of recipes are not in the page, which is a warning") {
  const PageFolder folder;
  WriteFile("a.json", R"json({"cobble": 1, "nodes": {"photo": {"type": "image", "name": "photo"}},
                              "noise": "photo*0.5"})json");
  test::CheckFault(RunLine("page --page page.html a.json -o a.html"), 0, "warning: a.json");
  CHECK(RecipesIn(ReadAll("a.html")).size() == 1);
  CHECK(RunLine("page --page page.html a.json --quiet -o a.html").err == "");
}

TEST_CASE("an image goes to the recipes of a page that show it") {
  const PageFolder folder;
  Out("render --noise perlin --size 24x8 -o h.png");
  const std::string words = "page --page page.html --quiet -o a.html --preset from-height,marble ";
  Out(words + "--image height=h.png");
  const std::string text = RecipesIn(ReadAll("a.html"))[0]["text"];
  CHECK(JsonTree::parse(text)["size"] == JsonTree({24, 8}));
  test::CheckFault(RunLine(words + "--image scan=h.png"), 2, "--image scan=h.png");
}

TEST_CASE("no text ends the list") {
  const PageFolder folder;
  WriteFile("a.json", R"({"cobble": 1, "noise": "perlin", "description": "</script><!--"})");
  Out("page --page page.html a.json -o a.html");
  const JsonTree list = RecipesIn(ReadAll("a.html"));
  const std::string text = list[0]["text"];
  CHECK(JsonTree::parse(text)["description"] == "</script><!--");
}

TEST_CASE("a page can be the page of another, and what was in it is replaced") {
  const PageFolder folder;
  Out("page --page page.html --preset marble,agate -o a.html");
  Out("page --page a.html good.json -o b.html");
  CHECK(RecipesIn(ReadAll("b.html")).size() == 1);
}

TEST_CASE("all mistakes of all recipes are reported, and nothing is written") {
  const PageFolder folder;
  WriteFile("a.json", R"json({"cobble": 1, "noise": "perlim(4)"})json");
  WriteFile("b.json", R"json({"cobble": 1, "noise": "perlin(octavs=3)"})json");
  const Outcome outcome = RunLine("page --page page.html a.json good.json b.json -o a.html");
  CHECK(outcome.status == 3);
  CHECK(outcome.err.find("perlim") != std::string::npos);
  CHECK(outcome.err.find("octavs") != std::string::npos);
  CHECK(folder.Names().size() == 4);
}

TEST_CASE("a program without the page says how to get one") {
  if (!BuiltInPage().empty()) return;
  const PageFolder folder;
  test::CheckFault(RunLine("page -o a.html"), 2, "... scripts/page ... --page cobble.html");
}

TEST_CASE("what cannot be written is refused") {
  const PageFolder folder;
  WriteFile("good.html", "old");
  test::CheckRefusals();
  CHECK(ReadAll("good.html") == "old");
}

}  // namespace
}  // namespace cobble
