// Tests --for together with --tiles, --vary and --frames: a set for each.
#include <doctest/doctest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "cli/line/shell_words.h"
#include "cli/refusals.h"
#include "cli/sets/engine_commands.h"
#include "support/harness.h"
#include "support/skip.h"

namespace cobble {
namespace {

namespace fs = std::filesystem;

std::size_t Count(const std::string& folder, const std::string& ending) {
  std::size_t count = 0;
  for (const auto& entry : fs::directory_iterator(folder))
    count += entry.path().string().ends_with(ending);
  return count;
}

TEST_CASE("the tiles of a terrain share their border vertices") {
  Folder folder;
  const std::string recipe = "--preset rolling-hills --size 129 --for unity-terrain ";
  Render("--quiet " + recipe + "-o whole");
  Render("--quiet " + recipe + "--tiles 2x2 --overlap 1 -o t");
  const std::string whole = ReadAll("whole.raw");
  REQUIRE(whole.size() == 129 * 129 * 2);
  for (const std::size_t y : {0, 1})
    for (const std::size_t x : {0, 1}) {
      const std::string tile =
          ReadAll("t_x" + std::to_string(x) + "_y" + std::to_string(y) + ".raw");
      REQUIRE(tile.size() == 65 * 65 * 2);
      for (std::size_t row = 0; row < 65; ++row)
        CHECK(tile.substr(row * 130, 130) ==
              whole.substr(((y * 64 + row) * 129 + x * 64) * 2, 130));
    }
  test::CheckMessage(
      Refusal("--preset rolling-hills --for unreal-landscape --size 1000 --tiles 2x2 -o t"),
      "--tiles ... 505");
}

TEST_CASE("each variation is a set, with its import settings") {
  Folder folder;
  fs::create_directory("Assets");
  const std::string recipe = "--preset rust --size 32 --for unity --vary seed=1..3 ";
  Render("--quiet " + recipe + "-o Assets/rust_{seed} --report r.json --checksum");
  CHECK(Count("Assets", ".png") == 15);
  CHECK(Count("Assets", ".png.meta") == 15);
  const auto reports = nlohmann::json::parse(ReadAll("r.json"));
  REQUIRE(reports.size() == 3);
  CHECK(reports[2]["outputs"][0]["file"] == "Assets/rust_3_Albedo.png");
  Render("--quiet --preset rust --size 32 --for unity --seed 2 -o Assets/b");
  CHECK(ReadAll("Assets/b_Albedo.png") == ReadAll("Assets/rust_2_Albedo.png"));
  CHECK(ReadAll("Assets/rust_1_Albedo.png.meta") != ReadAll("Assets/rust_2_Albedo.png.meta"));
  CHECK(Refusal(recipe + "-o c") ==
        "cobble: -o c: seed=1 and seed=2 have the same name; write -o " + ShellWord("c_{seed}") +
            '\n');
  test::CheckMessage(Refusal(recipe + "-o c_{sed}"), "-o c_{sed} ... {seed}");
}

TEST_CASE("the colon of a width in a placeholder is not that of a map") {
  if (test::Lacks(test::kNames)) return;
  Folder folder;
  fs::create_directory("a:b");
  Render(
      "--preset rust --size 32 --for unreal --quiet --vary seed=1,2 -o a:b/f_{seed:03} "
      "-o f_{seed:03}:curvature");
  CHECK(fs::exists("a:b/T_f_001_D.png"));
  CHECK(fs::exists("a:b/T_f_002_Curvature.png"));
  CHECK(Count("a:b", ".png") == 8);
}

TEST_CASE("variations of a container are files of their own") {
  Folder folder;
  Render("--preset rust --size 32 --for gltf --vary seed=1,2 -o g_{seed}");
  fs::create_directory("single");
  Render("--preset rust --size 32 --for gltf --seed 2 -o single/g_2");
  CHECK(ReadAll("g_2.glb") == ReadAll("single/g_2.glb"));
  CHECK(ReadAll("g_1.glb") != ReadAll("g_2.glb"));
  CHECK(folder.Names() == std::vector<std::string>{"g_1.glb", "g_2.glb", "single"});
}

TEST_CASE("a set of UDIM tiles has one material, and the numbers are at the end of names") {
  Folder folder;
  const std::string recipe = "--quiet --preset rust --size 64x32 --no-tiling --tiles 2x1 ";
  Render(recipe + "--for blender --mtlx -o a.{udim} -o a:curvature -o value=v{udim}.exr");
  CHECK(Count(".", ".py") == 1);
  CHECK(Count(".", ".mtlx") == 1);
  CHECK(Count(".", ".exr") == 4);
  CHECK(Count(".", ".png") == 12);
  CHECK(fs::exists("a_Curvature.1002.png"));
  const std::string xml = ReadAll("a.mtlx"), script = ReadAll("a.py");
  CHECK(xml.find("value=\"a_Normal.&lt;UDIM>.png\"") != std::string::npos);
  CHECK(xml.find("tiledimage") == std::string::npos);
  CHECK(xml.find("<input name=\"uaddressmode\" type=\"string\" value=\"clamp\" />") !=
        std::string::npos);
  CHECK(script.find("UDIMS = [1001, 1002]") != std::string::npos);
  CHECK(script.find("EXTENSION = \"EXTEND\"") != std::string::npos);
  CHECK(script.find("\"a_Normal.<UDIM>.png\"") != std::string::npos);
  Render("--quiet --preset rust --size 64x32 --no-tiling -o color=c.png --window 32,0,32,32");
  CHECK(SamePixels("a_BaseColor.1002.png", "c.png"));
  Render(recipe + "--for gltf -o g_{udim}");
  CHECK(fs::exists("g_1001.glb"));
}

TEST_CASE("frames are sets, but a sprite sheet is none") {
  Folder folder;
  const std::string recipe = "--noise perlin --dimensions 3 --size 32 --for godot --quiet ";
  Render("--quiet " + recipe + "--frames 2 -o f_{frame}");
  CHECK(ReadAll("f_0_height.exr") != ReadAll("f_1_height.exr"));
  CHECK(Count(".", ".import") == Count(".", ".png") + Count(".", ".exr"));
  test::CheckMessage(Refusal(recipe + "--frames 2 --sprites 2x1 -o s"),
                     "--sprites ... --frames alone");
}

}  // namespace
}  // namespace cobble
