// Tests TIFF files, which libtiff reads back.
#include "output/writers.h"

#include <doctest/doctest.h>

#include <cstring>
#include <filesystem>
#include <vector>

#include "core/bands.h"
#include "output/georeference.h"
#include "support/readers/tiff.h"
#include "unit/output/files.h"

namespace cobble {
namespace {

constexpr int kUnsigned = 1, kFloat = 3;  // TIFF's sample formats
constexpr int kMinIsBlack = 1, kRgb = 2;  // TIFF's photometric interpretations
constexpr int kUnspecified = 0, kAlpha = 2;

PictureSpec Spec(const std::string& path, const PictureMap& map, int bits, int64_t width,
                 int64_t height) {
  return SpecOf(path, "tiff", {map}, bits, width, height);
}

void Write(const PictureSpec& spec, const Content& content) {
  WritePicture(spec, BandRows(spec.width, spec.height), content);
}

double SampleOf(const TiffPicture& picture, std::size_t index) {
  const auto at = index * static_cast<std::size_t>(picture.bits / 8);
  if (picture.bits == 8) return picture.bytes[at];
  if (picture.bits == 16) return picture.bytes[at] + 256 * picture.bytes[at + 1];
  float x = 0;
  std::memcpy(&x, picture.bytes.data() + at, sizeof x);
  return static_cast<double>(x);
}

void CheckPixels(const PictureSpec& spec, const Content& content) {
  const TiffPicture got = ReadTiff(spec.path);
  CHECK(got.problem == "");
  CHECK(got.width == spec.width);
  CHECK(got.height == spec.height);
  const int channels = spec.maps[0].channels;
  CHECK(got.channels == channels);
  CHECK(got.bits == spec.bits);
  CHECK(got.sample_format == (spec.bits == 32 ? kFloat : kUnsigned));
  CHECK(got.predictor == (spec.bits == 32 ? 3 : 2));
  CHECK(got.is_little_endian);
  const double steps = spec.bits == 32 ? 1 : (1 << spec.bits) - 1;
  std::size_t index = 0, wrong = 0;
  for (int64_t y = 0; y < spec.height; ++y)
    for (int64_t x = 0; x < spec.width; ++x)
      for (int c = 0; c < channels; ++c, ++index) {
        const double off = SampleOf(got, index) - static_cast<double>(content(x, y, c)) * steps;
        wrong += std::abs(off) > (spec.bits == 32 ? 0 : 0.5001);
      }
  CHECK(wrong == 0);
}

TEST_CASE("pictures of any size, depth and number of channels read back") {
  const TemporaryFolder folder;
  for (const auto& [width, height] : std::initializer_list<std::pair<int, int>>{
           {1, 1}, {1, 2}, {2, 1}, {3, 15}, {7, 17}, {257, 33}, {1100, 61}, {4100, 20}}) {
    for (const int bits : {8, 16, 32}) {
      for (int channels = 1; channels <= 4; ++channels) {
        PictureSpec spec = Spec(folder / "a.tif", MapOf(channels), bits, width, height);
        CAPTURE(spec.width);
        CAPTURE(spec.bits);
        CAPTURE(channels);
        for (const Compression compression : {Compression::kFast, Compression::kSmall}) {
          spec.compression = compression;
          Write(spec, Noisy);
          CheckPixels(spec, Noisy);
          Write(spec, Smooth);
          CheckPixels(spec, Smooth);
        }
      }
    }
  }
}

TEST_CASE("a strip is a band, so a reader need not hold the picture") {
  const TemporaryFolder folder;
  for (const auto& [width, height] :
       std::initializer_list<std::pair<int, int>>{{70, 50}, {512, 900}, {40000, 9}, {600000, 3}}) {
    const PictureSpec spec = Spec(folder / "a.tif", Map::kHeight, 8, width, height);
    Write(spec, Smooth);
    CheckPixels(spec, Smooth);
    CHECK(ReadTiff(spec.path).strip_rows == std::min<int64_t>(height, BandRows(width, height)));
  }
  const PictureSpec spec = Spec(folder / "b.tif", Map::kHeight, 8, 512, 900);
  CHECK(ErrorOf([&] { OpenPicture(spec)->NewChunk(16); }) ==
        "70 a band is not as high as a TIFF strip");
}

TEST_CASE("channels beyond grey and RGB are alpha only in packs with a colour") {
  const TemporaryFolder folder;
  const auto read = [&](const PictureMap& map) {
    const PictureSpec spec = Spec(folder / "a.tif", map, 16, 5, 4);
    Write(spec, Noisy);
    return ReadTiff(spec.path);
  };
  const auto photometric = [&](const PictureMap& map) { return read(map).photometric; };
  CHECK(photometric(Map::kHeight) == kMinIsBlack);
  CHECK(photometric(MapOf(2)) == kMinIsBlack);
  CHECK(photometric(Map::kNormal) == kRgb);
  CHECK(photometric(MapOf(4)) == kRgb);
  CHECK(read(Map::kNormal).extra_samples.empty());
  CHECK(read(MapOf(2)).extra_samples == std::vector{kUnspecified});
  CHECK(read(MapOf(4)).extra_samples == std::vector{kUnspecified});
  PictureMap color = MapOf(3), pack = MapOf(4);
  color.is_color = true;
  pack.parts = {color, Map::kHeight};
  CHECK(read(pack).extra_samples == std::vector{kAlpha});
}

TEST_CASE("the packet holds the metadata, and the file holds neither a date nor a host name") {
  const TemporaryFolder folder;
  PictureSpec spec = Spec(folder / "a.tif", Map::kHeight, 16, 5, 4);
  Write(spec, Smooth);
  const TiffPicture got = ReadTiff(spec.path);
  CHECK(got.software == "cobble");
  CHECK(got.xmp == XmpPacket(spec.metadata));
  CHECK(got.xmp.find(R"(<cobble:recipe>{"cobble": 1, "description": "&lt;é&gt; &amp; \"x\""})") !=
        std::string::npos);
  CHECK(ReadFile(spec.path).find("202") == std::string::npos);
  spec.metadata = {};
  Write(spec, Smooth);
  CHECK(ReadTiff(spec.path).xmp == "");
  CHECK(ReadTiff(spec.path).problem == "");
}

TEST_CASE("a file that might pass 4 GiB is a BigTIFF") {
  const auto is_big = [&](int64_t height) {
    PictureBytes memory;
    PictureSpec spec = Spec("", MapOf(4), 32, 16384, height);
    spec.memory = &memory;
    OpenPicture(spec);
    return memory.bytes.starts_with(std::string_view("II+\0", 4));
  };
  CHECK_FALSE(is_big(16000));
  CHECK(is_big(16384));
  CHECK(is_big(int64_t{1} << 20));
}

TEST_CASE("compressible samples are compressed, and others hardly grow") {
  const TemporaryFolder folder;
  const auto size = [&](int bits, Compression compression, const Content& content) {
    PictureSpec spec = Spec(folder / "a.tif", Map::kHeight, bits, 4096, 128);
    spec.compression = compression;
    spec.metadata = {};
    Write(spec, content);
    return std::filesystem::file_size(spec.path);
  };
  constexpr std::size_t kPixels = 4096 * 128;
  for (const int bits : {8, 16, 32}) {
    const std::size_t raw = kPixels * static_cast<std::size_t>(bits / 8);
    CAPTURE(bits);
    CHECK(size(bits, Compression::kFast, [](int64_t, int64_t, int) { return 0.25f; }) < raw / 40);
    CHECK(size(bits, Compression::kFast, Noisy) < raw + raw / 100 + 1000);
    CHECK(size(bits, Compression::kSmall, Smooth) < size(bits, Compression::kFast, Smooth));
  }
}

// --- Tags of places ---

using Keys = std::vector<uint16_t>;

TEST_CASE("pixels are areas, whose first corner is the tiepoint") {
  const GeoTags tags = GeoTagsOf({.step = 0.5, .x = 500000, .y = 5200000, .epsg = 32632}, 1);
  CHECK(tags.pixel_scale == std::vector{0.5, 0.5, 0.0});
  CHECK(tags.tiepoint == std::vector{0.0, 0.0, 0.0, 500000.0, 5200000.0, 0.0});
  CHECK(tags.keys == Keys{1, 1, 1, 3, 1024, 0, 1, 1, 1025, 0, 1, 1, 3072, 0, 1, 32632});
  CHECK(tags.gdal_metadata.empty());
}

TEST_CASE("vertices are points, in local coordinates without a system") {
  const GeoTags tags =
      GeoTagsOf({.step = 1, .is_point = true, .metres = SampleMetres{1310.7, -5}}, 65535);
  CHECK(tags.tiepoint == std::vector<double>(6, 0));
  CHECK(tags.keys == Keys{1, 1, 1, 3, 1024, 0, 1, 32767, 1025, 0, 1, 2, 3076, 0, 1, 9001});
  CHECK(tags.gdal_metadata.find("role=\"offset\">-5<") != std::string::npos);
  CHECK(tags.gdal_metadata.find("role=\"scale\">0.02<") != std::string::npos);
  CHECK(tags.gdal_metadata.find("role=\"unittype\">m<") != std::string::npos);
}

TEST_CASE("the corner of a point is half a step outside") {
  const Georeference point{.step = 2, .x = 10, .y = 20, .is_point = true};
  CHECK(point.CornerX() == 9);
  CHECK(point.CornerY() == 21);
  const Georeference area{.step = 2, .x = 10, .y = 20};
  CHECK(area.CornerX() == 10);
  CHECK(area.CornerY() == 20);
}

}  // namespace
}  // namespace cobble
