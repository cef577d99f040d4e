// Tests what cobble render --for refuses, and that all other flags win over an engine.
#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <vector>

#include "cli/render/engine_commands.h"
#include "support/harness.h"
#include "support/readers/png.h"

namespace cobble {
namespace {

namespace fs = std::filesystem;
TEST_CASE("a flag that contradicts the engine is refused, any other wins") {
  Folder folder;
  const std::string recipe = "--preset rust --size 64 --for ";
  CHECK(Refusal(recipe + "unreal --normal-y up -o a") ==
        "cobble: --normal-y: contradicts --for unreal, which needs normal.y \"down\", got \"up\"; "
        "leave it out\n");
  CHECK(
      Refusal(recipe + "gltf --set normal.y=down -o a") ==
      "cobble: --set normal.y: contradicts --for gltf, which needs normal.y \"up\", got \"down\"; "
      "leave it out\n");
  CHECK(Refusal(recipe + "unreal --format jpg -o a") ==
        "cobble: --format jpg: --for unreal takes png or tga\n");
  CHECK(Refusal(recipe + "unreal --bits 16 -o a") ==
        "cobble: --bits 16: contradicts --for unreal, whose color has 8 bits per channel; name the "
        "map that it is for, as in --bits normal=16\n");
  CHECK(Refusal("--preset rust --no-tiling --size 127 --for unreal-landscape --bits 8 -o a") ==
        "cobble: --bits 8: contradicts --for unreal-landscape, whose height has 16 bits per "
        "channel; leave it out\n");
  CHECK(Refusal(recipe + "unity --format exr -o a") ==
        "cobble: --format exr: --for unity takes png or tga\n");
  CHECK(Refusal(recipe + "unreal --format tga --bits normal=16 -o a") ==
        "cobble: --bits normal=16: tga has 8 bits per channel; use --format png\n");
  CHECK(Refusal(recipe + "blender --bits 32 -o a") ==
        "cobble: --bits 32: contradicts --for blender, whose color has 8 or 16 bits per channel; "
        "name the map that it is for, as in --bits height=32\n");
  CHECK(Refusal(recipe + "worldmachine --bits 32 -o a") ==
        "cobble: --bits 32: png has 8 or 16 bits per channel; use --format r32 or exr\n");
  CHECK(Refusal(recipe + "unity --range none -o a") ==
        "cobble: a_Height.png: range \"none\" keeps the noise's values, but png stores only 0..1; "
        "set --range natural\n");
  CHECK(Refusal(recipe + "unreal --bits normals=16 -o a") ==
        "cobble: --bits: unknown value \"normals\"; did you mean \"normal\"? (one of height, "
        "normal, slope, value, curvature, ao, bumpslopes, color, metallic, roughness, orm, "
        "unreal-orm)\n");
  CHECK(folder.Names().empty());
  Render(recipe + "unreal --bits normal=16 --seed 5 --normal-strength 0.3 -o a");
  CHECK(ReadPng("T_a_N.png").bits == 16);
  CHECK(ReadPng("T_a_D.png").bits == 8);
  Render(
      "--preset rust --size 64 --seed 5 --normal-strength 0.3 --normal-y down -o normal=n.png "
      "--bits 16");
  CHECK(SamePixels("T_a_N.png", "n.png"));
  Render(recipe + "unity --format tga -o b --quiet");
  CHECK(fs::exists("b_Albedo.tga"));
  CHECK(fs::exists("b_Albedo.tga.meta"));
  CHECK(fs::exists("b_Height.png"));  // no 16-bit TGA exists
}

TEST_CASE("a size that an engine does not take is refused, with the nearest that it takes") {
  Folder folder;
  const std::string recipe = "--noise perlin -o a --for ";
  CHECK(
      Refusal(recipe + "unreal --size 1000x500") ==
      "cobble: --size: --for unreal takes sides that are powers of two, at most 16384, got 1000 x "
      "500; try --size 1024x512\n");
  CHECK(Refusal(recipe + "unreal-landscape --size 1000") ==
        "cobble: --size: --for unreal-landscape takes 127, 253, 505, 1009, 2017, 4033 or 8129 "
        "vertices a side, or another whole number of components, got 1000 x 1000; try --size "
        "1009\n");
  CHECK(Refusal(recipe + "unity-terrain --set size=1024") ==
        "cobble: --set size: --for unity-terrain takes a square of 2^n + 1, from 33 to 4097, got "
        "1024 x 1024; try --size 1025\n");
  CHECK(Refusal(recipe + "godot-terrain --size 1025x513") ==
        "cobble: --size: --for godot-terrain takes a square of 2^n, from 64 to 16384, or of 2^n + "
        "1, from 65 to 4097, got 1025 x 513; try --size 513\n");
  CHECK(Refusal(recipe + "gltf --window 0,0,100,64") ==
        "cobble: --window: --for gltf takes sides that are powers of two, at most 16384, got 100 x "
        "64; the nearest is 128x64\n");
  WriteFile("r.json",
            "{\"cobble\": 1,\n \"size\": [1000, 1000], \"noise\": {\"type\": \"perlin\"}}");
  CHECK(Refusal("r.json --for unreal -o a", 3) ==
        "cobble: r.json:2:10: /size: --for unreal takes sides that are powers of two, at most "
        "16384, got "
        "1000 x 1000; try --size 1024\n");
  CHECK(folder.Names() == Strings{"r.json"});
  Render("r.json --for unreal-landscape --size 1009x505 -o a");
}

TEST_CASE("-o has the form DIR/NAME") {
  Folder folder;
  fs::create_directory("tex");
  const std::string recipe = "--preset rust --size 64 --for unreal";
  CHECK(Refusal(recipe) == "cobble: no output given; specify one, as in -o DIR/NAME\n");
  CHECK(Refusal(recipe + " -o tex/a.png") ==
        "cobble: -o tex/a.png: --for unreal adds the suffixes itself; write -o tex/a\n");
  CHECK(Refusal(recipe + " -o a.glb") ==
        "cobble: -o a.glb: --for unreal adds the suffixes itself; write -o a\n");
  CHECK(Refusal(recipe + " -o normal=tex/a.png") ==
        "cobble: -o normal=tex/a.png: --for unreal chooses the maps; write -o tex/a\n");
  CHECK(Refusal(recipe + " -o a -o b") ==
        "cobble: -o b: --for unreal writes the whole set: it takes one -o; keep only one, as in -o "
        "a\n");
  CHECK(Refusal(recipe + " -o -") ==
        "cobble: -o -: --for unreal writes named files; write -o DIR/NAME\n");
  CHECK(Refusal(recipe + " -o /dev/null") ==
        "cobble: -o /dev/null: --for unreal writes named files; write -o DIR/NAME\n");
  CHECK(Refusal(recipe + " -o tex") == "cobble: -o tex: is a folder; write -o tex/NAME\n");
  CHECK(Refusal(recipe + " -o tex/") == "cobble: -o tex/: is a folder; write -o tex/NAME\n");
  CHECK(Refusal(recipe + " -o none/a", 5) ==
        "cobble: none/T_a_D.png: cannot create: No such file or directory\n");
  const Outcome control =
      RunCobble({"render", "--preset", "rust", "--size", "64", "--for", "unreal", "-o", "a\nb"});
  CHECK(control.status == 2);
  CHECK(control.err ==
        "cobble: -o a\\x0Ab: must be UTF-8 without control characters; write -o DIR/NAME\n");
  CHECK(fs::is_empty("tex"));
  Render(recipe + " -o tex/rust_1.5");
  CHECK(fs::exists("tex/T_rust_1.5_D.png"));
}

TEST_CASE("an unknown engine, and --mtlx without a material, are refused") {
  const Folder folder;
  CHECK(Refusal("--preset rust --for unrael -o a") ==
        "cobble: --for: unknown value \"unrael\"; did you mean \"unreal\"? (one of unreal, "
        "unreal-landscape, unity, unity-hdrp, unity-terrain, godot, godot-terrain, blender, gltf, "
        "worldmachine)\n");
  CHECK(Refusal("--preset rust --mtlx -o a.png") ==
        "cobble: --mtlx: has no effect without --for ENGINE\n");
  CHECK(Refusal("--preset rust --for gltf --mtlx -o a") ==
        "cobble: --mtlx: --for gltf keeps its pictures in one .glb file; use another engine, as in "
        "--for blender\n");
  CHECK(
      Refusal("--preset rust --for worldmachine --mtlx -o a") ==
      "cobble: --mtlx: --for worldmachine writes no material; use it with a material, as in --for "
      "blender\n");
}

TEST_CASE("a map of the wrong kind is refused where it is defined") {
  const Folder folder;
  const auto refusal = [](const std::string& more) {
    WriteFile("r.json", R"({"cobble": 1, "size": 32, "noise": {"type": "perlin"}, )" + more + "}");
    return Refusal("r.json --for unreal -o a", 3);
  };
  CHECK(refusal(R"("maps": {"color": 0.5})") ==
        "cobble: r.json:1:74: /maps/color: must be a colour for --for unreal; as in "
        "\"#808080\", or a ramp over a noise\n");
  CHECK(refusal(R"("maps": {"roughness": "#777"})") ==
        "cobble: r.json:1:78: /maps/roughness: must be a number for --for unreal; as in 0.5, "
        "or the luminance of a colour\n");
  CHECK(refusal(R"("pack": {"roughness": [0.5, 1]})") ==
        "cobble: r.json:1:78: /pack/roughness: --for unreal needs this name for a map; rename the "
        "pack, as in \"roughness-pack\"\n");
  CHECK(
      refusal(R"("maps": {"unreal-orm": 0.5})") ==
      "cobble: r.json:1:79: /maps/unreal-orm: --for unreal needs this name for a pack; rename the "
      "map\n");
}

}  // namespace
}  // namespace cobble
