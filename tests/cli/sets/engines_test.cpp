// Tests cobble render --for: each engine's files, and their contents.
#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <vector>

#include "cli/refusals.h"
#include "cli/sets/engine_commands.h"
#include "engines/engines.h"
#include "support/harness.h"
#include "support/readers/exr.h"
#include "support/readers/png.h"

namespace cobble {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
bool IsConstant(const std::vector<uint8_t>& samples, uint8_t value) {
  return !samples.empty() &&
         std::ranges::count(samples, value) == static_cast<std::ptrdiff_t>(samples.size());
}

std::string SettingsOf(std::string_view name) {
  std::string flags;
  for (const EngineSpec& engine : EngineSpecs())
    for (const EngineSetting& setting : engine.settings)
      if (engine.name == name)
        flags += " --set " + std::string(setting.path) + "=" + std::string(setting.value);
  return flags;
}

TEST_CASE("a material is written as the files of each engine, whatever the preset") {
  const std::pair<std::string, Strings> sets[] = {
      {"unreal", {"T_a_D.png", "T_a_N.png", "T_a_ORM.png"}},
      {"unity",
       {"a_Albedo.png", "a_Albedo.png.meta", "a_Height.png", "a_Height.png.meta",
        "a_MetallicSmoothness.png", "a_MetallicSmoothness.png.meta", "a_Normal.png",
        "a_Normal.png.meta", "a_Occlusion.png", "a_Occlusion.png.meta"}},
      {"unity-hdrp",
       {"a_BaseColor.png", "a_BaseColor.png.meta", "a_Height.png", "a_Height.png.meta",
        "a_MaskMap.png", "a_MaskMap.png.meta", "a_Normal.png", "a_Normal.png.meta"}},
      {"godot",
       {"a_albedo.png", "a_albedo.png.import", "a_height.exr", "a_height.exr.import",
        "a_normal.png", "a_normal.png.import", "a_orm.png", "a_orm.png.import"}},
      {"blender",
       {"a.py", "a_AO.png", "a_BaseColor.png", "a_Displacement.exr", "a_Metallic.png",
        "a_Normal.png", "a_Roughness.png"}},
      {"terrain3d-texture",
       {"a_alb_ht.png", "a_alb_ht.png.import", "a_nrm_rgh.png", "a_nrm_rgh.png.import"}},
      {"gltf", {"a.glb"}}};
  for (const auto& set : sets) {  // a lambda cannot capture a structured binding
    const auto& engine = set.first;
    const auto& names = set.second;
    CAPTURE(engine);
    for (const std::string preset : {"brick-wall", "rust", "oak-planks"}) {
      CAPTURE(preset);
      Folder folder;
      fs::create_directory("Assets");
      Render("--quiet --preset " + preset + " --size 32 --for " + engine + " -o Assets/a");
      fs::current_path("Assets");
      Strings found;
      for (const auto& entry : fs::directory_iterator("."))
        found.push_back(entry.path().filename().string());
      std::ranges::sort(found);
      CHECK(found == names);
      fs::current_path("..");
    }
  }
}

TEST_CASE("a heightmap is one file, with the sidecar of raw files") {
  const std::pair<std::string, Strings> sets[] = {
      {"unreal-landscape --size 127", {"a.png"}},
      {"unreal-landscape --size 127 --format r16", {"a.json", "a.r16", "a.r16.json"}},
      {"unity-terrain --size 65", {"a.raw", "a.raw.json"}},
      {"godot-terrain --size 65", {"a.exr", "a.exr.import"}},
      {"godot-terrain --size 64 --format r16", {"a.raw", "a.raw.json"}},
      {"mujoco --size 60x40 --world-width 59 --world-heights 0,9", {"a.hf", "a.xml"}},
      {"worldmachine --size 60x40", {"a.png"}},
      {"worldmachine --size 60 --format r32", {"a.r32", "a.r32.json"}}};
  for (const auto& set : sets) {  // a lambda cannot capture a structured binding
    const auto& engine = set.first;
    const auto& names = set.second;
    CAPTURE(engine);
    Folder folder;
    Render("--quiet --preset rolling-hills --no-tiling --for " + engine + " -o a");
    CHECK(folder.Names() == names);
  }
}

TEST_CASE("a cubemap has the pixels of the sphere, and settings by which engines know it") {
  Folder folder;
  WriteFile("sky.json", R"json({"cobble": 1, "noise": "perlin(4)", "normal": {"strength": 0.02},
      "maps": {"color": "ramp(height, [[0, #123], [1, wheat]])"}})json");
  Render("--quiet sky.json --size 32 --for unreal-cubemap -o u");
  Render("--quiet sky.json --size 32 --for unity-cubemap -o n");
  Render("--quiet sky.json --size 32 --for godot-cubemap -o g");
  CHECK(folder.Names() ==
        Strings{"g.png", "g.png.import", "n.png", "n.png.meta", "sky.json", "u.hdr"});
  CHECK(ReadPng("n.png").width == 192);
  Render("--quiet sky.json --size 32 --surface cube -o color=cube_{face}.png");
  Render("--quiet sky.json --size 32 --surface cube -o color=strip.png");
  CHECK(SamePixels("g.png", "strip.png"));
  const auto strip = ReadPngChannel("strip.png", 0), face = ReadPngChannel("cube_nx.png", 0);
  for (std::size_t j = 0; j < 32; ++j)
    CHECK(std::equal(face.begin() + static_cast<std::ptrdiff_t>(32 * j),
                     face.begin() + static_cast<std::ptrdiff_t>(32 * (j + 1)),
                     strip.begin() + static_cast<std::ptrdiff_t>(192 * j + 32)));
  CHECK(ReadAll("n.png.meta").find("textureShape: 2") != std::string::npos);
  CHECK(ReadAll("g.png.import").find("slices/arrangement=3") != std::string::npos);
}

