// Tests malformed recipes: the exit status and location of the error of `check` and `render`.
#include <doctest/doctest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "cli/refusals.h"
#include "support/harness.h"
#include "support/recipe_cases.h"

namespace cobble {
namespace {

TEST_CASE("malformed recipes are rejected with the location of the error") {
  const Folder folder;
  const auto recipes = test::MalformedRecipes();
  CHECK(recipes.size() >= 100);
  for (const test::MalformedRecipe& recipe : recipes) {
    CAPTURE(recipe.text);
    REQUIRE_FALSE(recipe.location.empty());
    for (const char* command : {"check", "render"}) {
      std::vector<std::string> args{command, "-"};
      if (command == std::string("render")) args.insert(args.end(), {"-o", "a.png"});
      const Outcome outcome = RunCobble(args, recipe.text);
      CAPTURE(outcome.err);
      CHECK(outcome.status == recipe.status);
      CHECK(outcome.err.starts_with("cobble: -:" + recipe.location + ": "));
      CHECK(outcome.out == "");
      CHECK(folder.Names().empty());
    }
  }
}

TEST_CASE("check prints JSON on request, for files with and without errors") {
  const Folder folder;
  WriteFile("good.json", kGoodRecipe);
  WriteFile("bad.json", R"({"cobble": 1, "noise": {"type": "perlin", "octaves": 40}})");
  WriteFile("odd.json", R"({"cobble": 1, "noise": "perlin", "nodes": {"a": "value"}})");
  const Outcome outcome = RunLine("check good.json bad.json odd.json none.json --json");
  CHECK(outcome.status == 3);
  CHECK(outcome.err == "");
  const auto files = nlohmann::json::parse(outcome.out);
  REQUIRE(files.size() == 4);
  CHECK(files[0] == nlohmann::json{{"file", "good.json"},
                                   {"valid", true},
                                   {"errors", nlohmann::json::array()},
                                   {"warnings", nlohmann::json::array()}});
  CHECK(files[1]["valid"] == false);
  CHECK(files[1]["errors"] ==
        nlohmann::json{{{"where", "bad.json:1:54: /noise/octaves"},
                        {"pointer", "/noise/octaves"},
                        {"message", "must be a whole number from 1 to 32, got 40"},
                        {"hint", ""}}});
  CHECK(files[2]["valid"] == true);
  CHECK(files[2]["warnings"][0]["pointer"] == "/nodes/a");
  CHECK(files[3]["errors"][0]["message"] == "cannot read: No such file or directory");
  CHECK(RunLine("check good.json --json").status == 0);
  CHECK(RunLine("check - - --json").status == 2);
}

TEST_CASE("standard input is read once, by any command that takes several files") {
  for (const std::string command : {"check", "format --check", "info", "compare"}) {
    CAPTURE(command);
    const Outcome outcome = RunLine(command + " - -");
    CHECK(outcome.status == 2);
    test::CheckMessage(outcome.err, "-");
  }
}

TEST_CASE("commands without warnings take --quiet, too") {
  const Folder folder;
  WriteFile("good.json", kGoodRecipe);
  Out("render good.json -o a.png");
  for (const std::string command :
       {"list noises", "explain perlin", "schema", "info a.png", "check good.json"}) {
    CAPTURE(command);
    CHECK(Out(command + " --quiet") == Out(command));
  }
}

}  // namespace
}  // namespace cobble
