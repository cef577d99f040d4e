// Tests EXR files with mip levels, which OpenEXR reads back, against means in double.
#include "output/writers.h"

#include <Imath/half.h>
#include <OpenEXR/ImfFrameBuffer.h>
#include <OpenEXR/ImfHeader.h>
#include <OpenEXR/ImfTiledInputFile.h>
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "core/bands.h"
#include "support/readers/exr.h"
#include "unit/output/files.h"

namespace cobble {
namespace {

constexpr int kChannels = 6;
const char* const kNames[kChannels] = {"b0_h",     "b1_dhds",  "b2_dhdt",
                                       "b3_dhds2", "b4_dhdt2", "b5_dh2dsdt"};

PictureSpec MipmapSpec(const std::string& path, int bits, int64_t width, int64_t height) {
  return SpecOf(path, "exr", {Map::kBumpslopes}, bits, width, height);
}

float Wave(int64_t x, int64_t y, int c) {
  return static_cast<float>(
      std::sin(0.7 * static_cast<double>(x) + 0.3 * static_cast<double>(y * (c + 1)) + c));
}

struct Level {
  int64_t width = 0, height = 0;
  std::vector<float> planes[kChannels];
};

std::vector<Level> ReadLevels(const std::string& path) {
  Imf::TiledInputFile file(path.c_str(), 0);
  CHECK(file.isComplete());
  CHECK(file.levelMode() == Imf::MIPMAP_LEVELS);
  CHECK(file.levelRoundingMode() == Imf::ROUND_DOWN);
  CHECK(file.tileXSize() == 64);
  CHECK(file.tileYSize() == 64);
  std::vector<Level> levels;
  for (int l = 0; l < file.numLevels(); ++l) {
    Level& level = levels.emplace_back();
    level.width = file.levelWidth(l);
    level.height = file.levelHeight(l);
    Imf::FrameBuffer buffer;
    for (int c = 0; c < kChannels; ++c) {
      level.planes[c].resize(static_cast<std::size_t>(level.width * level.height));
      buffer.insert(kNames[c], Imf::Slice::Make(Imf::FLOAT, level.planes[c].data(),
                                                file.dataWindowForLevel(l)));
    }
    file.setFrameBuffer(buffer);
    file.readTiles(0, file.numXTiles(l) - 1, 0, file.numYTiles(l) - 1, l);
  }
  return levels;
}

// Returns the mean of a level's plane over the rectangle [x0, x1) x [y0, y1).
double MeanOver(const Level& level, int c, double x0, double x1, double y0, double y1) {
  const auto overlap = [](int64_t i, double begin, double end) {
    const auto at = static_cast<double>(i);
    return std::max(0.0, std::min(end, at + 1) - std::max(begin, at));
  };
  double sum = 0, area = 0;
  for (auto y = static_cast<int64_t>(y0); y < level.height && static_cast<double>(y) < y1; ++y)
    for (auto x = static_cast<int64_t>(x0); x < level.width && static_cast<double>(x) < x1; ++x) {
      const double part = overlap(x, x0, x1) * overlap(y, y0, y1);
      const auto i = static_cast<std::size_t>(y * level.width + x);
      sum += part * static_cast<double>(level.planes[c][i]);
      area += part;
    }
  return sum / area;
}

void CheckLevel(const Level& before, const Level& level) {
  CHECK(level.width == std::max<int64_t>(before.width / 2, 1));
  CHECK(level.height == std::max<int64_t>(before.height / 2, 1));
  const double step_x = static_cast<double>(before.width) / static_cast<double>(level.width);
  const double step_y = static_cast<double>(before.height) / static_cast<double>(level.height);
  double worst = 0;
  for (int64_t y = 0; y < level.height; ++y)
    for (int64_t x = 0; x < level.width; ++x) {
      const double x0 = static_cast<double>(x) * step_x, y0 = static_cast<double>(y) * step_y;
      for (const int c : {0, kChannels - 1}) {
        const double mean = MeanOver(before, c, x0, x0 + step_x, y0, y0 + step_y);
        const float got = level.planes[c][static_cast<std::size_t>(y * level.width + x)];
        worst = std::max(worst, std::abs(mean - static_cast<double>(got)));
      }
    }
  CHECK(worst < 1e-6);
}

TEST_CASE("each pixel is the mean of what it covers of the level before, also of odd sizes") {
  const TemporaryFolder folder;
  for (const auto& [width, height] : std::initializer_list<std::pair<int, int>>{
           {1, 1}, {64, 64}, {128, 256}, {1, 9}, {130, 1}, {71, 129}, {97, 67}}) {
    const PictureSpec spec = MipmapSpec(folder / "a.exr", 32, width, height);
    CAPTURE(spec.width);
    CAPTURE(spec.height);
    WritePicture(spec, 16, Wave);
    const auto levels = ReadLevels(spec.path);
    CHECK(levels[0].width == width);
    CHECK(levels[0].height == height);
    for (std::size_t l = 1; l < levels.size(); ++l) CheckLevel(levels[l - 1], levels[l]);
    CHECK(levels.back().width * levels.back().height == 1);
    std::size_t wrong = 0;
    for (int c = 0; c < kChannels; ++c)
      for (int64_t i = 0; i < int64_t{width} * height; ++i)
        wrong += levels[0].planes[c][static_cast<std::size_t>(i)] != Wave(i % width, i / width, c);
    CHECK(wrong == 0);
  }
}

TEST_CASE("the bytes do not depend on the bands, and the writer counts them") {
  const TemporaryFolder folder;
  for (const int bits : {16, 32}) {
    const PictureSpec spec = MipmapSpec(folder / "a.exr", bits, 203, 301);
    WritePicture(spec, 16, Wave);
    const std::string bytes = ReadFile(spec.path);
    for (const int64_t rows : {1, 64, 77, 301}) {
      const auto writer = OpenPicture(spec);
      WriteBands(*writer, spec, rows, Wave);
      writer->Commit();
      CHECK(ReadFile(spec.path) == bytes);
      CHECK(writer->bytes_written() == bytes.size());
    }
  }
}

TEST_CASE("half levels are rounded from float means") {
  const TemporaryFolder folder;
  WritePicture(MipmapSpec(folder / "a.exr", 32, 100, 90), 16, Wave);
  WritePicture(MipmapSpec(folder / "b.exr", 16, 100, 90), 16, Wave);
  const auto floats = ReadLevels(folder / "a.exr"), halves = ReadLevels(folder / "b.exr");
  REQUIRE(floats.size() == halves.size());
  std::size_t wrong = 0;
  for (std::size_t l = 0; l < floats.size(); ++l)
    for (int c = 0; c < kChannels; ++c)
      for (std::size_t i = 0; i < floats[l].planes[c].size(); ++i)
        wrong += static_cast<float>(half(floats[l].planes[c][i])) != halves[l].planes[c][i];
  CHECK(wrong == 0);
}

TEST_CASE("the attributes are those of a texture") {
  const TemporaryFolder folder;
  PictureSpec spec = MipmapSpec(folder / "a.exr", 32, 70, 65);
  spec.x = -3;
  spec.y = 9;
  spec.repeats = true;
  spec.uvslopes_scale = 8;
  WritePicture(spec, 65, Wave);
  const ExrPicture picture = ReadExr(spec.path);
  CHECK(picture.tiled);
  CHECK(picture.data_window == std::array{-3, 9, 66, 73});
  CHECK(picture.display_window == picture.data_window);
  CHECK(picture.texts ==
        std::map<std::string, std::string>{{"software", "cobble"},
                                           {"textureformat", "Plain Texture"},
                                           {"wrapmodes", "periodic"},
                                           {"cobble:recipe", spec.metadata.recipe},
                                           {"cobble:output", spec.metadata.output}});
  CHECK(std::ranges::count(picture.attributes, "uvslopes_scale") == 1);
}

}  // namespace
}  // namespace cobble