TEST_CASE("Unreal packs occlusion, roughness and metallic, and its normals point down") {
  Folder folder;
  const std::string recipe = "--preset rust --size 64 ";
  Render("--quiet " + recipe + "--for unreal -o T_rust");
  CHECK(folder.Names() == Strings{"T_rust_D.png", "T_rust_N.png", "T_rust_ORM.png"});
  Render("--quiet " + recipe + "-o color=c.png -o ao=ao.png -o roughness=r.png -o metallic=m.png");
  Render("--quiet " + recipe + "-o normal=n.png --normal-y down");
  Render("--quiet " + recipe + "-o normal=up.png");
  CHECK(SamePixels("T_rust_D.png", "c.png"));
  CHECK(SamePixels("T_rust_N.png", "n.png"));
  CHECK_FALSE(SamePixels("T_rust_N.png", "up.png"));
  CHECK(ReadPng("T_rust_ORM.png").channels == 3);
  CHECK(ReadPngChannel("T_rust_ORM.png", 0) == ReadPngChannel("ao.png", 0));
  CHECK(ReadPngChannel("T_rust_ORM.png", 1) == ReadPngChannel("r.png", 0));
  CHECK(ReadPngChannel("T_rust_ORM.png", 2) == ReadPngChannel("m.png", 0));
}

