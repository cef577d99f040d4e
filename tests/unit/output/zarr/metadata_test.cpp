// Tests of the metadata of Zarr stores: their texts, and a store that zarr and GDAL read.
#include "output/zarr/metadata.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <cstring>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "core/bands.h"
#include "output/zarr/chunk.h"
#include "support/harness.h"
#include "support/simd_levels.h"
#include "support/skip.h"
#include "unit/output/files.h"

namespace cobble {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

TEST_CASE("an array's metadata") {
  CHECK(ZarrGroupText() == "{\n  \"zarr_format\": 2\n}\n");
  CHECK(
      ZarrArrayText({.width = 1000, .height = 700, .chunk_side = 256, .channels = 1, .bits = 16}) ==
      R"({
  "zarr_format": 2,
  "shape": [700, 1000],
  "chunks": [256, 256],
  "dtype": "<u2",
  "compressor": {
    "id": "zlib",
    "level": 1
  },
  "fill_value": null,
  "order": "C",
  "filters": null,
  "dimension_separator": "/"
}
)");
  const auto parsed = [](int channels, int bits, Compression compression) {
    return json::parse(ZarrArrayText({.width = int64_t{1} << 40,
                                      .height = 7,
                                      .chunk_side = 64,
                                      .channels = channels,
                                      .bits = bits,
                                      .compression = compression}));
  };
  const json bytes = parsed(3, 8, Compression::kNone), floats = parsed(2, 32, Compression::kSmall);
  CHECK(bytes["shape"] == json({3, 7, int64_t{1} << 40}));
  CHECK(bytes["chunks"] == json({3, 64, 64}));
  CHECK(bytes["dtype"] == "|u1");
  CHECK(bytes["compressor"].is_null());
  CHECK(floats["dtype"] == "<f4");
  CHECK(floats["compressor"] == json({{"id", "zlib"}, {"level", 9}}));
}

TEST_CASE("a map's metadata places each level's pixels in those of the finest") {
  const json grey = json::parse(ZarrPyramidText("height", false, 1));
  CHECK(grey == json::parse(R"({"multiscales": [{
      "version": "0.4", "name": "height", "type": "mean",
      "axes": [{"name": "y", "type": "space"}, {"name": "x", "type": "space"}],
      "datasets": [{"path": "0", "coordinateTransformations": [
          {"type": "scale", "scale": [1, 1]},
          {"type": "translation", "translation": [0, 0]}]}]}]})"));
  const json normal = json::parse(ZarrPyramidText("@a \"b\" \\", true, 12))["multiscales"][0];
  CHECK(normal["name"] == "@a \"b\" \\");
  CHECK(normal["axes"].size() == 3);
  CHECK(normal["axes"][0] == json({{"name", "c"}, {"type", "channel"}}));
  REQUIRE(normal["datasets"].size() == 12);
  CHECK(normal["datasets"][1] == json::parse(R"({"path": "1", "coordinateTransformations": [
      {"type": "scale", "scale": [1, 2, 2]},
      {"type": "translation", "translation": [0, 0.5, 0.5]}]})"));
  const json& last = normal["datasets"][11];
  CHECK(last["path"] == "11");
  CHECK(last["coordinateTransformations"][0]["scale"] == json({1, 2048, 2048}));
  CHECK(last["coordinateTransformations"][1]["translation"] == json({0, 1023.5, 1023.5}));
}

TEST_CASE("an array's attributes name its axes") {
  CHECK(ZarrAxesText(false, 0) == "{\n  \"_ARRAY_DIMENSIONS\": [\"y\", \"x\"]\n}\n");
  CHECK(json::parse(ZarrAxesText(true, 0)) == json({{"_ARRAY_DIMENSIONS", {"c", "y", "x"}}}));
  CHECK(json::parse(ZarrAxesText(true, 2)) == json({{"_ARRAY_DIMENSIONS", {"c", "y2", "x2"}}}));
}

TEST_CASE("chunks are in a folder per row") {
  CHECK(ZarrChunkName(false, 17, 204) == "17/204");
  CHECK(ZarrChunkName(true, 0, int64_t{1} << 33) == "0/0/8589934592");
}

// A store of three maps, each with levels of an odd size in chunks of 64 pixels.
constexpr int64_t kWidth = 201, kHeight = 130, kSide = 64;
constexpr int kLevels = 3;

struct StoredMap {
  std::string name;
  int channels, bits;
  Compression compression;
};

const StoredMap kMaps[] = {{"height", 1, 16, Compression::kFast},
                           {"normal", 3, 8, Compression::kSmall},
                           {"slope", 2, 32, Compression::kFast},
                           {"value", 1, 32, Compression::kNone},
                           {"pack", 4, 16, Compression::kNone}};

// Values that all depths hold exactly.
float Value(int level, int64_t x, int64_t y, int c) {
  const int64_t sample = (x * 7 + y * 13 + c * 31 + level * 5 + x * y % 11) % 256;
  return static_cast<float>(sample) / 255.0f;
}

int64_t Halved(int64_t size, int level) { return ((size - 1) >> level) + 1; }

PictureSpec ChunkSpec(const StoredMap& stored, const std::string& path, const Window& window) {
  PictureMap map(Map::kHeight);
  map.channels = stored.channels;
  return {.path = path,
          .format = &ZarrFormat(),
          .maps = {map},
          .bits = stored.bits,
          .width = window.width,
          .height = window.height,
          .chunk_side = kSide,
          .compression = stored.compression,
          .simd_target = test::BestLevel().target};
}

