// Tests the import settings that cobble render --for writes for Unity and Godot.
#include <doctest/doctest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "cli/refusals.h"
#include "cli/sets/engine_commands.h"
#include "platform/shell_words.h"
#include "support/harness.h"
#include "support/skip.h"

namespace cobble {
namespace {

namespace fs = std::filesystem;

TEST_CASE("import settings that exist are never touched") {
  Folder folder;
  fs::create_directory("Assets");
  WriteFile("Assets/a_Normal.png.meta", "mine");
  WriteFile("a_normal.png.import", "mine");
  for (int i = 0; i < 2; ++i) {
    Render("--quiet --preset rust --size 32 --for unity -o Assets/a");
    Render("--quiet --preset rust --size 32 --for godot -o a");
  }
  CHECK(ReadAll("Assets/a_Normal.png.meta") == "mine");
  CHECK(ReadAll("a_normal.png.import") == "mine");
  CHECK(ReadAll("Assets/a_Albedo.png.meta").find("  sRGBTexture: 1\n") != std::string::npos);
  fs::remove("Assets/a_Normal.png");
  test::CheckFault(RunLine("render --preset rust --size 32 --for unity -o Assets/a --no-clobber"),
                   5, "Assets/a_Albedo.png");
}

TEST_CASE("a link to nothing is an import setting that exists, and links lead to Assets") {
  if (test::Lacks(test::kLinks)) return;
  Folder folder;
  fs::create_directories("Assets/tex");
  fs::create_symlink("nothing", "Assets/tex/a_Normal.png.meta");
  fs::create_directory_symlink("Assets/tex", "link");
  Render("--quiet --preset rust --size 32 --for unity -o link/a");  // no note on Assets
  CHECK(fs::is_symlink("Assets/tex/a_Normal.png.meta"));
  CHECK_FALSE(fs::exists("Assets/tex/nothing"));
  const std::string meta = ReadAll("Assets/tex/a_Albedo.png.meta");
  fs::remove("Assets/tex/a_Albedo.png.meta");
  Render("--quiet --preset rust --size 32 --for unity -o Assets/tex/a");
  CHECK(ReadAll("Assets/tex/a_Albedo.png.meta") == meta);
}

TEST_CASE("a GUID is the same wherever the project is") {
  Folder folder;
  const auto guid = [](const std::string& path) {
    const std::string text = ReadAll(path + ".meta");
    return text.substr(text.find("guid: ") + 6, 32);
  };
  for (const std::string project : {"one", "two"}) {
    fs::create_directories(project + "/Assets/tex");
    Render("--quiet --preset rust --size 32 --for unity -o " + project + "/Assets/tex/a");
  }
  CHECK(guid("one/Assets/tex/a_Normal.png") == guid("two/Assets/tex/a_Normal.png"));
  CHECK(guid("one/Assets/tex/a_Normal.png") != guid("one/Assets/tex/a_Albedo.png"));
  fs::current_path("one/Assets/tex");
  Render("--quiet --preset rust --size 32 --for unity -o ../tex/b");
  CHECK(guid("b_Normal.png") != guid("a_Normal.png"));
  const std::string before = guid("b_Normal.png");
  fs::remove("b_Normal.png.meta");
  Render("--quiet --preset rust --size 32 --for unity -o b");
  CHECK(guid("b_Normal.png") == before);
  fs::current_path("../../..");
  Render(
      "--preset rust --size 32 --for unity -o c",
      "cobble: warning: -o c: is not in a folder Assets; the GUIDs in .meta files follow from the "
      "file names alone\ncobble: --for unity: for the displacement, set Height Map 0.03\n");
}

TEST_CASE("Godot's import settings say what is a normal map and keep heights without loss") {
  Folder folder;
  Render("--quiet --preset rust --size 32 --for godot -o a");
  CHECK(ReadAll("a_normal.png.import") == R"([remap]

importer="texture"
type="CompressedTexture2D"

[params]

compress/mode=2
compress/normal_map=1
mipmaps/generate=true
process/normal_map_invert_y=false
detect_3d/compress_to=0
)");
  const std::string height = ReadAll("a_height.exr.import");
  CHECK(height.find("\ncompress/mode=0\ncompress/normal_map=2\n") != std::string::npos);
}

TEST_CASE("textures repeat only if the picture does") {
  Folder folder;
  fs::create_directory("Assets");
  const auto wraps = [](const std::string& flags) {
    Render("--preset rust --size 32 --for unity --quiet -o Assets/a " + flags);
    const std::string text = ReadAll("Assets/a_Normal.png.meta");
    fs::remove("Assets/a_Normal.png.meta");
    return text.find("wrapU: 0") != std::string::npos;
  };
  CHECK(wraps(""));
  CHECK_FALSE(wraps("--no-tiling"));
  CHECK_FALSE(wraps("--scale 1.37"));
  CHECK(wraps("--window 5,5,64,32"));
  CHECK_FALSE(wraps("--window 5,5,16,32"));
  CHECK_FALSE(wraps("--grid vertices"));  // the last column equals the first
}

// --- Series ---

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
  CHECK(Count(".", ".mtlx") == 2);
  CHECK(Count(".", ".exr") == 4);
  CHECK(Count(".", ".png") == 12);
  CHECK(fs::exists("a_Curvature.1002.png"));
  const std::string xml = ReadAll("a.mtlx"), script = ReadAll("a.py");
  CHECK(xml.find("value=\"a_Normal.&lt;UDIM>.png\"") != std::string::npos);
  CHECK(xml.find("tiledimage") == std::string::npos);
  CHECK(Contains(xml, "<input name=\"uaddressmode\" type=\"string\" value=\"clamp\" />"));
  CHECK(script.find("UDIMS = [1001, 1002]") != std::string::npos);
  CHECK(script.find("EXTENSION = \"EXTEND\"") != std::string::npos);
  CHECK(script.find("\"a_Normal.<UDIM>.png\"") != std::string::npos);
  Render("--quiet --preset rust --size 64x32 --no-tiling -o color=c.png --window 32,0,32,32");
  CHECK(SamePixels("a_BaseColor.1002.png", "c.png"));
  Render(recipe + "--for gltf -o g_{udim}");
  CHECK(fs::exists("g_1001.glb"));
}

TEST_CASE("frames are sets, but a sprite sheet is not") {
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