TEST_CASE("Unity stores smoothness in alpha") {
  Folder folder;
  fs::create_directory("Assets");
  const std::string recipe = "--preset rust --size 64 ";
  Render("--quiet " + recipe + "--for unity -o Assets/a");
  Render("--quiet " + recipe + "--for unity-hdrp -o Assets/b");
  Render("--quiet " + recipe +
         "-o normal=n.png -o ao=ao.png -o metallic=m.png -o height=h.png "
         "-o roughness=r.png");
  const auto metallic = ReadPngChannel("m.png", 0),
             smoothness = Inverted(ReadPngChannel("r.png", 0));
  for (const int c : {0, 1, 2})
    CHECK(ReadPngChannel("Assets/a_MetallicSmoothness.png", c) == metallic);
  CHECK(ReadPngChannel("Assets/a_MetallicSmoothness.png", 3) == smoothness);
  CHECK(SamePixels("Assets/a_Normal.png", "n.png"));
  CHECK(SamePixels("Assets/a_Occlusion.png", "ao.png"));
  CHECK(SamePixels("Assets/a_Height.png", "h.png"));
  CHECK(ReadPng("Assets/a_Height.png").bits == 16);

  CHECK(ReadPng("Assets/b_MaskMap.png").channels == 4);
  CHECK(ReadPngChannel("Assets/b_MaskMap.png", 0) == metallic);
  CHECK(ReadPngChannel("Assets/b_MaskMap.png", 1) == ReadPngChannel("ao.png", 0));
  CHECK(IsConstant(ReadPngChannel("Assets/b_MaskMap.png", 2), 255));
  CHECK(ReadPngChannel("Assets/b_MaskMap.png", 3) == smoothness);
}

TEST_CASE("heights keep their precision, and a raw terrain has the rows that Unity expects") {
  Folder folder;
  const std::string recipe = "--preset ridged-mountains --no-tiling ";
  Render("--quiet " + recipe + "--size 127 --for unreal-landscape -o a");
  Render("--quiet " + recipe + "--size 127 -o b.png --bits 16" + SettingsOf("unreal-landscape"));
  CHECK(SamePixels("a.png", "b.png"));
  CHECK(ReadPng("a.png").bits == 16);
  Render("--quiet " + recipe + "--size 65 --for unity-terrain -o a");
  Render("--quiet " + recipe + "--size 65 -o b.r16" + SettingsOf("unity-terrain"));
  CHECK(ReadAll("a.raw").size() == 65 * 65 * 2);
  CHECK(ReadAll("a.raw") == ReadAll("b.r16"));
  Render("--quiet " + recipe + "--size 65 --for godot-terrain -o a");
  Render("--quiet " + recipe + "--size 65 -o b.exr" + SettingsOf("godot-terrain"));
  const ExrPicture exr = ReadExr("a.exr");
  CHECK(exr.channels == ReadExr("b.exr").channels);
  CHECK_FALSE(exr.is_half.at("Y"));
  Render("--quiet " + recipe + "--size 65 --for worldmachine --format exr -o w");
  CHECK_FALSE(ReadExr("w.exr").is_half.at("Y"));
}

TEST_CASE("terrains have heights at vertices, and Unity's start at the bottom") {
  Folder folder;
  const std::string recipe = "--preset rolling-hills --size 65 ";
  Render("--quiet " + recipe + "--for unity-terrain -o a");
  Render("--quiet " + recipe + "--for godot-terrain --format r16 -o b");
  Render("--quiet " + recipe + "--grid vertices -o c.r16");
  const std::string flipped = ReadAll("a.raw"), heights = ReadAll("b.raw");
  CHECK(heights == ReadAll("c.r16"));
  const std::size_t row = 65 * 2;
  CHECK(heights.substr(0, row) == heights.substr(64 * row));  // the terrain tiles
  for (std::size_t j = 0; j < 65; ++j)
    CHECK(flipped.substr(j * row, row) == heights.substr((64 - j) * row, row));
  test::CheckMessage(Refusal(recipe + "--for unity-terrain --no-flip -o a"), "--no-flip");
  test::CheckMessage(
      Refusal("--preset rolling-hills --size 127 --for unreal-landscape --grid pixels -o a"),
      "--grid");
}