void WriteLevel(const StoredMap& map, int level, const std::string& folder) {
  const int64_t width = Halved(kWidth, level), height = Halved(kHeight, level);
  for (int64_t y = 0; y < height; y += kSide) {
    for (int64_t x = 0; x < width; x += kSide) {
      const std::string path = folder + "/" + ZarrChunkName(map.channels > 1, y / kSide, x / kSide);
      fs::create_directories(fs::path(path).parent_path());
      const Window window{x, y, std::min(kSide, width - x), std::min(kSide, height - y)};
      WritePicture(ChunkSpec(map, path, window), BandRows(window.width, window.height),
                   [&](int64_t i, int64_t j, int c) { return Value(level, x + i, y + j, c); });
    }
  }
  WriteFile(folder + "/.zattrs", ZarrAxesText(map.channels > 1, 0));
  WriteFile(folder + "/.zarray", ZarrArrayText({.width = width,
                                                .height = height,
                                                .chunk_side = kSide,
                                                .channels = map.channels,
                                                .bits = map.bits,
                                                .compression = map.compression}));
}

void WriteStore(const std::string& folder) {
  fs::create_directories(folder);
  WriteFile(folder + "/.zgroup", ZarrGroupText());
  for (const StoredMap& map : kMaps) {
    const std::string group = folder + "/" + map.name;
    fs::create_directory(group);
    WriteFile(group + "/.zgroup", ZarrGroupText());
    WriteFile(group + "/.zattrs", ZarrPyramidText(map.name, map.channels > 1, kLevels));
    for (int level = 0; level < kLevels; ++level)
      WriteLevel(map, level, fmt::format("{}/{}", group, level));
  }
}

// Returns the bytes of a whole level, channel by channel.
std::string LevelBytes(const StoredMap& map, int level) {
  std::string bytes;
  for (int c = 0; c < map.channels; ++c) {
    for (int64_t y = 0; y < Halved(kHeight, level); ++y) {
      for (int64_t x = 0; x < Halved(kWidth, level); ++x) {
        const float value = Value(level, x, y, c);
        char sample[4];
        std::memcpy(sample, &value, sizeof value);
        // 255 is 65535 / 257, so both bytes of a 16-bit sample are the 8-bit one.
        const auto byte = static_cast<char>(static_cast<int>(value * 255.0f + 0.5f));
        if (map.bits < 32) sample[0] = sample[1] = byte;
        bytes.append(sample, static_cast<std::size_t>(map.bits / 8));
      }
    }
  }
  return bytes;
}

void CheckDumps(const std::string& folder) {
  for (const StoredMap& map : kMaps) {
    for (int level = 0; level < kLevels; ++level) {
      CAPTURE(map.name);
      CAPTURE(level);
      CHECK((ReadFile(fmt::format("{}/{}-{}", folder, map.name, level)) == LevelBytes(map, level)));
    }
  }
}

// Writes each array of a store to a file of its samples.
constexpr std::string_view kDump = R"(import sys, zarr
folder = sys.argv[1]
for name, group in zarr.open(folder + "/a.zarr", mode="r").groups():
    scales = group.attrs["multiscales"][0]
    for dataset in scales["datasets"]:
        array = group[dataset["path"]]
        assert array.ndim == len(scales["axes"]), array
        array[:].tofile(folder + "/" + name + "-" + dataset["path"])
)";

TEST_CASE("python3-zarr reads every sample of a store, by the paths of its multiscales") {
  std::string python;
  for (const std::string name : {"/usr/bin/python3", "python3"})
    if (RunShell(name + " -W ignore -c 'import zarr'").status == 0) python = name;
  if (python.empty()) return test::Skip("no python3-zarr");
  const TemporaryFolder folder;
  WriteStore(folder / "a.zarr");
  WriteFile(folder / "dump.py", std::string(kDump));
  const Outcome outcome = RunShell(python + " " + folder / "dump.py" + " " + folder / "");
  CHECK(outcome.err == "");
  REQUIRE(outcome.status == 0);
  CheckDumps(folder / "");
}

TEST_CASE("GDAL reads every sample of a store") {
  if (RunShell("gdalinfo --formats | grep -q Zarr && command -v gdal_translate").status != 0)
    return test::Skip("no gdal-bin with Zarr");
  const TemporaryFolder folder;
  WriteStore(folder / "a.zarr");
  for (const StoredMap& map : kMaps) {
    for (int level = 0; level < kLevels; ++level) {
      const std::string name = fmt::format("{}-{}", map.name, level);
      std::string dump;
      for (int c = 0; c < map.channels; ++c) {
        const std::string source =
            fmt::format("'ZARR:\"{}\":/{}/{}{}'", folder / "a.zarr", map.name, level,
                        map.channels > 1 ? fmt::format(":{}", c) : "");
        const Outcome outcome =
            RunShell("gdal_translate -q -of ENVI " + source + " " + folder / "plane");
        REQUIRE_MESSAGE(outcome.status == 0, outcome.err);
        dump += ReadFile(folder / "plane");
      }
      WriteFile(folder / name, dump);
    }
  }
  CheckDumps(folder / "");
}

}  // namespace
}  // namespace cobble
