// Tests cobble render in every format: oiiotool, OpenEXR, GDAL and others read the files back, to
// be compared with raw floats. Tests --no-metadata.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "cli/refusals.h"
#include "core/color.h"
#include "core/maps.h"
#include "output/formats.h"
#include "support/harness.h"
#include "support/readers/exr.h"
#include "support/readers/tiff.h"
#include "support/skip.h"

namespace cobble {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

std::vector<float> Plane(const std::string& path, std::size_t channels, std::size_t c) {
  const std::string bytes = ReadAll(path);
  std::vector<float> plane(bytes.size() / sizeof(float) / channels);
  for (std::size_t i = 0; i < plane.size(); ++i)
    std::memcpy(&plane[i], bytes.data() + (i * channels + c) * sizeof(float), sizeof(float));
  return plane;
}

// Returns the only channel of a picture, or R, G or B.
const std::vector<float>& ChannelOf(const ExrPicture& picture, std::size_t c) {
  if (picture.channels.size() == 1) return picture.channels.begin()->second;
  return picture.channels.at(std::string(1, "RGB"[c]));
}

// Returns a sample's tolerance: relative above 1, absolute below.
float Allowed(const Format& format, int bits) {
  if (format.name == "jpg") return 8.0f / 255;
  if (format.name == "hdr") return 1.0f / 128;
  if (IsFloat(format, bits)) return bits == 16 ? 1.0f / 2048 : 0;
  return 0.5001f / static_cast<float>((1 << bits) - 1);
}

struct Written {
  const Format* format;
  Map map;
  int bits;
  std::string path;
};

// In: got, oiiotool's reading of the picture.
void CheckPicture(const Written& written, const ExrPicture& got) {
  const Format& format = *written.format;
  const Map map = written.map;
  const int bits = written.bits;
  CAPTURE(written.path);
  const bool is_shifted = map == Map::kNormal && (!IsFloat(format, bits) || format.name == "hdr");
  const bool is_srgb = InfoOf(map).is_color && !IsFloat(format, bits);
  // The sRGB curve is computed in float32.
  const float allowed = (is_srgb ? 1.02f : 1) * Allowed(format, bits);
  const auto channels = static_cast<std::size_t>(PictureMap(map).channels);
  for (std::size_t c = 0; c < channels; ++c) {
    const auto expected = Plane(std::string(Name(map)) + ".r32", channels, c);
    const auto& samples = ChannelOf(got, c);
    REQUIRE(samples.size() == expected.size());
    float worst = 0;
    for (std::size_t i = 0; i < samples.size(); ++i) {
      float x = is_shifted ? (expected[i] + 1) / 2 : expected[i];
      if (format.name == "hdr") x = std::max(x, 0.0f);
      if (is_srgb) x = static_cast<float>(SrgbFromLinear(std::min(static_cast<double>(x), 1.0)));
      worst = std::max(worst, std::abs(samples[i] - x) / std::max(std::abs(x), 1.0f));
    }
    CHECK(worst <= allowed);
  }
}

TEST_CASE("oiiotool reads back every map of every format") {
  if (test::Lacks(test::kShell)) return;
  Folder folder;
  std::vector<Written> files;
  for (const std::string size : {"1", "45x19"}) {
    const std::string recipe =
        "--noise perlin --frequency 3 --octaves 2 --range -1,1 --world-width 20 "
        "--world-heights 0,2 --size " +
        size + " ";
    for (const MapInfo& info : kMapTable) {
      const std::string map(info.name);
      if (!info.is_mipmapped) Render(recipe + "-o " + map + "=" + map + ".r32");
    }
    for (const Format& format : Formats()) {
      if (format.has_sidecar) continue;  // raw: the reference
      for (const MapInfo& info : kMapTable) {
        const Map map = info.map;
        if (!CanHold(format, map) || info.is_mipmapped) continue;
        for (const int bits : format.bits) {
          if (!WhyNot(format, map, bits).empty()) continue;
          files.push_back(
              {&format, map, bits, fmt::format("{}{}{}", Name(map), bits, format.suffixes.back())});
          Render(recipe + "-o " + std::string(Name(map)) + "=" + files.back().path + " --bits " +
                 std::to_string(bits) + " --quiet");  // HDR has no negative values
        }
      }
    }
    // One process for all pictures of a size, since it starts more slowly than it reads them.
    std::vector<std::string> paths;
    for (const Written& file : files) paths.push_back(file.path);
    const std::vector<ExrPicture> pictures = ReadByOiiotool(paths);
    for (std::size_t k = 0; k < files.size(); ++k) CheckPicture(files[k], pictures[k]);
    files.clear();
  }
}

TEST_CASE("an EXR with all maps has the same samples as separate files") {
  Folder folder;
  const std::string recipe = "--noise value --size 300x70 --range fit --window -9,3,131,67 ";
  Render(recipe +
         "-o value,ao,normal,height,curvature,slope=a.exr -o height=height.r32 "
         "-o normal=normal.r32 -o slope=slope.r32 -o value=value.r32 -o curvature=curvature.r32 "
         "-o ao=ao.r32");
  const ExrPicture got = ReadExr("a.exr");
  CHECK(got.channels.size() == 9);
  for (const auto& channel : got.channels) {
    const std::string& name = channel.first;
    CAPTURE(name);
    const std::string map = name.substr(0, name.find('.'));
    std::size_t channels = 1;
    if (map == "normal") channels = 3;
    if (map == "slope") channels = 2;
    const std::size_t c = channels == 1 ? 0 : static_cast<std::size_t>(name.back() - 'X');
    CHECK(channel.second == Plane(map + ".r32", channels, c));
    CHECK_FALSE(got.is_half.at(name));
  }
  const Outcome info = RunCobble({"info", "a.exr", "--json"});
  REQUIRE(info.status == 0);
  CHECK(json::parse(info.out)["cobble:output"]["map"] == "value,ao,normal,height,curvature,slope");
  CHECK(json::parse(info.out)["cobble:output"]["bits"] == 32);
  CHECK(json::parse(got.texts.at("cobble:output")) == json::parse(info.out)["cobble:output"]);
}

TEST_CASE(
    "an EXR has the same bytes for any thread count and SIMD level, and when rendered from "
    "itself") {
  Folder folder;
  const std::string recipe = "--noise perlin --octaves 3 --size 301x517 ";
  for (const std::string how :
       {"height=", "height,normal=", "value,slope=", "curvature,height,ao="}) {
    for (const std::string bits : {" --bits 16", " --bits 32", ""}) {
      Render(recipe + "-o " + how + "a.exr --threads 1 --simd scalar" + bits);
      Render(recipe + "-o " + how + "b.exr --threads 5" + bits);
      CHECK((ReadAll("a.exr") == ReadAll("b.exr")));
      Render("a.exr -o c.exr");
      CHECK((ReadAll("a.exr") == ReadAll("c.exr")));
    }
  }
}

TEST_CASE("small compression writes smaller files with the same pixels") {
  Folder folder;
  const std::string recipe = "--noise perlin --octaves 3 --size 601x317 --compression ";
  for (const std::string how : {"height=h.png --bits 8", "normal=n.png", "height,normal=m.exr",
                                "height=h.tif --bits 16", "normal=n.tif --bits 32"}) {
    CAPTURE(how);
    const std::string path = how.substr(how.find('=') + 1, 5);
    Render(recipe + "fast -o " + how);
    const std::string fast = ReadAll(path);
    Render(path + " -o d" + path);
    CHECK((ReadAll("d" + path) == fast));
    Render(recipe + "small --threads 1 -o " + how);
    const std::string small = ReadAll(path);
    CHECK(small.size() < fast.size());
    Render(recipe + "small --threads 3 --simd scalar -o " + how +
           " -o value=beside.r32 --bits value=32");
    CHECK((ReadAll(path) == small));
  }
  Render("m.exr -o again.exr");
  const ExrPicture small = ReadExr("m.exr"), fast = ReadExr("again.exr");
  CHECK((small.channels == fast.channels));
}

TEST_CASE("methods of EXR apply to EXR alone, and have the same pixels") {
  Folder folder;
  const std::string recipe = "--noise perlin --octaves 3 --size 301x47 --compression ";
  Render(recipe + "fast -o height,normal=a.exr -o p.png");
  Render(recipe + "zip -o height,normal=b.exr");
  CHECK(ReadAll("a.exr") == ReadAll("b.exr"));
  for (const std::string method : {"zips", "none"}) {
    Render(recipe + method + " --threads 3 -o height,normal=c.exr");
    CHECK(ReadExr("c.exr").channels == ReadExr("a.exr").channels);
    CHECK(ReadExr("c.exr").block_lines == (method == "zips" ? 1 : -1));
  }
  Render(recipe + "zips -o height,normal=c.exr -o q.png");
  CHECK(ReadAll("q.png") == ReadAll("p.png"));
}

TEST_CASE("colours in EXR have the primaries that are asked for, and keep them") {
  Folder folder;
  const std::string recipe = "--preset rust --size 64 -o color=";
  Render(recipe + "a.exr --primaries acescg -o height=h.exr -o color=a.png");
  Render(recipe + "b.exr -o color=b.png");
  const ExrPicture aces = ReadExr("a.exr"), plain = ReadExr("b.exr");
  CHECK(std::ranges::count(aces.attributes, "chromaticities") == 1);
  CHECK(std::ranges::count(plain.attributes, "chromaticities") == 0);
  CHECK(std::ranges::count(ReadExr("h.exr").attributes, "chromaticities") == 0);
  const auto &r = plain.channels.at("R"), &g = plain.channels.at("G"), &b = plain.channels.at("B");
  for (std::size_t i = 0; i < r.size(); ++i)
    CHECK(aces.channels.at("R")[i] ==
          doctest::Approx(0.613097 * r[i] + 0.339523 * g[i] + 0.047379 * b[i]).epsilon(0.002));
  CHECK(ReadAll("a.png") == ReadAll("b.png"));  // sRGB, as integers always are
  Render("a.exr -o again.exr");
  CHECK(ReadAll("again.exr") == ReadAll("a.exr"));
  Render("a.exr -o back.exr --primaries rec709");
  CHECK(ReadAll("back.exr") == ReadAll("b.exr"));
  test::CheckMessage(Refusal("--preset rust -o color=a.png --primaries acescg"),
                     "--primaries acescg");
}

TEST_CASE("formats encoded in memory have the same bytes for any thread count and SIMD level") {
  Folder folder;
  const std::string recipe = "--noise perlin --octaves 3 --size 301x517 -o ";
  for (const std::string suffix : {"tga", "bmp", "jpg", "hdr", "pfm"}) {
    CAPTURE(suffix);
    Render(recipe + "normal=a." + suffix + " --threads 1 --simd scalar");
    Render(recipe + "normal=b." + suffix + " --threads 5");
    CHECK((ReadAll("a." + suffix) == ReadAll("b." + suffix)));
  }
}

TEST_CASE("an EXR records its window's position and rejects windows outside its coordinate range") {
  Folder folder;
  Render("--noise value --window -40,7,33,21 -o a.exr");
  CHECK(ReadExr("a.exr").data_window == std::array{-40, 7, -8, 27});
  const std::string far = "--noise value --frequency 1 --window 1073741815,0,8,8 ";
  Render(far + "-o a.exr -o a.r32");
  CHECK(ReadExr("a.exr").channels.at("Y") == Plane("a.r32", 1, 0));
  const std::string farther = "--noise value --frequency 1 --window 1073741816,0,8,8 ";
  for (const std::string dry : {"", " --dry-run"})
    test::CheckMessage(Refusal(farther + "-o b.exr" + dry, 4), "-o b.exr");
  CHECK_FALSE(fs::exists("b.exr"));
  Render(farther + "-o b.r32");
  CHECK(fs::file_size("b.r32") == 256);
}

TEST_CASE("an EXR that contains whole periods is marked as repeating") {
  Folder folder;
  const auto wraps = [](const std::string& line) {
    Render("--noise value --size 32x16 -o a.exr " + line);
    const auto texts = ReadExr("a.exr").texts;
    return texts.contains("wrapmodes") ? texts.at("wrapmodes") : "";
  };
  CHECK(wraps("--tiling") == "periodic");
  CHECK(wraps("--tiling --window -5,3,64,16") == "periodic");
  CHECK(wraps("--tiling --window 0,0,31,16") == "");
  CHECK(wraps("--tiling --window 0,0,32,17") == "");
  CHECK(wraps("") == "");
  // The last vertex repeats the first: the whole picture has one too many.
  CHECK(wraps("--tiling --grid vertices --extent 1,1") == "");
  CHECK(wraps("--tiling --grid vertices --extent 1,1 --window 0,0,31,15") == "periodic");
}

TEST_CASE("formats that are written out of order arrive in order through a pipe") {
  Folder folder;
  for (const std::string format : {"exr", "tiff", "pfm", "hdr", "jpg"}) {
    CAPTURE(format);
    const std::string render = "cobble render --noise value --size 200 ";
    Render("--noise value --size 200 -o a." + format);
    CHECK((RunCommands(render + "-o - --format " + format).out == ReadAll("a." + format)));
    if (!test::Has(test::kShell)) continue;
    const Outcome piped =
        RunShell(render + "-o - --format " + format + " | cmp - a." + format + " && " + render +
                 "-o /dev/stdout --format " + format + " >b && cmp a." + format + " b");
    CHECK_MESSAGE(piped.status == 0, piped.err);
  }
}

TEST_CASE("maps in the same file may have bits of their own") {
  Folder folder;
  Render("--noise value --size 8 -o height,normal=a.exr --bits 16 --bits height=16");
  CHECK(ReadExr("a.exr").is_half.at("normal.X"));
  Render("--noise value --size 8 -o height,normal=a.exr --bits height=16,normal=16");
  CHECK(ReadExr("a.exr").is_half.at("height.Y"));
  test::CheckRefusals();
  Render("--noise value --size 8 -o height,normal=m.exr --bits normal=16");
  CHECK_FALSE(ReadExr("m.exr").is_half.at("height.Y"));
  CHECK(ReadExr("m.exr").is_half.at("normal.X"));
  Render("m.exr -o again.exr");
  CHECK(ReadAll("again.exr") == ReadAll("m.exr"));
  Render("m.exr -o floats.exr --bits 32");
  CHECK_FALSE(ReadExr("floats.exr").is_half.at("normal.X"));
  Render("a.exr -o normal=n.exr");  // maps that the picture lacks get the default bit depth
  CHECK_FALSE(ReadExr("n.exr").is_half.at("R"));
}

TEST_CASE("the report counts samples outside the range of HDR and half floats") {
  Folder folder;
  const auto clamped = [](const std::string& line) {
    Render(line + " --quiet --report r.json");
    return json::parse(ReadAll("r.json"))["outputs"][0]["clamped"].get<int64_t>();
  };
  const std::string recipe = "--noise value --size 64 ";
  Render(recipe + "-o value=v.r32");
  const auto values = Plane("v.r32", 1, 0);
  const auto below = std::count_if(values.begin(), values.end(), [](float x) { return x < 0; });
  CHECK(below > 0);
  CHECK(clamped(recipe + "-o value=a.hdr") == below);
  CHECK(clamped(recipe + "-o normal=a.hdr") == 0);
  CHECK(clamped(recipe + "-o value=a.pfm") == 0);
  CHECK(clamped(recipe + "-o value=a.exr --bits 16") == 0);
  const std::string large = "--noise constant --value -65520 --size 4 -o value=a.exr";
  CHECK(clamped(large + " --bits 16") == 16);
  CHECK(ReadExr("a.exr").channels.at("Y")[7] == -65504);
  CHECK(clamped(large) == 0);
  CHECK(ReadExr("a.exr").channels.at("Y")[7] == -65520);
}

TEST_CASE(
    "a map or bit depth that a format cannot hold is rejected with an error that names both") {
  Folder folder;
  const auto why = [](const std::string& output) {
    return Refusal("--noise value --size 8 -o " + output, 2);
  };
  test::CheckMessage(why("normal=a.jpg --bits 16"), "-o normal=a.jpg");
  test::CheckMessage(why("a.jpg --format png --bits 8"), "--format png");
  test::CheckMessage(why("a.exr --bits 8"), "-o a.exr");
  CHECK(Contains(why("slope=a.hdr"),
                 ".hdr cannot hold slope: its pixels have 1 or 3 channels; use .exr"));
  CHECK(Contains(why("value=a.tga"), ".tga cannot hold value: its samples are 0..1; use .exr"));
  test::CheckMessage(why("height,normal=a.pfm"), "-o height,normal=a.pfm");
  CHECK(why("a.bmp --range none").find("bmp stores only 0..1") != std::string::npos);
  test::CheckMessage(Refusal("--noise value --size 65536x1 -o a.tga", 4), "-o a.tga");
  test::CheckMessage(Refusal("--noise value --size 20000 --range fit -o a.bmp --dry-run", 4),
                     "-o a.bmp ... .png");
  CHECK(folder.Names().empty());
}

TEST_CASE("pictures without metadata are rejected as recipes") {
  Folder folder;
  for (const std::string file : {"a.tga", "a.bmp", "a.jpg", "a.hdr", "a.pfm"}) {
    Render("--noise value --size 8 -o " + file);
    const std::string message = "cobble: " + file + ": is a picture without a recipe; ";
    const Outcome check = RunCobble({"check", file});
    CHECK(check.status == 3);
    CHECK(check.err == message + "cobble's PNG, EXR, TIFF and raw files have one\n");
    const Outcome render = RunLine("render " + file + " -o normal=n.png -o ao=b.png");
    CHECK(render.status == 3);
    CHECK(render.err == message +
                            "to use it as a heightmap, write cobble render --preset from-height "
                            "--image height=" +
                            file + " -o normal=n.png -o ao=b.png\n");
  }
  // The rest of the line stays, except its preset.
  const auto hint = [](const std::string& command, const std::string& image,
                       const std::string& words) {
    CHECK(RunLine(command + words)
              .err.ends_with("cobble " + command.substr(0, command.find(' ')) +
                             " --preset from-height --image height=" + image + words + '\n'));
  };
  hint("render a.tga", "a.tga", " --size 64 -o n.png --no-tiling --range -1,1");
  hint("plan a.tga", "a.tga", " -o n.zarr --shards 3");
  hint("sheet a.tga", "a.tga", " --map normal -o s.png");
  hint("view a.tga", "a.tga", " --map normal");
  hint("show a.tga", "a.tga", " --brief");
  Render("--noise value --size 8 -o value=dem.r32");
  fs::remove("dem.r32.json");
  hint("render dem.r32", "dem.r32:8x8:f32le", " --for unity -o n");
  hint("render dem.r32:8x8:f32le", "dem.r32:8x8:f32le", " -o n.png");
  test::CheckMessage(RunLine("render a.tga --preset rust -o n.png").err,
                     "a.tga ... --preset from-height --image height=a.tga -o n.png");
}

TEST_CASE("an EXR of another program carries no recipe, and one that it copies keeps it") {
  if (test::Lacks(test::kShell)) return;
  const Folder folder;
  CHECK(RunShell("oiiotool --create 8x8 1 -o foreign.exr").status == 0);
  test::CheckMessage(RunCobble({"render", "foreign.exr", "-o", "b.png"}).err, "foreign.exr");
  Render("--noise value --size 8 -o c.exr");
  CHECK(RunShell("oiiotool c.exr -o copied.exr").status == 0);  // oiiotool keeps unknown attributes
  Render("copied.exr -o d.exr");
  CHECK((ReadAll("c.exr") == ReadAll("d.exr")));
}

// --- TIFF ---

constexpr std::string_view kPacks = R"({
  "cobble": 1, "size": [70, 42], "tiling": true, "noise": {"type": "value", "frequency": 5},
  "domain": {"extent": [7, 4.2]},
  "maps": {"color": {"type": "color", "value": [0.25, 0.5, 0.75]}, "rough": 0.5},
  "pack": {"rgba": ["color", "height"], "mask": ["height", 0, 1, "rough"]}})";