TEST_CASE("pictures beside the heights of a Unity terrain are upright") {
  Folder folder;
  const std::string recipe = "--quiet --preset rolling-hills --size 65 --no-tiling ";
  const std::string more = "-o a:normal -o a:lit -o ao=ao.png -o height=h.r16";
  Render(recipe + "--for unity-terrain -o b");
  Render(recipe + "--for unity-terrain -o a " + more);
  // The heights equal the set's alone, with the same recipe in the sidecar.
  CHECK(ReadAll("a.raw") == ReadAll("b.raw"));
  CHECK(ReadAll("a.raw.json") == ReadAll("b.raw.json"));
  Render(recipe +
         "--grid vertices -o normal=n.png -o lit=l.png -o ao=o.png -o height=r.r16 "
         "--bits normal=8");
  CHECK(SamePixels("a_Normal.png", "n.png"));
  CHECK(SamePixels("a_Lit.png", "l.png"));
  CHECK(SamePixels("ao.png", "o.png"));
  CHECK(ReadAll("h.r16") == ReadAll("r.r16"));
  Render("--quiet a.raw -o c.raw");
  Render("--quiet a_Normal.png -o d.png");
  CHECK(ReadAll("c.raw") == ReadAll("a.raw"));
  CHECK(SamePixels("a_Normal.png", "d.png"));
}

TEST_CASE("tiles of a Unity terrain count rows from the bottom, for all of its pictures") {
  Folder folder;
  const std::string recipe =
      "--quiet --preset rolling-hills --size 65x129 --no-tiling --grid vertices ";
  Render(recipe +
         "--for unity-terrain --tiles 1x2 --overlap 1 -o a{y} -o a{y}:normal "
         "-o height={udim}.r16");
  Render(recipe + "-o whole.r16");
  Render(recipe + "--window 0,64,65,65 -o lower.r16 -o normal=lower.png --bits normal=8");
  const std::string whole = ReadAll("whole.r16"), lower = ReadAll("a0.raw");
  const std::size_t row = 65 * 2;
  for (std::size_t j = 0; j < 65; ++j)
    CHECK(lower.substr(j * row, row) == whole.substr((128 - j) * row, row));
  CHECK(ReadAll("1001.r16") == ReadAll("lower.r16"));
  CHECK(SamePixels("a0_Normal.png", "lower.png"));
  Render(recipe + "--for unity-terrain --window 0,0,65,65 -o w -o w:normal");
  CHECK(ReadAll("w.raw") == lower);
  CHECK(SamePixels("w_Normal.png", "lower.png"));
}

TEST_CASE("a map that the recipe lacks has a value, or its picture is left out") {
  Folder folder;
  Render("--noise perlin --size 32 --for unreal -o a",
         "cobble: warning: --for unreal: the recipe has no map \"color\", \"roughness\" or "
         "\"metallic\"; "
         "written instead: no color, roughness 1, metallic 0\n");
  CHECK(folder.Names() == Strings{"T_a_N.png", "T_a_ORM.png"});
  CHECK(IsConstant(ReadPngChannel("T_a_ORM.png", 1), 255));
  CHECK(IsConstant(ReadPngChannel("T_a_ORM.png", 2), 0));
  Render("--noise perlin --size 32 --for blender -o b --quiet");
  CHECK(folder.Names() == Strings{"T_a_N.png", "T_a_ORM.png", "b.py", "b_AO.png",
                                  "b_Displacement.exr", "b_Metallic.png", "b_Normal.png",
                                  "b_Roughness.png"});
  CHECK(IsConstant(ReadPngChannel("b_Roughness.png", 0), 255));
  CHECK(IsConstant(ReadPngChannel("b_Metallic.png", 0), 0));
  WriteFile(
      "r.json",
      R"({"cobble": 1, "size": 32, "noise": {"type": "perlin"}, "maps": {"roughness": 0.2}})");
  Render("r.json --for gltf -o c",
         "cobble: warning: --for gltf: the recipe has no map \"color\" or \"metallic\"; written "
         "instead: no "
         "color, metallic 0\n");
}

