// Renders pictures of all small sizes, in tiles of all small widths, and rows of all short lengths.
// The size changes no bit, and buffers of exactly these sizes suffice. (AddressSanitizer builds
// check all sizes, other builds a sample.)
#include <doctest/doctest.h>

#include <cstring>
#include <iterator>
#include <memory>
#include <new>
#include <string>
#include <string_view>
#include <vector>

#include "cobble/recipe_io.h"
#include "core/simd_level.h"
#include "noise/kernel.h"
#include "output/picture.h"
#include "render/render_bands.h"
#include "support/float_rows.h"
#include "support/levels.h"
#include "support/long_form.h"
#include "support/process.h"
#include "support/sanitizers.h"

namespace cobble::test {
namespace {

constexpr int kMaxSide = 70, kMaxTile = 33;
constexpr int64_t kX = -9, kY = 5;  // the pictures' first pixel

// One recipe per noise family and kind of frame: tiled and untiled grids, rotated grids, warps.
constexpr std::string_view kRecipes[] = {
    R"({"cobble": 1, "noise": {"type": "perlin", "frequency": 9, "octaves": 3}})",
    R"({"cobble": 1, "tiling": true, "size": [64, 64],
        "noise": {"type": "value", "frequency": 5, "octaves": 2}})",
    R"({"cobble": 1, "noise": {"type": "simplex", "dimensions": 3, "frequency": 40}})",
    R"({"cobble": 1, "noise": {"type": "voronoi", "frequency": 30, "function": "F2-F1"}})",
    R"({"cobble": 1, "noise": {"type": "cell", "frequency": 25, "dimensions": 2}})",
    R"({"cobble": 1, "noise": {"type": "hill", "frequency": 20}})",
    R"({"cobble": 1, "domain": {"rotate": [10, 20, 30]},
        "noise": {"type": "perlin", "dimensions": 3, "frequency": 50}})",
    R"({"cobble": 1, "noise": {"type": "warp", "amount": 0.1,
        "source": {"type": "voronoi", "frequency": 20},
        "by": [{"type": "simplex", "frequency": 9}, {"type": "value", "frequency": 9}]}})"};

struct Kind {
  std::string_view format;
  int bits;
  std::vector<PictureMap> maps;
};
const Kind kKinds[] = {{"png", 16, {Map::kHeight}},
                       {"png", 8, {Map::kNormal}},
                       {"png", 8, {Map::kAo}},
                       {"exr", 32, {Map::kCurvature, Map::kAo}},
                       {"exr", 16, {Map::kHeight, Map::kNormal}},
                       {"exr", 32, {Map::kSlope}},
                       {"exr", 16, {Map::kBumpslopes}},
                       {"tiff", 8, {Map::kNormal}},
                       {"tiff", 32, {Map::kSlope}},
                       {"r8", 8, {Map::kHeight}},
                       {"r16", 16, {Map::kNormal}},
                       {"r32", 32, {Map::kSlope}},
                       {"pfm", 32, {Map::kNormal}},
                       {"tga", 8, {Map::kNormal}},
                       {"hdr", 32, {Map::kHeight}}};

// Returns the spec of a picture whose first pixel is (kX, kY) and whose file is discarded.
PictureSpec SpecOf(const Kind& kind, int64_t width, int64_t height, int64_t simd_target) {
  PictureSpec spec;
  spec.path = test::kNullDevice;
  spec.format = FindFormat(kind.format);
  spec.maps = kind.maps;
  spec.bits = kind.bits;
  spec.width = width;
  spec.height = height;
  spec.metadata = {"{}", "{}"};
  spec.simd_target = simd_target;
  return spec;
}

class LargePicture {
 public:
  explicit LargePicture(std::string_view recipe) {
    Recipe read = ReadRecipe(recipe, "recipe");
    const double radius = 4 / static_cast<double>(read.width);  // 4 pixels, for speed
    read.curvature.radius = radius / 2;
    read.ao.radius = radius;
    for (const std::string& level : RunningLevels())
      programs_.push_back(Program::Compile(read, {.simd = level}));
    range_ = ResolveRange(programs_.front(), {});
    whole_ = RenderMaps(programs_.front(), kMaps, {.window = {kX, kY, kMaxSide, kMaxSide}});
  }

