// Tests malformed recipes: the exit status and location of the error of `check` and `render`.
#include <doctest/doctest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

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
  const GoodFolder folder;
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
    test::CheckFault(RunLine(command + " - -"), 2, "-");
  }
}

TEST_CASE("commands without warnings take --quiet, too") {
  const GoodFolder folder;
  Out("render good.json -o a.png");
  for (const std::string command :
       {"list noises", "explain perlin", "schema", "info a.png", "check good.json"})
    CHECK_MESSAGE(Out(command + " --quiet") == Out(command), command);
}

// --- UTF-16 ---

// Returns ASCII text as UTF-16 with a byte order mark and Windows line ends, in both byte orders.
Strings Utf16(std::string_view text) {
  Strings bytes{"\xFF\xFE", "\xFE\xFF"};
  const auto add = [&](char c) {
    bytes[0] += {c, '\0'};
    bytes[1] += {'\0', c};
  };
  for (const char c : text) {
    if (c == '\n') add('\r');
    add(c);
  }
  return bytes;
}

TEST_CASE("a recipe in UTF-16 is the same recipe") {
  Folder folder;
  const std::string recipe = Out("show --preset marble --brief");
  WriteFile("a.json", recipe);
  for (const std::string& bytes : Utf16(recipe)) {
    WriteFile("b.json", bytes);
    CHECK(Out("show b.json") == Out("show a.json"));
    CHECK(Out("format b.json") == Out("format a.json"));
    CHECK(RunCobble({"show", "-"}, bytes).out == Out("show a.json"));
    CHECK(Out("check b.json") == Out("check a.json"));
  }
}

TEST_CASE("an error in UTF-16 is where the text has it") {
  Folder folder;
  const std::string recipe = "{\n  \"cobble\": 1,\n  \"noise\": {\"type\": \"perlim\"}\n}\n";
  for (const std::string& bytes : Utf16(recipe)) {
    WriteFile("a.json", bytes);
    const Outcome outcome = RunLine("check a.json");
    CHECK(outcome.status == 3);
    CHECK(outcome.err.starts_with("cobble: a.json:3:21: /noise/type: unknown type"));
    WriteFile("a.json", bytes + '\n');
    test::CheckMessage(Refusal("a.json -o a.png", 3), "a.json");
  }
}

TEST_CASE("a recipe in UTF-16 that is too long is called so") {
  Folder folder;
  for (const std::string& bytes : Utf16(std::string(3 << 20, ' '))) {
    WriteFile("a.json", bytes);
    test::CheckFault(RunLine("check a.json"), 3, "a.json");
  }
}

TEST_CASE("a list in UTF-16 is the same list") {
  Folder folder;
  const std::string list = "--noise value --size 8 -o a.png\n--noise perlin --size 8 -o b.png\n";
  for (const std::string& bytes : Utf16(list)) {
    const Outcome outcome = RunCobble({"batch", "-", "--quiet"}, bytes);
    CHECK(outcome.status == 0);
    CHECK(outcome.err == "");
    CHECK(folder.Names() == Strings{"a.png", "b.png"});
    test::CheckMessage(RunCobble({"batch", "-"}, bytes + '\n').err, "-");
  }
}

TEST_CASE("points in UTF-16 are the same points") {
  const auto sample = [](const std::string& points) {
    return RunCobble({"sample", "--noise", "perlin", "--points", "-"}, points);
  };
  const std::string points = "x,y\n0.5,0.25\n\n-1,2\n3,4";
  const Outcome expected = sample(points);
  REQUIRE(expected.status == 0);
  for (const std::string& bytes : Utf16(points)) CHECK(sample(bytes).out == expected.out);
  for (const std::string& bytes : Utf16(points + '\n')) CHECK(sample(bytes).out == expected.out);
  for (const std::string& bytes : Utf16("1,2\n3;4\n")) test::CheckMessage(sample(bytes).err, "-:2");
  for (const std::string& bytes : Utf16("1,2\n3,4"))
    test::CheckMessage(sample(bytes + '\xD8').err, "-:2");
  for (const std::string& bytes : Utf16("1,2\n" + std::string(999, '1') + "\n"))
    CHECK(sample(bytes).err.starts_with("cobble: -:2: the line must be x,y"));
  for (const std::string& bytes : Utf16("1,2\n" + std::string(2000, '1') + "\n"))
    test::CheckMessage(sample(bytes).err, "-:2");
  for (const std::string& mark : Utf16("")) CHECK(sample(mark).out == sample("").out);
  for (const std::string bytes : {"\xFF", "\xFF\xFF",
                                  "\xFE"
                                  "1,2"})
    test::CheckMessage(sample(bytes).err, "-:1");
}

}  // namespace
}  // namespace cobble
