// Tests the import settings that cobble render --for writes for Unity and Godot.
#include <doctest/doctest.h>

#include <filesystem>
#include <string>

#include "cli/refusals.h"
#include "cli/sets/engine_commands.h"
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
  const Outcome refused =
      RunLine("render --preset rust --size 32 --for unity -o Assets/a --no-clobber");
  CHECK(refused.status == 5);
  test::CheckMessage(refused.err, "Assets/a_Albedo.png");
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
  CHECK(wraps("--window 5,5,64,32"));
  CHECK_FALSE(wraps("--window 5,5,16,32"));
  CHECK_FALSE(wraps("--grid vertices"));  // the last column equals the first
}

}  // namespace
}  // namespace cobble