  // Returns whether a smaller picture is bit-identical to its part of the large one, and encodes
  // it. Mostly runs at the best level, which has the longest vectors. Under ASan, the last level
  // takes fifty times as long.
  bool HasPart(int64_t width, int64_t height, int tile_columns, std::size_t which) const {
    const std::size_t level = which % 32 == 0 ? which / 32 % programs_.size() : 0;
    const Program& program = programs_[level];
    const Kind& kind = kKinds[which % std::size(kKinds)];
    const int64_t target = FindSimdLevel(program.simd())->target;
    const auto picture = OpenPicture(SpecOf(kind, width, height, target));
    FloatSink floats(width, kMaps);
    const BandOutput outputs[] = {{kMaps, &floats}, {kind.maps, picture.get()}};
    const RenderOptions options{
        .window = {kX, kY, width, height}, .threads = 1, .tile_columns = tile_columns};
    RenderBands(program, range_, options, outputs);
    picture->Commit();
    return Holds(floats.samples(), width, height);
  }

 private:
  bool Holds(const std::vector<float>& samples, int64_t width, int64_t height) const {
    const auto row = static_cast<std::size_t>(width * whole_.channels);
    if (samples.size() != row * static_cast<std::size_t>(height)) return false;
    for (int64_t j = 0; j < height; ++j)
      if (std::memcmp(samples.data() + static_cast<std::size_t>(j) * row, whole_.Pixel(0, j),
                      row * sizeof(float)) != 0)
        return false;
    return true;
  }

  inline static const std::vector<PictureMap> kMaps{Map::kValue, Map::kSlope, Map::kNormal};
  std::vector<Program> programs_;
  HeightRange range_;
  Image whole_;
};

// One index counts all sizes and tiles; the short form takes every 97th.
TEST_CASE("small pictures in small tiles match a large picture bit by bit") {
  const std::vector<LargePicture> pictures(std::begin(kRecipes), std::end(kRecipes));
  const std::size_t step = kUnderAsan || IsLongForm() ? 1 : 97;
  constexpr std::size_t kAll = std::size_t{kMaxSide} * kMaxSide * kMaxTile;
  for (std::size_t k = 0; k < kAll; k += step) {
    const std::size_t width = k % kMaxSide + 1, height = k / kMaxSide % kMaxSide + 1;
    const std::size_t tile = k / kMaxSide / kMaxSide + 1;
    const std::size_t recipe = (width + 3 * height + 5 * tile) % pictures.size();
    INFO(width, " x ", height, ", tiles of ", tile, ", recipe ", recipe);
    REQUIRE(pictures[recipe].HasPart(static_cast<int64_t>(width), static_cast<int64_t>(height),
                                     static_cast<int>(tile), 7 * width + 11 * height + tile));
  }
}

struct Free {
  void operator()(float* memory) const { ::operator delete[](memory, std::align_val_t{kAlign}); }
};
using Plane = std::unique_ptr<float[], Free>;

// Returns a channel of n pixels, aligned and padded to a multiple of kPad for band_sink.h.
Plane MakePlane(int n, int channel) {
  const int padded = (n + kPad - 1) / kPad * kPad;
  Plane plane(new (std::align_val_t{kAlign}) float[static_cast<std::size_t>(padded)]);
  for (int k = 0; k < padded; ++k)
    plane[static_cast<std::size_t>(k)] =
        static_cast<float>((k + 1) * (channel + 3) % 83) / 80 - 0.01f;
  return plane;
}

std::vector<std::byte> Quantized(const RowFormat& format, int n) {
  std::vector<Plane> memory;
  std::vector<const float*> planes;
  for (int c = 0; c < format.channels; ++c) {
    memory.push_back(MakePlane(n, c));
    planes.push_back(memory.back().get());
  }
  const auto bytes = static_cast<std::size_t>(n * format.channels * format.sample_bytes);
  const std::unique_ptr<std::byte[]> exact(new std::byte[bytes]);
  format.quantize(planes.data(), format.channels, n, exact.get());
  return {exact.get(), exact.get() + bytes};
}

TEST_CASE("a row of any length is the beginning of a longer one") {
  for (const std::string& level : RunningLevels())
    for (const Kind& kind : kKinds) {
      INFO(level, ", ", kind.format, " of ", kind.bits, " bits");
      const auto picture = OpenPicture(SpecOf(kind, 100, 1, FindSimdLevel(level)->target));
      const RowFormat format = picture->row_format();
      const std::vector<std::byte> longest = Quantized(format, 100);
      for (int n = 1; n <= kMaxSide; ++n) {
        const std::vector<std::byte> row = Quantized(format, n);
        CHECK(std::memcmp(row.data(), longest.data(), row.size()) == 0);
      }
    }
}

}  // namespace
}  // namespace cobble::test
