// Tests PNG files, which libpng reads back and pngcheck checks.
#include "output/writers.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "cobble/error.h"
#include "core/bands.h"
#include "core/maps.h"
#include "output/png/chunk.h"
#include "support/harness.h"
#include "support/readers/png.h"
#include "support/skip.h"
#include "unit/output/files.h"

namespace cobble {
namespace {

bool PngcheckAccepts(const std::string& path) {
  return !test::Has(test::kShell) || RunShell("pngcheck -q '" + path + "'").status == 0;
}

PictureSpec Spec(const std::string& path, Map map, int bits, int64_t width, int64_t height) {
  return SpecOf(path, "png", {map}, bits, width, height);
}

unsigned SampleOf(const PngPicture& picture, int64_t x, int64_t y, int c) {
  const auto at = static_cast<std::size_t>((y * picture.width + x) * picture.channels + c);
  if (picture.bits == 8) return picture.bytes[at];
  return picture.bytes[2 * at] * 256u + picture.bytes[2 * at + 1];
}

unsigned WantedSample(const PictureSpec& spec, float x) {
  if (spec.maps.front() == Map::kNormal) x = (x + 1) / 2;
  const double limited = x > 0 ? std::min<double>(x, 1) : 0.0;
  return static_cast<unsigned>(std::nearbyint(limited * ((1 << spec.bits) - 1)));
}

void CheckPicture(const PictureSpec& spec, int64_t band_rows, const Content& content) {
  CAPTURE(spec.width);
  CAPTURE(spec.height);
  CAPTURE(spec.bits);
  CAPTURE(band_rows);
  WritePicture(spec, band_rows, content);
  CHECK(PngcheckAccepts(spec.path));
  const PngPicture got = ReadPng(spec.path);
  REQUIRE(got.ok);
  CHECK(got.warnings == "");
  CHECK(got.width == spec.width);
  CHECK(got.height == spec.height);
  CHECK(got.bits == spec.bits);
  CHECK(got.channels == spec.maps.front().channels);
  int64_t wrong = 0;
  for (int64_t y = 0; y < spec.height; ++y)
    for (int64_t x = 0; x < spec.width; ++x)
      for (int c = 0; c < got.channels; ++c)
        wrong += SampleOf(got, x, y, c) != WantedSample(spec, content(x, y, c));
  CHECK(wrong == 0);
}

float Diagonals(int64_t x, int64_t y, int c) {
  return static_cast<float>((x * 37 + y * 91 + c * 1000) % 4096) / 4096.0f;
}

// Returns a hash of the position, so every call gives the same value.
float Hashed(int64_t x, int64_t y, int c) {
  auto h = static_cast<uint32_t>(x * 374761393 + y * 668265263 + c * 974634757);
  h = (h ^ (h >> 13)) * 1274126177u;
  h = (h ^ (h >> 16)) * 2246822519u;
  return static_cast<float>(h >> 8) / 8388608.0f - 0.5f;  // partly outside 0..1
}

struct Kind {
  Map map;
  int bits;
};
constexpr Kind kKinds[] = {
    {Map::kHeight, 8}, {Map::kHeight, 16}, {Map::kNormal, 8}, {Map::kNormal, 16}};

TEST_CASE("pictures and bands of many shapes read back") {
  const TemporaryFolder folder;
  struct Shape {
    int64_t width, height, band_rows;
  };
  for (const Kind& kind : kKinds)
    for (const Shape& shape : {Shape{1, 1, 1},
                               {1, 9, 2},
                               {9, 1, 1},
                               {1, 300, 300},
                               {300, 1, 4},
                               {17, 13, 1},
                               {31, 33, 5},
                               {257, 63, 7},
                               {64, 64, 64}})
      CheckPicture(Spec(folder / "a.png", kind.map, kind.bits, shape.width, shape.height),
                   shape.band_rows, Hashed);
}

TEST_CASE("smooth and constant pictures read back") {
  const TemporaryFolder folder;
  const auto constant = [](float x) { return [x](int64_t, int64_t, int) { return x; }; };
  for (const Kind& kind : kKinds) {
    const PictureSpec spec = Spec(folder / "a.png", kind.map, kind.bits, 401, 203);
    CheckPicture(spec, 29, Diagonals);
    CheckPicture(spec, 203, constant(0.0f));
    CheckPicture(spec, 50, constant(1.0f));
    CheckPicture(spec, 50, constant(0.3f));
    CheckPicture(spec, 50, constant(NAN));
  }
}

TEST_CASE("small compression reads back and is not larger than fast, for pictures of every kind") {
  const TemporaryFolder folder;
  for (const Kind& kind : kKinds) {
    for (const Content& content : {Content(Hashed), Content(Diagonals)}) {
      PictureSpec spec = Spec(folder / "a.png", kind.map, kind.bits, 401, 203);
      WritePicture(spec, 64, content);
      const std::string fast = ReadFile(spec.path);
      spec.compression = Compression::kSmall;
      CheckPicture(spec, 64, content);
      CHECK(ReadFile(spec.path).size() <= fast.size());
    }
  }
}

TEST_CASE("incompressible bands of many IDAT chunks read back") {
  const TemporaryFolder folder;
  const PictureSpec spec = Spec(folder / "a.png", Map::kNormal, 16, 1021, 1000);
  CheckPicture(spec, BandRows(spec.width, spec.height), Hashed);
  CheckPicture(spec, spec.height, Hashed);
  int64_t chunks = 0;
  const std::string bytes = ReadFile(spec.path);
  for (std::size_t at = 0; (at = bytes.find("IDAT", at)) != std::string::npos; ++at) ++chunks;
  CHECK(chunks >= 6);
}

TEST_CASE("bands encoded in parallel give the same bytes as bands encoded in turn") {
  constexpr int64_t kBands = 6, kRows = 10, kWidth = 500;
  const TemporaryFolder folder;
  const PictureSpec spec = Spec(folder / "a.png", Map::kHeight, 16, kWidth, kBands * kRows);
  std::vector<std::byte> data(kBands * kRows * kWidth * 2);
  std::mt19937 random(3);
  for (std::byte& x : data) x = static_cast<std::byte>(random() % 32);
  const auto write = [&](bool at_once) {
    const auto writer = OpenPicture(spec);
    std::vector<std::unique_ptr<Chunk>> chunks;
    std::vector<std::thread> threads;
    for (int64_t i = 0; i < kBands; ++i) chunks.push_back(writer->NewChunk(kRows));
    std::vector<Band> bands;
    for (int64_t i = 0; i < kBands; ++i) {
      const Band& band = bands.emplace_back(
          Band{i, i * kRows, kRows, data.data() + i * kRows * kWidth * 2, kWidth * 2});
      threads.emplace_back([&, band, i] { writer->Encode(band, *chunks[i]); });
      if (!at_once) threads.back().join();
    }
    for (std::thread& thread : threads)
      if (thread.joinable()) thread.join();
    for (int64_t i = 0; i < kBands; ++i) writer->Write(bands[i], *chunks[i]);
    writer->Commit();
    return ReadFile(spec.path);
  };
  const std::string in_turn = write(false);
  CHECK(PngcheckAccepts(spec.path));
  CHECK(write(true) == in_turn);
}

TEST_CASE("the file has only the chunks of a data map, in order, and the writer counts its bytes") {
  const TemporaryFolder folder;
  const PictureSpec spec = Spec(folder / "a.png", Map::kHeight, 16, 8, 8);
  const auto writer = OpenPicture(spec);
  WriteBands(*writer, spec, 4, Diagonals);
  writer->Commit();
  const std::string bytes = ReadFile(spec.path);
  CHECK(writer->bytes_written() == bytes.size());
  std::string types;
  for (std::size_t at = kPngSignature.size(); at < bytes.size();) {
    types += bytes.substr(at + 4, 4) + ' ';
    at += ReadBigEndian(std::string_view(bytes).substr(at)) + 12;
  }
  CHECK(types == "IHDR iTXt iTXt IDAT IDAT IDAT IEND ");
}

TEST_CASE("a chunk too large for memory is a limit error, not a crash") {
  const TemporaryFolder folder;
  constexpr int64_t kSide = (int64_t{1} << 31) - 1;
  const auto writer = OpenPicture(Spec(folder / "a.png", Map::kNormal, 16, kSide, kSide));
  CHECK(ErrorOf([&] { writer->NewChunk(kSide); }).starts_with("4 "));
}

}  // namespace
}  // namespace cobble