TEST_CASE("a TIFF has the same bytes for any thread count and SIMD level, and from itself") {
  const Folder folder;
  const std::string recipe = "--noise perlin --octaves 3 --size 301x517 ";
  for (const std::string how :
       {"height=a.tif", "normal=a.tif --bits 16", "slope=a.tif", "normal=a.tif --bits 32"}) {
    CAPTURE(how);
    Render(recipe + "--threads 1 --simd scalar -o " + how);
    const std::string bytes = ReadAll("a.tif");
    Render(recipe + "--threads 5 -o " + how);
    CHECK((ReadAll("a.tif") == bytes));
    Render("a.tif -o b.tif");
    CHECK((ReadAll("b.tif") == bytes));
  }
}

TEST_CASE("colours are sRGB in integer TIFFs, as in PNG, and linear in float ones") {
  const Folder folder;
  WriteFile("r.json", std::string(kPacks));
  Render("r.json -o color=c.tif -o color=c.png -o rgba=p.tif -o mask=m.tif --bits 8");
  Render("r.json -o color=f.tif --bits 32");
  if (test::Has(test::kShell)) CHECK(RunShell("oiiotool c.png c.tif --fail 0 --diff").status == 0);
  const TiffPicture floats = ReadTiff("f.tif");
  float linear[3];
  std::memcpy(linear, floats.bytes.data(), sizeof linear);
  CHECK(linear[0] == 0.25f);
  CHECK(linear[2] == 0.75f);
  CHECK(ReadTiff("p.tif").extra_samples == std::vector{2});
  CHECK(ReadTiff("m.tif").extra_samples == std::vector{0});
}