TEST_CASE("further outputs add maps: files of their own, and pictures of the set") {
  Folder folder;
  fs::create_directory("Assets");
  const std::string recipe = "--quiet --preset rust --size 32 ";
  Render(recipe + "--for unity -o Assets/a -o a:curvature,@age -o value=v.exr -o Assets/a:slope");
  Render(recipe + "-o curvature=c.png -o @age=n.png -o value=w.exr -o slope=s.exr");
  CHECK(SamePixels("Assets/a_Curvature.png", "c.png"));
  CHECK(SamePixels("Assets/a_Age.png", "n.png"));
  CHECK(ReadExr("Assets/a_Slope.exr").channels == ReadExr("s.exr").channels);
  CHECK(ReadExr("v.exr").channels == ReadExr("w.exr").channels);
  CHECK(ReadAll("Assets/a_Curvature.png.meta").find("sRGBTexture: 0") != std::string::npos);
  CHECK_FALSE(fs::exists("v.exr.meta"));
  Render(recipe + "--for godot -o a -o a:curvature --format tga");
  CHECK(fs::exists("a_curvature.tga"));
  CHECK(fs::exists("a_curvature.tga.import"));
  // A container keeps its own pictures; added pictures are files beside it.
  Render(recipe + "--for gltf -o b");
  fs::create_directory("more");
  Render(recipe + "--for gltf -o more/b -o b:height");
  CHECK(ReadPng("more/b_Height.png").bits == 16);
  CHECK(ReadAll("more/b.glb") == ReadAll("b.glb"));
}

TEST_CASE("a height that is added to a set displaces its material") {
  Folder folder;
  Render("--preset rust --size 32 --for unreal --mtlx -o a -o a:height",
         "cobble: --for unreal: for the displacement, set Magnitude 0.03 times the width of the "
         "surface, Center 0.5\n");
  CHECK(ReadAll("a.mtlx").find("value=\"T_a_Height.png\"") != std::string::npos);
  CHECK(ReadAll("a.mtlx").find("<displacement ") != std::string::npos);
}

TEST_CASE("a name that an importer takes for a map is warned about") {
  Folder folder;
  Render("--preset rust --size 32 --for blender -o metal_plate",
         "cobble: warning: -o metal_plate: Node Wrangler takes \"metal\" in a name for a map; it "
         "will confuse the pictures of this set: use a name without this word\n"
         "cobble: --for blender: for the displacement, set Scale 0.03 times the width of the "
         "surface, Midlevel 0.5\n");
  Render("--preset rust --size 32 --for unreal -o metal_plate");
}

TEST_CASE("a map of a set that an importer takes for another one is warned about") {
  Folder folder;
  const std::string recipe =
      "--preset rust --size 32 --set maps.base-mask=remap(rim) "
      "--set maps.emissive=black --let rim=perlin(4) ";
  const std::string hint =
      "cobble: --for blender: for the displacement, set Scale 0.03 times the width of the surface, "
      "Midlevel 0.5\n";
  Render(recipe + "--for blender -o a -o a:base-mask",
         "cobble: warning: -o a:base-mask: Node Wrangler takes \"base\" in a_BaseMask for the map "
         "color, which the set has; rename the map, or write -o base-mask=FILE\n" +
             hint);
  Render(recipe + "--for blender -o b -o b:emissive", hint);  // the set has no other emissive map
  Render(recipe + "--for godot -o c -o c:base-mask --quiet");
}

TEST_CASE("a picture of a set carries its recipe, and can be rendered again") {
  Folder folder;
  Render("--preset rust --size 32 --for unreal -o n --no-metadata");
  CHECK(Refusal("T_n_D.png -o b.png", 3).find("without a recipe") != std::string::npos);
  for (const std::string preset : {"rust", "marble"}) {
    Render("--preset " + preset + " --size 32 --for unreal -o a --quiet");
    Render("T_a_ORM.png -o b.png");
    CHECK(ReadAll("T_a_ORM.png") == ReadAll("b.png"));
  }
}

