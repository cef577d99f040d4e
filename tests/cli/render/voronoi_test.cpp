// Tests incompatible options of Voronoi noise: the exit status and the exact message.
#include <doctest/doctest.h>

#include <string>
#include <string_view>

#include "support/harness.h"

namespace cobble {
namespace {

struct Bad {
  std::string_view options;  // options of the noise: JSON that follows its type
  std::string_view error;    // the text after the noise's location
};

constexpr Bad kTogether[] = {
    {R"("function": "edge", "metric": "manhattan")",
     R"(metric: must be "euclidean" if "function" is "edge", got "manhattan")"},
    {R"("function": "edge", "metric": "euclidean-squared")",
     R"(metric: must be "euclidean" if "function" is "edge", got "euclidean-squared")"},
    {R"("smooth": "lse", "metric": "chebyshev")",
     R"(metric: must be "euclidean" if "smooth" is set, got "chebyshev")"},
    {R"("smooth": "poly", "metric": "euclidean-squared")",
     R"(metric: must be "euclidean" if "smooth" is set, got "euclidean-squared")"},
    {R"("smooth": "poly", "function": "F2-F1")",
     R"(function: must be "F1" if "smooth" is set, got "F2-F1")"},
    {R"("smooth": "lse", "function": "edge")",
     R"(function: must be "F1" if "smooth" is set, got "edge")"},
    {R"("smooth": "lse", "function": "cell-id", "metric": "manhattan")",
     R"(function: must be "F1" if "smooth" is set, got "cell-id")"},
};

TEST_CASE("incompatible options of voronoi are rejected with their location") {
  Folder folder;
  for (const Bad& bad : kTogether) {
    CAPTURE(bad.options);
    const std::string noise = R"({"type": "voronoi", )" + std::string(bad.options) + "}";
    WriteFile("root.json", R"({"cobble": 1, "noise": )" + noise + "}");
    WriteFile("tree.json",
              R"({"cobble": 1, "noise": {"type": "add", "a": 1, "b": )" + noise + "}}");
    for (const std::string command : {"check", "render -o a.png"})
      for (const std::string file : {"root", "tree"}) {
        const Outcome outcome = RunLine(command + " " + file + ".json");
        CAPTURE(outcome.err);
        CHECK(outcome.status == 3);
        CHECK(outcome.err.starts_with("cobble: " + file + ".json:1:"));
        const std::string at = file == "root" ? ": /noise/" : ": /noise/b/";
        CHECK(outcome.err.find(at + std::string(bad.error) + "\n") != std::string::npos);
      }
  }
  CHECK(folder.Names() == std::vector<std::string>{"root.json", "tree.json"});
}

TEST_CASE("all incompatible options and a frequency that does not tile are reported together") {
  const Outcome outcome = RunCobble(
      SplitWords("render -o a.png --noise voronoi --smooth lse --function edge --metric chebyshev "
                 "--tiling --frequency 3.5"));
  CHECK(outcome.status == 2);
  for (const char* flag : {"--function: ", "--metric: ", "--frequency: "})
    CHECK_MESSAGE(outcome.err.find(std::string("cobble: ") + flag) != std::string::npos,
                  outcome.err);
}

TEST_CASE("incompatible options set by flags are reported at the flag") {
  const auto error = [](const std::string& line) {
    const Outcome outcome = RunLine("render -o a.png " + line);
    CHECK(outcome.status == 2);
    return outcome.err;
  };
  CHECK(error("--noise voronoi --function edge --metric chebyshev") ==
        "cobble: --metric: must be \"euclidean\" if \"function\" is \"edge\", got \"chebyshev\"\n");
  CHECK(error("--noise voronoi --function F2 --smooth lse") ==
        "cobble: --function: must be \"F1\" if \"smooth\" is set, got \"F2\"\n");
  CHECK(error("--noise voronoi --jitter 2") ==
        "cobble: --jitter: must be a number from 0 to 1, got 2\n");
  CHECK(error("--noise perlin --jitter 0.5") ==
        "cobble: --jitter: \"jitter\" is not used by \"perlin\" (scatter and voronoi use it)\n");
}

TEST_CASE("compatible options are accepted") {
  Folder folder;
  for (const std::string options :
       {"--function edge", "--smooth lse", "--smooth poly --function F1", "--metric chebyshev",
        "--function cell-id --metric manhattan --jitter 0", "--function F1/F2 --octaves 3"}) {
    const Outcome outcome = RunLine("render --noise voronoi --size 16 -o a.png " + options);
    CAPTURE(outcome.err);
    CHECK(outcome.status == 0);
  }
}

}  // namespace
}  // namespace cobble
