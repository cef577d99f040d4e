// Tests that sizes beyond the limits of formats, files and memory are rejected before any work, and
// that sizes just below are accepted.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <string>
#include <vector>

#include "cobble/error.h"
#include "cobble/recipe_io.h"
#include "cobble/render.h"
#include "core/bands.h"
#include "jobs/admission.h"
#include "output/formats.h"
#include "program/worker.h"
#include "render/render_bands.h"
#include "support/harness.h"
#include "support/long_form.h"
#include "support/measured.h"
#include "support/skip.h"

namespace cobble {
namespace {

constexpr int64_t kMaxSide = 2147483647, kFarExr = (int64_t{1} << 30) - 2;

// A run that writes no file, with its expected exit status and a part of its message.
struct Case {
  std::string words;
  int status;
  std::string message;
};

void CheckAll(const std::vector<Case>& cases) {
  for (const Case& c : cases) {
    CAPTURE(c.words);
    const Folder folder;
    const Outcome outcome = RunLine("render --noise value --frequency 1 " + c.words);
    CHECK(outcome.status == c.status);
    CHECK_MESSAGE(outcome.err.find(c.message) != std::string::npos, outcome.err);
    CHECK(folder.Names().empty());
  }
}

TEST_CASE("sizes beyond the number range are rejected with an error that names the flag") {
  CheckAll(
      {{"--size 2147483648,1 -o a.png", 2, "--size"},
       {"--size 1,2147483648 -o a.png", 2, "--size"},
       {"--size 18446744073709551617,1 -o a.png", 2, "--size"},
       {"--size 1,1 --window 0,0,2147483648,1 -o a.png", 2, "--window"},
       {"--size 1,1 --window 0,0,1,2147483648 -o a.png", 2, "--window"},
       {"--size 1,1 --window 9007199254740993,0,1,1 -o a.png", 2, "--window"},
       {"--size 1,1 --window -9007199254740993,0,1,1 -o a.r8", 2, "--window"},
       {"--size 1,1 --window 9223372036854775807,0,1,1 -o a.r8", 2, "--window"},
       {"--size 1,1 --window 9223372036854775808,0,1,1 -o a.r8", 2, "--window"},
       {"--size 2147483647,2147483647 -o a.r8", 4, "--max-pixels"},
       {"--size 2147483647,2147483647 --max-pixels 4611686018427387904 -o a.r8", 4, "--max-cost"},
       {"--size 2147483647,2147483647 --max-pixels 4611686018427387904 --max-cost 1e30 -o a.r8", 4,
        "memory"}});
}

// Exit statuses for the tallest and the widest picture in a format.
struct Extreme {
  std::string_view format;
  int tall, wide;
};

TEST_CASE("each format accepts or rejects pictures of 1 x 2147483647 and 2147483647 x 1") {
  const Extreme extremes[] = {{"png", 0, 4}, {"exr", 4, 4}, {"tiff", 0, 4}, {"tga", 4, 4},
                              {"bmp", 4, 4}, {"jpg", 4, 4}, {"hdr", 4, 4},  {"pfm", 0, 4},
                              {"r8", 0, 4},  {"r16", 0, 4}, {"r32", 0, 4}};
  REQUIRE(std::size(extremes) == Formats().size());
  for (const Extreme& extreme : extremes) {
    const std::string file = fmt::format("-o a.{}", extreme.format);
    // A rejected size is a real run. An accepted one would take long, so it is a dry run.
    CheckAll({{"--size 1,2147483647 " + file + (extreme.tall == 0 ? " --dry-run --quiet" : ""),
               extreme.tall, extreme.tall == 0 ? "" : "cobble: "},
              {"--size 2147483647,1 " + file, extreme.wide, "cobble: "}});
  }
}

TEST_CASE("the tallest picture needs less than 64 MiB of memory") {
  if (!kIsMeasurable) return test::Skip(kWhyNotMeasurable);
  const int64_t height = test::IsLongForm() ? kMaxSide : int64_t{1} << 23;
  for (const std::string format : {"png", "r8"}) {
    const Folder folder;
    const Measured run = RunMeasured(fmt::format(
        "render --noise value --frequency 1 --size 1,{} -o /dev/null --format {}", height, format));
    CHECK_MESSAGE(run.status == 0, run.err);
    CHECK(run.peak < uint64_t{64} << 20);
  }
}

// Tries windows at the format's limits, if any, and one pixel or byte beyond.
TEST_CASE("the command line accepts the maximum sizes of every format and rejects one more") {
  for (const Format& format : Formats()) {
    const auto words = [&](const std::string& window) {
      return fmt::format("--size 1,1 --window {} -o a.{}", window, format.name);
    };
    if (format.max_side > 0 && format.max_side < kMaxSide) {
      const int64_t side = format.max_side;
      CheckAll({{words(fmt::format("0,0,{},1", side)) + " --dry-run --quiet", 0, ""},
                {words(fmt::format("0,0,1,{}", side)) + " --dry-run --quiet", 0, ""},
                {words(fmt::format("0,0,{},1", side + 1)), 4, "files are limited to"},
                {words(fmt::format("0,0,1,{}", side + 1)), 4, "files are limited to"}});
    }
    if (format.max_bytes > 0) {
      const auto width = static_cast<int64_t>(format.max_bytes) / (32768 * format.bits[0] / 8);
      CheckAll({{words(fmt::format("0,0,{},32768", width)) + " --dry-run --quiet", 0, ""},
                {words(fmt::format("0,0,{},32769", width)), 4, "encoded in memory"}});
    }
    if (format.max_coordinate > 0) {
      const int64_t far = format.max_coordinate;
      CHECK(far == kFarExr);
      CheckAll({{words(fmt::format("{0},{0},1,1", far)) + " --dry-run --quiet", 0, ""},
                {words(fmt::format("{0},{0},1,1", -far)) + " --dry-run --quiet", 0, ""},
                {words(fmt::format("{},0,2,1", far)), 4, "only hold pixel coordinates from"},
                {words(fmt::format("0,{},1,1", -far - 1)), 4, "only hold pixel coordinates from"},
                {words(fmt::format("{0},{0},1,1", int64_t{1} << 53)), 4,
                 "only hold pixel coordinates from"},
                {words(fmt::format("-{0},-{0},1,1", int64_t{1} << 53)), 4,
                 "only hold pixel coordinates from"}});
    }
  }
}

// Returns the width of the widest row whose copies fit in memory, with a little room for the noise.
int64_t WidestRow(const Format& format) {
  constexpr int64_t kNoise = int64_t{1} << 20;
  return (static_cast<int64_t>(Limits{}.max_memory) - kNoise) /
         (format.band_copies * format.bits[0] / 8);
}

TEST_CASE("every format rejects rows too wide for the memory limit and gives a reason") {
  const std::string message = " of memory, but the limit is 2 GiB; use ";
  for (const Format& format : Formats()) {
    if (format.max_bytes > 0) continue;  // these formats have a lower limit
    const auto words = [&](const char* size, int64_t width) {
      return fmt::format("{}{},3 --bits {} -o a.{}", size, width, format.bits[0], format.name);
    };
    const int64_t widest = WidestRow(format);
    const int64_t beyond = std::min<int64_t>(widest + widest / 1024, 0x7FFFFFFF);
    CheckAll({{words("--size ", widest) + " --dry-run --quiet", 0, ""},
              {words("--size ", beyond), 4, "--size: "},
              {words("--size 1,1 --window 0,0,", beyond), 4, "--window: "},
              {words("--size ", beyond), 4, message}});
  }
  const std::string half = fmt::format("--size {},1 -o a.r16 ", WidestRow(*FindFormat("r16")));
  CheckAll({{half + "--dry-run --quiet", 0, ""},
            {half + "--dry-run --checksum", 4, message},
            {half + "-o normal=b.r8", 4, message}});
  std::string pictures;  // each is buffered whole
  for (int i = 0; i < 8; ++i) pictures += fmt::format(" -o {}.bmp", i);
  CheckAll({{"--size 16384,16384" + pictures, 4, message}});
}

// The part of memory that does not grow with the picture, mostly code of shared libraries, which a
// machine keeps resident to a varying degree. A run of 64 x 64 needed 11 to 12 MiB on one machine;
// on another, a run needed 13 MiB above its estimate.
constexpr uint64_t kProgram = kIdleMemory + (uint64_t{16} << 20);

// This is why --dry-run accepts only what a run has memory for.
TEST_CASE("peak memory is at most the estimate, in every format") {
  if (!kIsMeasurable) return test::Skip(kWhyNotMeasurable);
  constexpr int64_t kSide = int64_t{1} << 23, kSlowWidth = int64_t{1} << 22;
  for (const Format& format : Formats()) {
    const bool whole = format.max_bytes > 0;
    const int64_t width = format.compresses ? kSlowWidth : kSide;
    const Window window = whole ? Window{0, 0, 8192, 1024} : Window{0, 0, width, 1};
    const uint64_t samples = static_cast<uint64_t>(window.width * window.height) *
                             static_cast<uint64_t>(format.bits[0] / 8);
    const PictureMemory need = MemoryOf(format, {Map::kHeight}, format.bits[0], window);
    for (const std::string more : {"", format.compresses ? " --compression small" : ""}) {
      const Folder folder;
      const Measured run = RunMeasured(fmt::format(
          "render --noise value --frequency 2097152 --size {},{} --threads 1 --bits {} -o a.{}{}",
          window.width, window.height, format.bits[0], format.name, more));
      CAPTURE(format.name);
      CAPTURE(more);
      CHECK_MESSAGE(run.status == 0, run.err);
      INFO("peak ", run.peak >> 20, " of ", (need.band.value() + need.whole.value()) >> 20, " MiB");
      CHECK(run.peak > samples);
      CHECK(run.peak < need.band.value() + need.whole.value() + kProgram);
    }
  }
}

Program Compiled(const std::string& recipe) { return Program::Compile(ReadRecipe(recipe, "here")); }

TEST_CASE("neighbourhoods of maps are limited by memory and cost") {
  const std::string radius = "--ao-radius: ", curvature = "--curvature-radius: ";
  CheckAll(
      {{"--size 16384 --ao-radius 0.25 -o ao=a.r8 --dry-run --quiet", 0, ""},
       {"--size 65536 -o ao=a.png --ao-radius 0.01 --dry-run --quiet", 0, ""},
       {"--size 65536 -o ao=a.png --ao-radius 0.1", 4, radius},
       {"--size 65536 -o ao=a.png --ao-radius 0.1", 4,
        "halo of 6554 pixels, which the map ao needs"},
       {"--size 65536 -o curvature=a.png --curvature-radius 0.1 -o b.png", 4, curvature},
       {"--size 65536 -o curvature,ao=a.exr --ao-radius 0.1 --curvature-radius 0.2", 4,
        "halo of 13107 pixels, which the map curvature needs"},
       {"--size 1000000 --window 0,0,1,1 -o ao=a.png --ao-radius 0.05", 4, radius},
       {"--size 2147483647,1 --window 0,0,1,1 -o ao=a.r8 --ao-radius 0.25", 4,
        "exceed the limit of 1e+14; this includes a halo of 536870912 pixels, which the map "
        "ao needs"},
       {"--size 2147483647,1 --window 0,0,1,1 -o a.r8 --ao-radius 0.25 --dry-run --quiet", 0, ""},
       // Radii are not mentioned if the rest of the recipe already exceeds a limit.
       {"--size 2147483647,3 -o ao=a.r16 --bits 16 --max-cost 1e30", 4, "--size: "}});
}

// The memory is a ring buffer of rows plus bands per thread.
TEST_CASE("peak memory of halos is at most the estimate") {
  if (!kIsMeasurable) return test::Skip(kWhyNotMeasurable);
  const std::string flags = "--noise value --frequency 64 --size 16384,400 --ao-radius 0.01 ";
  const Program program = Compiled(
      R"({"cobble": 1, "size": [16384, 400], "ao": {"radius": 0.01},
          "noise": {"type": "value", "frequency": 64}})");
  const PictureMap map = Map::kAo;
  const uint64_t halo = BytesOfOneThread(program, {}, {&map, 1}, Size(0)).value() -
                        BytesOfOneThread(program, {}, {}, Size(0)).value();
  const uint64_t band = MemoryOf(*FindFormat("r8"), {map}, 8, {0, 0, 16384, 400}).band.value();
  CHECK(halo > uint64_t{20} << 20);
  const Folder folder;
  const Measured run = RunMeasured("render " + flags + "--threads 1 -o ao=a.r8");
  CHECK_MESSAGE(run.status == 0, run.err);
  INFO("peak ", run.peak >> 20, " of ", (halo + band) >> 20, " MiB");
  CHECK(run.peak > halo);
  CHECK(run.peak < halo + band + kProgram);
}

std::string TreeOf(int depth, const std::string& leaf) {
  if (depth == 0) return leaf;
  const std::string half = TreeOf(depth - 1, leaf);
  return R"({"type":"add","a":)" + half + R"(,"b":)" + half + "}";
}

std::string RecipeOf(const std::string& noise) {
  return R"({"cobble": 1, "size": [64, 64], "noise": )" + noise + "}";
}

// Each thread has a band, and two more bands wait to be written.
TEST_CASE("the memory limit reduces the number of threads") {
  constexpr uint64_t kBand = uint64_t{1} << 30;
  const Program program = Compiled(RecipeOf(R"({"type": "value"})"));
  RenderOptions options;
  options.window = {0, 0, int64_t{1} << 20, 100};  // bands of one row
  const auto threads = [&](int requested, uint64_t halves) {
    options.threads = requested;
    return ThreadsWithin(program, options, {}, kBand, halves * kBand / 2);
  };
  CHECK(threads(7, 1000) == 7);
  CHECK(threads(7, 19) == 7);
  CHECK(threads(7, 17) == 6);
  CHECK(threads(7, 9) == 2);
  CHECK(threads(7, 7) == 1);
  CHECK(threads(7, 3) == 1);
  CHECK(threads(7, 2) == 0);  // nothing is left for the noise
  CHECK(threads(1, 3) == 1);
  CHECK(threads(0, 3) == 1);
  CHECK(threads(0, 1000) >= 1);
  options.window.height = 1;  // one band
  CHECK(threads(7, 3) == 7);

  PictureOutput png;
  png.format = FindFormat("png");
  png.maps = {Map::kHeight};
  png.bits = 16;
  const auto admitted_threads = [&](int64_t width, std::vector<PictureOutput> pictures) {
    const Job job{.pictures = std::move(pictures),
                  .window = {0, 0, width, 65536},
                  .threads = 64,
                  .limits = {.max_pixels = int64_t{1} << 62, .max_cost = 1e30}};
    return Admit(program, job);
  };
  CHECK(admitted_threads(65536, {png}) == 64);
  CHECK(admitted_threads(65536, {png, png, png}) == 64);
  CHECK(admitted_threads(int64_t{1} << 24, {png}) == 13);  // 2^7 MiB and the noise
  CHECK(admitted_threads(int64_t{1} << 27, {png}) == 1);
}

TEST_CASE("each thread's noise buffers count as memory") {
  const Program program = Compiled(
      RecipeOf(TreeOf(6, R"({"type":"voronoi","octaves":16,"lacunarity":1,"frequency":64})")));
  const uint64_t bytes = Worker::Bytes(program.impl(), Worker::MaxColumns(program.impl())).value();
  REQUIRE(bytes > uint64_t{1} << 26);
  RenderOptions options;
  options.window = {0, 0, 64, 100000};
  options.threads = 64;
  const int threads = ThreadsWithin(program, options, {}, {}, Limits{}.max_memory);
  CHECK(threads > 4);
  CHECK(static_cast<uint64_t>(threads + 2) * bytes <= Limits{}.max_memory);
  CHECK(static_cast<uint64_t>(threads + 3) * bytes > Limits{}.max_memory);
}

// Without a limit, these recipes take 10 GB for 64 x 64 pixels. Sampling points takes far less.
TEST_CASE("a recipe with too many noises for the memory limit is rejected") {
  const Folder folder;
  for (const std::string leaf :
       {R"({"type":"cell","octaves":32,"lacunarity":1,"frequency":16})",
        R"({"type":"voronoi","octaves":32,"lacunarity":1,"frequency":64})"}) {
    CAPTURE(leaf);
    WriteFile("r.json", RecipeOf(TreeOf(10, leaf)));
    WriteFile("p.csv", "x,y\n1,2\n");
    for (const std::string words :
         {"render r.json -o a.png", "check r.json", "render r.json -o a.png --dry-run"}) {
      CAPTURE(words);
      const Measured run = RunMeasured(words);
      CHECK(run.status == 4);
      CHECK_MESSAGE(run.err.find(" bytes of memory per thread") != std::string::npos, run.err);
      CHECK(std::count(run.err.begin(), run.err.end(), '\n') == 1);
      if (kIsMeasurable) CHECK(run.peak < uint64_t{256} << 20);
    }
    const Measured run = RunMeasured("sample r.json --points p.csv");
    CHECK_MESSAGE(run.status == 0, run.err);
    if (kIsMeasurable) CHECK(run.peak < uint64_t{256} << 20);
    CHECK(folder.Names() == std::vector<std::string>{"p.csv", "r.json"});
  }
}

// --- Windows ---

constexpr int64_t kFar = (int64_t{1} << 53) - 4096;  // leaves room for the offsets below
constexpr int64_t kMax = std::numeric_limits<int64_t>::max();

// Returns the bytes of a window of a picture of the maximum size.
std::string WindowBytes(const std::string& more, const Window& window) {
  const std::string line = fmt::format(
      "render --noise value --size 2147483647,2147483647 --frequency 64 {} -o a "
      "--window={},{},{},{}",
      more, window.x, window.y, window.width, window.height);
  const Outcome outcome = RunLine(line);
  CHECK_MESSAGE(outcome.status == 0, line << ": " << outcome.err);
  return ReadAll("a");
}

TEST_CASE("far windows are bit-identical to parts of larger windows around them") {
  const Folder folder;
  constexpr int64_t kSide = 24, kX = 5, kY = 3, kPart = 7;
  for (const std::string more : {"--format r32", "--format r16", "--format r32 --tiling"}) {
    const std::size_t sample = more.find("r32") == std::string::npos ? 2 : 4;
    for (const int64_t x : {-kFar, int64_t{-1} << 32, int64_t{1} << 31, kFar}) {
      for (const int64_t y : {-kFar, int64_t{0x7FFFFFFF}, kFar}) {
        CAPTURE(more);
        CAPTURE(x);
        CAPTURE(y);
        const std::string whole = WindowBytes(more, {x, y, kSide, kSide});
        const std::string part = WindowBytes(more, {x + kX, y + kY, kPart, kPart});
        std::string cut;
        for (int64_t j = kY; j < kY + kPart; ++j)
          cut += whole.substr(static_cast<std::size_t>(j * kSide + kX) * sample, kPart * sample);
        CHECK(part == cut);
      }
    }
  }
}

// (The command line rejects these windows earlier, as flag values.)
TEST_CASE("the library rejects windows beyond the limits of Window") {
  for (const std::string tiling : {"true", "false"}) {
    const Program program = Program::Compile(ReadRecipe(
        R"({"cobble": 1, "size": [8, 8], "tiling": )" + tiling + R"(, "noise": {"type": "value"}})",
        "here"));
    constexpr int64_t kCorner = int64_t{1} << 53, kSide = 0x7FFFFFFF;
    for (const Window& window :
         {Window{kCorner + 2, 0, 1, 1}, Window{0, -kCorner - 2, 1, 1}, Window{kMax, 0, 1, 1},
          Window{-kMax - 1, 0, 1, 1}, Window{0, kMax, 1, 1}, Window{0, 0, kSide + 1, 1},
          Window{0, 0, 1, kSide + 1}, Window{0, 0, kMax, kMax}, Window{kMax, kMax, kMax, 1}}) {
      CAPTURE(window.x);
      CAPTURE(window.width);
      RenderOptions options;
      options.window = window;
      REQUIRE_THROWS_AS(RenderImage(program, Map::kHeight, options), Error);
    }
  }
}

// At the last pixels of the coordinate range, ao and curvature need pixels outside it.
TEST_CASE("a map's neighbourhood must be within the coordinate range") {
  const Recipe plain = ReadRecipe(
      R"({"cobble": 1, "size": [800, 8], "noise": {"type": "value", "frequency": 1e-3}})", "here");
  Recipe tiled = plain;
  tiled.tiling = true;
  tiled.domain.extent = {1000, 1000};
  const auto error = [](const Recipe& recipe, Map map, int64_t x) -> std::string {
    RenderOptions options;
    options.window = {x, 0, 2, 2};
    try {
      RenderImage(Program::Compile(recipe), map, options);
    } catch (const Error& refused) {
      return refused.what();
    }
    return "none";
  };
  for (const int64_t x : {-kFar, kFar}) {
    CAPTURE(x);
    for (const Map map : {Map::kValue, Map::kAo, Map::kCurvature}) {
      CHECK(error(plain, map, x) == "none");
      CHECK(error(tiled, map, x) == "none");
    }
    // The radius of ao, 0.05 of the width, is 40 pixels.
    const int64_t last = (int64_t{1} << 53) - 512;
    const int64_t edge = x < 0 ? -last : last - 2;
    CHECK(error(plain, Map::kValue, edge) == "none");
    CHECK(error(plain, Map::kAo, edge) ==
          "window: with a halo of 40 pixels for the map ao, reaches pixels more than 2^53 pixels "
          "from "
          "the origin");
    CHECK(error(plain, Map::kAo, x < 0 ? edge + 40 : edge - 40) == "none");
    CHECK(error(tiled, Map::kAo, edge) == "none");
  }
  Recipe near = plain;  // 2^40 cells are 2^40 pixels from the middle
  near.noise.values["frequency"] = 800.0;
  const int64_t last = (int64_t{1} << 40) + 400 - 10;
  CHECK(error(near, Map::kValue, last) == "none");
  CHECK(error(near, Map::kCurvature, last) == "none");  // 4 pixels
  CHECK(Contains(error(near, Map::kAo, last),
                 "with a halo of 40 pixels for the map ao, reaches cells more than"));
}

TEST_CASE("bands of the tallest and widest pictures have 1 to 2^18 rows") {
  constexpr int64_t kSide = 0x7FFFFFFF;
  CHECK(BandRows(1, kSide) == int64_t{1} << 18);
  CHECK(BandRows(kSide, 1) == 1);
  CHECK(BandRows(kSide, kSide) == 1);
  CHECK(BandRows(1, 1) == 32768);
}

// --- Memory and height ---

constexpr uint64_t kMebibyte = uint64_t{1} << 20;
// Returns the peak bytes of rendering cheap noise. `rest`: more arguments, including the outputs.
uint64_t Peak(int64_t width, int64_t height, const std::string& rest) {
  const std::string line =
      fmt::format("render --noise value --frequency 4 --size {},{} {}", width, height, rest);
  const Measured run = RunMeasured(line);
  CHECK_MESSAGE(run.status == 0, line << ": " << run.err);
  return run.peak;
}

// Bands have the same number of rows at both heights, and outnumber their buffers.
void CheckFlat(const std::string& rest, int64_t low = 4096, int64_t high = 65536) {
  if (!kIsMeasurable) return test::Skip(kWhyNotMeasurable);
  CAPTURE(rest);
  constexpr int64_t kSide = 8192;
  REQUIRE(BandRows(kSide, low) == BandRows(kSide, high));
  const Folder folder;
  const uint64_t minimum = Peak(kSide, low, rest), maximum = Peak(kSide, high, rest);
  CAPTURE(minimum);
  CHECK(maximum < minimum + 8 * kMebibyte);
}

TEST_CASE("the measurement works: the memory of a format encoded in memory grows with the height") {
  if (!kIsMeasurable) return test::Skip(kWhyNotMeasurable);
  const Folder folder;
  const std::string bmp = "-o /dev/null --format bmp";
  const uint64_t low = Peak(1024, 4096, bmp), high = Peak(1024, 65536, bmp);
  CHECK(high > low + 55 * kMebibyte);  // the samples grow by 60 MiB
  CHECK(high < low + 65 * kMebibyte);
}

TEST_CASE("memory does not grow with the height: PNG") { CheckFlat("-o /dev/null --format png"); }

TEST_CASE("memory does not grow with the height: PNG on 7 threads") {
  CheckFlat("--threads 7 -o /dev/null --format png");
}

TEST_CASE("memory does not grow with the height: raw") { CheckFlat("-o /dev/null --format r16"); }

TEST_CASE("memory does not grow with the height: EXR") { CheckFlat("--bits 16 -o a.exr"); }

TEST_CASE("memory does not grow with the height: TIFF") { CheckFlat("-o a.tif"); }

TEST_CASE("memory does not grow with the height: EXR with mip levels") {
  CheckFlat("--bits 16 -o bumpslopes=a.exr", 2048, 8192);
}

TEST_CASE("memory does not grow with the height: PFM") { CheckFlat("-o a.pfm", 2048, 16384); }

TEST_CASE("memory does not grow with the height: range fit, which takes two passes") {
  CheckFlat("--range fit -o /dev/null --format r8");
}

TEST_CASE("memory does not grow with the height: many outputs on 7 threads") {
  if (test::Lacks(test::kDevices)) return;
  CheckFlat(
      "--threads 7 --format r8 -o /dev/null -o normal=/dev/zero -o a.r16 -o b.png -o normal=c.png "
      "-o height,normal=d.exr --report /dev/fd/2",
      1024, 4096);
}

}  // namespace
}  // namespace cobble