TEST_CASE("the recipe of a TIFF is found") {
  const Folder folder;
  Render("--noise perlin --seed 7 --size 300 -o normal=a.tiff");
  const Outcome info = RunCobble({"info", "a.tiff", "--json"});
  REQUIRE(info.status == 0);
  const json output = json::parse(info.out)["cobble:output"];
  CHECK(output["format"] == "tiff");
  CHECK(output["bits"] == 8);
  CHECK(json::parse(info.out)["cobble:recipe"]["seed"] == 7);
}

TEST_CASE("the recipe of a TIFF is found in a pipe, and a TIFF of another program has none") {
  if (test::Lacks(test::kShell)) return;
  const Folder folder;
  Render("--noise perlin --seed 7 --size 300 -o normal=a.tiff");
  CHECK(RunShell("cobble render - -o b.tif <a.tiff && cmp a.tiff b.tif").status == 0);
  CHECK(RunShell("oiiotool --create 8x8 1 -o foreign.tif").status == 0);
  test::CheckMessage(RunCobble({"render", "foreign.tif", "-o", "b.png"}).err, "foreign.tif");
}

TEST_CASE("tiffinfo reads every TIFF without a warning") {
  if (!HasProgram("tiffinfo")) return test::Skip("no tiffinfo");
  const Folder folder;
  for (const std::string how : {"height=a.tif", "height=a.tif --bits 8", "height=a.tif --bits 32",
                                "normal=a.tif", "slope=a.tif"}) {
    Render("--noise perlin --size 331x217 -o " + how);
    const Outcome outcome = RunShell("tiffinfo -D a.tif");
    CHECK(outcome.status == 0);
    CHECK_MESSAGE(outcome.err == "", outcome.err);
  }
  const std::string text = RunShell("tiffinfo a.tif").out;
  for (const std::string line :
       {"Image Width: 331 Image Length: 217", "Bits/Sample: 32",
        "Sample Format: IEEE floating point", "Compression Scheme: AdobeDeflate",
        "Photometric Interpretation: min-is-black", "Extra Samples: 1<unspecified>",
        "Orientation: row 0 top, col 0 lhs", "Software: cobble",
        "Predictor: floating point predictor 3"})
    CHECK_MESSAGE(text.find(line) != std::string::npos, line);
}