TEST_CASE("a set made from another engine's set is as if made from its recipe") {
  Folder folder;
  const std::string recipe = "--preset rolling-hills --seed 3 --size ";
  Render("--quiet " + recipe + "127 --for unreal-landscape -o a");
  Render("--quiet " + recipe + "129 --for unity-terrain -o b");
  Render("--quiet b.raw --size 127 --for unreal-landscape -o c");
  CHECK(SamePixels("a.png", "c.png"));
  // The recipe of a set without --for: the same picture, whose set is still known.
  Render("b.raw -o d.raw");
  CHECK(ReadAll("b.raw") == ReadAll("d.raw"));
  CHECK(ReadAll("b.raw.json") == ReadAll("d.raw.json"));
  Render(recipe + "128 --for blender -o e --quiet");
  Render("d.raw --size 128 --for blender -o f --quiet");
  CHECK(SamePixels("e_Normal.png", "f_Normal.png"));
  // Settings in the recipe itself stay.
  WriteFile("r.json", R"({"cobble": 1, "size": 32, "flip": true, "noise": {"type": "perlin"}})");
  Render("r.json --for blender -o g --quiet");
  Render("r.json --normal-y up -o normal=g.png --bits 8");
  CHECK(SamePixels("g_Normal.png", "g.png"));
}

TEST_CASE("Unreal reads the size of a raw landscape from NAME.json") {
  Folder folder;
  const std::string recipe = "--preset rolling-hills --no-tiling --for unreal-landscape ";
  Render("--quiet " + recipe + "--format r16 --size 253x127 -o a");
  CHECK(folder.Names() == Strings{"a.json", "a.r16", "a.r16.json"});
  CHECK(json::parse(ReadAll("a.json")) ==
        json::parse(R"({"width": 253, "height": 127, "bpp": 16})"));
  Render("--quiet " + recipe + "--format r16 --size 127 -o a");
  CHECK(json::parse(ReadAll("a.json"))["width"] == 127);
  Render("--quiet " + recipe + "--size 127 -o b");
  CHECK_FALSE(fs::exists("b.json"));
}

TEST_CASE("an engine's settings win over a file, and equal flags are fine") {
  Folder folder;
  WriteFile("r.json", R"({"cobble": 1, "size": 32, "noise": {"type": "perlin"},
                          "normal": {"y": "up"}, "maps": {"color": "#f00", "roughness": 0.5,
                          "metallic": 1}})");
  Render("r.json --for unreal -o a");
  Render("r.json --normal-y down --for unreal -o b");
  Render("r.json --normal-y down -o normal=n.png");
  CHECK(SamePixels("T_a_N.png", "n.png"));
  CHECK(SamePixels("T_b_N.png", "n.png"));
}

TEST_CASE("without a size from a file or a flag, an engine's own size is used") {
  Folder folder;
  for (const std::string recipe : {"--preset rolling-hills", "--noise perlin"}) {
    Render("--quiet " + recipe + " --for unreal-landscape -o a");
    CHECK(ReadPng("a.png").width == 1009);
    Render("--quiet " + recipe + " --for unity-terrain -o a");
    CHECK(ReadAll("a.raw").size() == 1025 * 1025 * 2);
  }
}

TEST_CASE("a dry run and a failing run write nothing") {
  Folder folder;
  Render("--preset rust --size 32 --for gltf --mtlx=false -o a --dry-run --quiet");
  Render("--preset rust --size 32 --for godot --mtlx -o a --dry-run --quiet");
  CHECK(folder.Names().empty());
  fs::create_directory("a.mtlx");
  test::CheckMessage(Refusal("--preset rust --size 32 --for godot --mtlx -o a", 5), "a.mtlx");
  CHECK(folder.Names() == Strings{"a.mtlx"});
  fs::remove("a.mtlx");
  WriteFile("a.mtlx", kGoodRecipe);
  test::CheckMessage(Refusal("a.mtlx --size 32 --for godot --mtlx -o a"), "a.mtlx");
  CHECK(ReadAll("a.mtlx") == kGoodRecipe);
}

