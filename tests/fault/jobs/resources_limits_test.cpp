// Sizes that no format, no file and no memory holds are refused before anything is made; those just
// below are right.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "cobble/recipe_io.h"
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

// What must become of a run that is not made: a status and what its message says; 0: all is well.
struct Case {
  std::string words;
  int status;
  std::string says;
};

void CheckAll(const std::vector<Case>& cases) {
  for (const Case& c : cases) {
    CAPTURE(c.words);
    const Folder folder;
    const Outcome outcome = RunCobble(SplitWords("render --noise value --frequency 1 " + c.words));
    CHECK(outcome.status == c.status);
    CHECK_MESSAGE(outcome.err.find(c.says) != std::string::npos, outcome.err);
    CHECK(folder.Names().empty());
  }
}

TEST_CASE("resources: sizes beyond what can be counted are refused where they are written") {
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

// The statuses of the longest and of the widest picture that can be asked for.
struct Extreme {
  std::string_view format;
  int tall, wide;
};

TEST_CASE("resources: every format at 1 x 2147483647 and at 2147483647 x 1") {
  const Extreme extremes[] = {{"png", 0, 4}, {"exr", 4, 4}, {"tga", 4, 4}, {"bmp", 4, 4},
                              {"jpg", 4, 4}, {"hdr", 4, 4}, {"pfm", 0, 4}, {"r8", 0, 4},
                              {"r16", 0, 4}, {"r32", 0, 4}};
  REQUIRE(std::size(extremes) == Formats().size());
  for (const Extreme& extreme : extremes) {
    const std::string file = fmt::format("-o a.{}", extreme.format);
    // What is refused is refused in a real run; what is not would take long.
    CheckAll({{"--size 1,2147483647 " + file + (extreme.tall == 0 ? " --dry-run" : ""),
               extreme.tall, extreme.tall == 0 ? "" : "cobble: "},
              {"--size 2147483647,1 " + file, extreme.wide, "cobble: "}});
  }
}

TEST_CASE("resources: the longest picture is made, and takes no more memory than another") {
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

// The window of the format's limits, if it has any, and those one pixel or byte larger.
TEST_CASE("resources: the limits of every format, and one more, at the command line") {
  for (const Format& format : Formats()) {
    const auto words = [&](const std::string& window) {
      return fmt::format("--size 1,1 --window {} -o a.{}", window, format.name);
    };
    if (format.max_side > 0 && format.max_side < kMaxSide) {
      const int64_t side = format.max_side;
      CheckAll({{words(fmt::format("0,0,{},1", side)) + " --dry-run", 0, ""},
                {words(fmt::format("0,0,1,{}", side)) + " --dry-run", 0, ""},
                {words(fmt::format("0,0,{},1", side + 1)), 4, "sides are at most"},
                {words(fmt::format("0,0,1,{}", side + 1)), 4, "sides are at most"}});
    }
    if (format.max_bytes > 0) {
      const auto width = static_cast<int64_t>(format.max_bytes) / (32768 * format.bits[0] / 8);
      CheckAll({{words(fmt::format("0,0,{},32768", width)) + " --dry-run", 0, ""},
                {words(fmt::format("0,0,{},32769", width)), 4, "is made in memory"}});
    }
    if (format.farthest_pixel > 0) {
      const int64_t far = format.farthest_pixel;
      CHECK(far == kFarExr);
      CheckAll({{words(fmt::format("{0},{0},1,1", far)) + " --dry-run", 0, ""},
                {words(fmt::format("{0},{0},1,1", -far)) + " --dry-run", 0, ""},
                {words(fmt::format("{},0,2,1", far)), 4, "holds pixels from"},
                {words(fmt::format("0,{},1,1", -far - 1)), 4, "holds pixels from"},
                {words(fmt::format("{0},{0},1,1", int64_t{1} << 53)), 4, "holds pixels from"},
                {words(fmt::format("-{0},-{0},1,1", int64_t{1} << 53)), 4, "holds pixels from"}});
    }
  }
}

// The pixels of a row that takes all the memory there may be, with the copies that are kept of it,
// and leaves a little for the noise.
int64_t WidestRow(const Format& format) {
  constexpr int64_t kNoise = int64_t{1} << 20;
  return (static_cast<int64_t>(Limits{}.memory) - kNoise) /
         (format.band_copies * format.bits[0] / 8);
}

TEST_CASE("resources: rows too wide for memory are refused in words, by every format") {
  const std::string says = "bytes of memory would be needed at once";
  for (const Format& format : Formats()) {
    if (format.max_bytes > 0) continue;  // those have a nearer limit
    const auto words = [&](const char* size, int64_t width) {
      return fmt::format("{}{},3 --bits {} -o a.{}", size, width, format.bits[0], format.name);
    };
    const int64_t widest = WidestRow(format);
    const int64_t beyond = std::min<int64_t>(widest + widest / 1024, 0x7FFFFFFF);
    CheckAll({{words("--size ", widest) + " --dry-run", 0, ""},
              {words("--size ", beyond), 4, "--size: "},
              {words("--size 1,1 --window 0,0,", beyond), 4, "--window: "},
              {words("--size ", beyond), 4, says}});
  }
  const std::string half = fmt::format("--size {},1 -o a.r16 ", WidestRow(*FindFormat("r16")));
  CheckAll({{half + "--dry-run", 0, ""},
            {half + "--dry-run --checksum", 4, says},
            {half + "-o normal=b.r8", 4, says}});
  std::string pictures;  // each held whole
  for (int i = 0; i < 8; ++i) pictures += fmt::format(" -o {}.bmp", i);
  CheckAll({{"--size 16384,16384" + pictures, 4, says}});
}

// What --dry-run lets pass, a run has memory for.
TEST_CASE("resources: memory is what was reckoned with, by every format") {
  if (!kIsMeasurable) return test::Skip(kWhyNotMeasurable);
  constexpr int64_t kWidth = int64_t{1} << 23, kSlowWidth = int64_t{1} << 22;
  constexpr uint64_t kProgram = uint64_t{12} << 20;  // what does not grow with the picture
  for (const Format& format : Formats()) {
    const bool whole = format.max_bytes > 0;
    const Window window{0, 0,
                        whole               ? 8192
                        : format.compresses ? kSlowWidth
                                            : kWidth,
                        whole ? 1024 : 1};
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

TEST_CASE("resources: what maps look at around them is bounded by memory and cost") {
  const std::string radius = "--ao-radius: ", curvature = "--curvature-radius: ";
  CheckAll({{"--size 16384 --ao-radius 0.25 -o ao=a.r8 --dry-run", 0, ""},
            {"--size 65536 -o ao=a.png --ao-radius 0.01 --dry-run", 0, ""},
            {"--size 65536 -o ao=a.png --ao-radius 0.1", 4, radius},
            {"--size 65536 -o ao=a.png --ao-radius 0.1", 4, "6554 pixels that ao looks at"},
            {"--size 65536 -o curvature=a.png --curvature-radius 0.1 -o b.png", 4, curvature},
            {"--size 65536 -o curvature,ao=a.exr --ao-radius 0.1 --curvature-radius 0.2", 4,
             "13107 pixels that curvature looks at"},
            {"--size 1000000 --window 0,0,1,1 -o ao=a.png --ao-radius 0.05", 4, radius},
            {"--size 2147483647,1 --window 0,0,1,1 -o ao=a.r8 --ao-radius 0.25", 4,
             "evaluations of noise are more than 1e+14, for the 536870912 pixels that ao looks at"},
            {"--size 2147483647,1 --window 0,0,1,1 -o a.r8 --ao-radius 0.25 --dry-run", 0, ""},
            // Nothing is said of radii where the rest is too much already.
            {"--size 2147483647,3 -o ao=a.r16 --bits 16 --max-cost 1e30", 4, "--size: "}});
}

// A ring of rows, and with each thread bands more.
TEST_CASE("resources: the memory of halos is what was reckoned with") {
  if (!kIsMeasurable) return test::Skip(kWhyNotMeasurable);
  constexpr uint64_t kProgram = uint64_t{12} << 20;
  const std::string flags = "--noise value --frequency 64 --size 16384,400 --ao-radius 0.01 ";
  const Program program = Compiled(
      R"({"cobble": 1, "size": [16384, 400], "ao": {"radius": 0.01},
          "noise": {"type": "value", "frequency": 64}})");
  const Map map = Map::kAo;
  const uint64_t halo = HaloBytes(program, {}, {&map, 1}).value();
  const uint64_t band = MemoryOf(*FindFormat("r8"), {map}, 8, {0, 0, 16384, 400}).band.value();
  CHECK(halo > uint64_t{20} << 20);
  const Folder folder;
  const Measured run = RunMeasured("render " + flags + "--threads 1 -o ao=a.r8");
  CHECK_MESSAGE(run.status == 0, run.err);
  INFO("peak ", run.peak >> 20, " of ", (halo + band) >> 20, " MiB");
  CHECK(run.peak > halo);
  CHECK(run.peak < halo + band + kProgram);
}

// A tree of additions, whose 2^depth leaves are alike.
std::string TreeOf(int depth, const std::string& leaf) {
  if (depth == 0) return leaf;
  const std::string half = TreeOf(depth - 1, leaf);
  return R"({"type":"add","a":)" + half + R"(,"b":)" + half + "}";
}

std::string RecipeOf(const std::string& noise) {
  return R"({"cobble": 1, "size": [64, 64], "noise": )" + noise + "}";
}

// A thread more is a band more, and two wait to be written.
TEST_CASE("resources: threads are as many as memory has room for") {
  constexpr uint64_t kBand = uint64_t{1} << 30;
  const Program program = Compiled(RecipeOf(R"({"type": "value"})"));
  RenderOptions options;
  options.window = {0, 0, int64_t{1} << 20, 100};  // bands of one row
  const auto threads = [&](int asked, uint64_t halves) {
    options.threads = asked;
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

  PicturePlan png;
  png.format = FindFormat("png");
  png.maps = {Map::kHeight};
  png.bits = 16;
  const auto of = [&](int64_t width, std::vector<PicturePlan> pictures) {
    RunPlan plan{.pictures = std::move(pictures), .window = {0, 0, width, 65536}, .threads = 64};
    return Admit(program, plan, {.pixels = int64_t{1} << 62, .cost = 1e30});
  };
  CHECK(of(65536, {png}) == 64);
  CHECK(of(65536, {png, png, png}) == 64);
  CHECK(of(int64_t{1} << 24, {png}) == 13);  // 2^7 MiB and the noise
  CHECK(of(int64_t{1} << 27, {png}) == 1);
}

TEST_CASE("resources: what the noise of a thread takes counts, too") {
  const Program program = Compiled(RecipeOf(TreeOf(6, R"({"type":"voronoi","octaves":16})")));
  const uint64_t bytes = Worker::Bytes(program.impl(), Worker::MaxColumns(program.impl()));
  REQUIRE(bytes > uint64_t{1} << 26);
  RenderOptions options;
  options.window = {0, 0, 64, 100000};
  options.threads = 64;
  const int threads = ThreadsWithin(program, options, {}, {}, Limits{}.memory);
  CHECK(threads > 4);
  CHECK(static_cast<uint64_t>(threads + 2) * bytes <= Limits{}.memory);
  CHECK(static_cast<uint64_t>(threads + 3) * bytes > Limits{}.memory);
}

// Such a recipe took ten gigabytes for 64 x 64 pixels. At points it takes far less.
TEST_CASE("resources: a recipe of too many noises for memory is refused") {
  const Folder folder;
  for (const std::string leaf :
       {R"({"type":"cell","octaves":32})", R"({"type":"voronoi","octaves":32})"}) {
    CAPTURE(leaf);
    WriteFile("r.json", RecipeOf(TreeOf(10, leaf)));
    WriteFile("p.csv", "x,y\n1,2\n");
    for (const std::string words :
         {"render r.json -o a.png", "check r.json", "render r.json -o a.png --dry-run"}) {
      CAPTURE(words);
      const Measured run = RunMeasured(words);
      CHECK(run.status == 4);
      CHECK_MESSAGE(run.err.find(" bytes of memory a thread") != std::string::npos, run.err);
      CHECK(std::count(run.err.begin(), run.err.end(), '\n') == 1);
      if (kIsMeasurable) CHECK(run.peak < uint64_t{256} << 20);
    }
    const Measured run = RunMeasured("sample r.json --points p.csv");
    CHECK_MESSAGE(run.status == 0, run.err);
    if (kIsMeasurable) CHECK(run.peak < uint64_t{256} << 20);
    CHECK(folder.Names() == std::vector<std::string>{"p.csv", "r.json"});
  }
}

}  // namespace
}  // namespace cobble
