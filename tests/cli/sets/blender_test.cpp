// Tests sets for Blender in Blender itself, if it is installed: the script that builds the
// material, and Node Wrangler's Principled Texture Setup.
#include <doctest/doctest.h>

#include <string>

#include "support/harness.h"
#include "support/skip.h"
#include "test_paths.h"

namespace cobble {
namespace {

// The lines of blender_links.py after "BEGIN".
std::string Links(const std::string& name) {
  const Outcome run = RunShell(
      "blender -b --factory-startup --python " + name +
      ".py --python " COBBLE_SOURCE_DIR "/tests/cli/sets/blender_links.py -- " + name + " 2>&1");
  const std::size_t begin = run.out.find("BEGIN\n"), end = run.out.find("END\n");
  REQUIRE_MESSAGE((begin != std::string::npos && end != std::string::npos), run.out);
  return run.out.substr(begin + 6, end - begin - 6);
}

constexpr std::string_view kLinks =
    "a_BaseColor.png sRGB -> Base Color\n"
    "a_Displacement.exr Non-Color -> Height -> Displacement\n"
    "a_Metallic.png Non-Color -> Metallic\n"
    "a_Normal.png Non-Color -> Color -> Normal\n"
    "a_Roughness.png Non-Color -> Roughness\n";

TEST_CASE("Blender builds the material of a set, and Node Wrangler connects the same pictures") {
  Folder folder;
  if (RunShell("blender --version").status != 0) return test::Skip("no Blender");
  Render("--quiet --preset rust --size 32 --for blender -o a");
  CHECK(Links("a") == "script\n" + std::string(kLinks) +
                          "scale 0.03 midlevel 0.5\nnode wrangler\n" + std::string(kLinks));
}

TEST_CASE("Blender reads the tiles of a set") {
  Folder folder;
  if (RunShell("blender --version").status != 0) return test::Skip("no Blender");
  Render("--quiet --preset rust --size 64x64 --no-tiling --tiles 2x2 --for blender -o a.{udim}");
  CHECK(Contains(Links("a"), "a_BaseColor.<UDIM>.png 1001 1002 1011 1012 sRGB -> Base Color\n"));
}

}  // namespace
}  // namespace cobble