TEST_CASE("gdalinfo reads TIFFs of integers and of floats") {
  if (!HasProgram("gdalinfo")) return test::Skip("no gdalinfo");
  const Folder folder;
  const auto band = [](const std::string& bits) {
    Render("--noise perlin --size 331x217 -o a.tif --bits " + bits);
    const Outcome outcome = RunShell("gdalinfo -stats a.tif");
    CHECK(outcome.status == 0);
    CHECK_MESSAGE(outcome.err == "", outcome.err);
    const std::size_t at = outcome.out.find("Type=");
    return outcome.out.substr(at, outcome.out.find(',', at) - at);
  };
  CHECK(band("8") == "Type=Byte");
  CHECK(band("16") == "Type=UInt16");
  CHECK(band("32") == "Type=Float32");
}

TEST_CASE("OpenImageIO reads small pictures of noise, which do not compress") {
  if (!HasProgram("oiiotool")) return test::Skip("oiiotool is not installed");
  const Folder folder;
  for (const std::string size : {"1", "16", "20", "64"})
    for (const std::string bits : {"8", "16"}) {
      Render("--noise white --frequency 64 --range 0,1 --size " + size + " --bits " + bits +
             " -o a.tif -o a.png");
      const Outcome outcome = RunShell("oiiotool a.tif a.png --diff");
      CHECK_MESSAGE(outcome.status == 0, size << ", " << bits << " bits: " << outcome.out);
    }
}