TEST_CASE("checksums, reports and batches name the files of a set") {
  Folder folder;
  const Outcome run = RunCobble(
      SplitWords("render --preset rust --size 32 --for gltf -o a --checksum --report r.json"));
  REQUIRE(run.status == 0);
  CHECK(run.out.substr(16) == "  a.glb\n");
  const json report = json::parse(ReadAll("r.json"));
  CHECK(report["outputs"].size() == 3);
  CHECK(report["outputs"][2]["map"] == "gltf-orm");
  Render("--preset rust --size 32 --for gltf -o a --depfile d");
  CHECK(ReadAll("d") == "a.glb:\n");
  WriteFile("list", "--preset rust --size 32 --for gltf -o b\n");
  const Outcome batch = RunCobble({"batch", "list"});
  CHECK(batch.status == 0);
  CHECK(batch.err == "cobble: 1/1 b.glb\ncobble: 1 written, 0 unchanged, 0 failed\n");
  CHECK(ReadAll("b.glb").size() == ReadAll("a.glb").size());
}

TEST_CASE("list engines tells everything that the table holds") {
  const json rows = json::parse(Out("list engines --json"));
  REQUIRE(rows.size() == EngineSpecs().size());
  CHECK(rows[0]["name"] == "unreal");
  CHECK(rows[0]["files"] == json::array({"T_NAME_D.png (color)", "T_NAME_N.png (normal)",
                                         "T_NAME_ORM.png (ao, roughness, metallic)"}));
  CHECK(rows[0]["sets"] == json::array({"normal.y down"}));
  const std::string text = Out("list engines"), help = Out("render --help all");
  for (const EngineSpec& engine : EngineSpecs()) {
    CHECK(text.find(std::string(engine.name)) != std::string::npos);
    CHECK(help.find(std::string(engine.name)) != std::string::npos);
  }
}

// --- What is refused ---

TEST_CASE("a flag that contradicts the engine is refused, any other wins") {
  Folder folder;
  const std::string recipe = "--preset rust --size 64 --for ";
  test::CheckRefusals();
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
  WriteFile("r.json",
            "{\"cobble\": 1,\n \"size\": [1000, 1000], \"noise\": {\"type\": \"perlin\"}}");
  test::CheckRefusals();
  CHECK(folder.Names() == Strings{"r.json"});
  Render("--quiet r.json --for unreal-landscape --size 1009x505 -o a");
}

TEST_CASE("an engine that places terrains in metres needs a world, and tiles without gaps") {
  const Folder folder;
  test::CheckRefusals();
}

TEST_CASE("spheres that an engine does not show are refused, and parts of those that it does") {
  Folder folder;
  test::CheckRefusals();
  CHECK(folder.Names().empty());
  Render("--quiet --noise perlin --surface cube --size 16 --for gltf -o a_{face}");
  CHECK(folder.Names().size() == 6);
}

TEST_CASE("-o has the form DIR/NAME") {
  Folder folder;
  fs::create_directory("tex");
  const std::string recipe = "--preset rust --size 64 --for unreal";
  test::CheckRefusals();
  test::CheckFault(
      RunCobble({"render", "--preset", "rust", "--size", "64", "--for", "unreal", "-o", "a\nb"}), 2,
      "-o a\\x0Ab ... -o DIR/NAME");
  CHECK(fs::is_empty("tex"));
  Render(recipe + " -o tex/rust_1.5");
  CHECK(fs::exists("tex/T_rust_1.5_D.png"));
}

TEST_CASE("an unknown engine, and --mtlx without a material, are refused") {
  const Folder folder;
  test::CheckRefusals();
}

TEST_CASE("a map of the wrong kind is refused where it is defined") {
  const Folder folder;
  const auto refusal = [](const std::string& more) {
    WriteFile("r.json", R"({"cobble": 1, "size": 32, "noise": {"type": "perlin"}, )" + more + "}");
    return Refusal("r.json --for unreal -o a", 3);
  };
  test::CheckPlaces(refusal);
}

}  // namespace
}  // namespace cobble