TEST_CASE(".raw is a 16-bit raw file") {
  const Folder folder;
  Render("--noise perlin --size 33x17 -o a.raw -o a.r16");
  CHECK((ReadAll("a.raw") == ReadAll("a.r16")));
  CHECK((ReadAll("a.raw.json") == ReadAll("a.r16.json")));
  Render("a.raw -o b.RAW");
  CHECK((ReadAll("b.RAW") == ReadAll("a.raw")));
}

TEST_CASE("--no-metadata writes the same pixels without the recipe") {
  const Folder folder;
  const std::string recipe = "--noise perlin --seed 71 --size 33x17 ";
  for (const std::string suffix : {"png", "exr", "tif", "r16", "tga"}) {
    CAPTURE(suffix);
    Render(recipe + "-o with." + suffix);
    Render(recipe + "--no-metadata -o without." + suffix);
    CHECK(ReadAll("without." + suffix).find("perlin") == std::string::npos);
    CHECK(ReadAll("without." + suffix).find("cobble:") == std::string::npos);
    if (suffix == "r16" || suffix == "tga") {
      CHECK((ReadAll("with." + suffix) == ReadAll("without." + suffix)));
    } else {
      CHECK(fs::file_size("without." + suffix) < fs::file_size("with." + suffix) - 300);
      const std::string compare = "oiiotool with." + suffix + " without." + suffix;
      if (test::Has(test::kShell)) CHECK(RunShell(compare + " --fail 0 --diff").status == 0);
    }
  }
  const auto sidecar = json::parse(ReadAll("without.r16.json"));
  CHECK(
      sidecar ==
      json{{"width", 33}, {"height", 17}, {"bpp", 16}, {"channels", 1}, {"low", -1}, {"high", 1}});
  test::CheckMessage(RunCobble({"show", "without.png"}).err, "without.png");
}

}  // namespace
}  // namespace cobble
