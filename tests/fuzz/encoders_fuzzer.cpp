// Writes pictures of any shape and samples as PNG, EXR, TIFF and raw files, and reads them back.
// The first bytes choose the shape, the rest are the samples.
#include <Imath/half.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <vector>

#include "core/json/tree.h"
#include "core/simd_level.h"
#include "fuzz/fuzzer.h"
#include "fuzz/scratch_folder.h"
#include "output/exr/channels.h"
#include "output/picture.h"
#include "support/levels.h"
#include "support/random/recipe.h"
#include "support/readers/exr.h"
#include "support/readers/png.h"
#include "support/readers/tiff.h"

namespace cobble::test {
namespace {

constexpr std::size_t kHeader = 32;  // bytes that choose the shape
constexpr int64_t kMaxEncodedPixels = 256, kMaxBands = 2;
constexpr std::string_view kMetadata = R"({"cobble": 1, "description": "é"})";

using Bytes = std::vector<std::byte>;

struct EncoderTrial {
  PictureSpec spec;
  int64_t band_rows = 1;
  Bytes samples;  // all rows
};

std::string_view AnyFormat(Random& random) {
  return random.OneOf<std::string_view>({"png", "png", "exr", "exr", "r8", "r16", "r32", "tiff"});
}

std::vector<PictureMap> AnyMaps(const Format& format, Random& random) {
  std::vector<PictureMap> maps;
  for (const MapInfo& map : kMapTable)
    if (!map.is_mipmapped && CanHold(format, map.map) &&
        WhyTooMany(format, maps.size() + 1).empty() && random.Chance(0.5))
      maps.push_back(map.map);
  if (maps.empty()) maps.push_back(Map::kNormal);
  if (random.Chance(0.3)) std::ranges::reverse(maps);
  return maps;
}

// Returns mostly the best level, because the emulated one takes twenty times as long.
std::string AnyLevel(Random& random) {
  static const std::vector<std::string> levels = RunningLevels();
  return random.Chance(0.9) ? levels.front() : levels[random.Bits() % levels.size()];
}

PictureSpec AnySpec(Random& random, const ScratchFolder& folder) {
  const Format& format = *FindFormat(AnyFormat(random));
  PictureSpec spec;
  spec.path = folder / ("a." + std::string(format.name));
  spec.format = &format;
  spec.maps = AnyMaps(format, random);
  spec.bits = format.bits[random.Bits() % format.bits.size()];
  spec.width = random.Integer(1, random.OneOf({8, 24, 70, 256}));
  spec.height = random.Integer(1, std::max<int64_t>(1, kMaxEncodedPixels / spec.width));
  if (format.name == "exr" && random.Chance(0.001)) spec.width = 32800, spec.height = 2;
  spec.x = random.Integer(-70000, 70000);
  spec.y = random.Integer(-70000, 70000);
  spec.repeats = random.Chance(0.5);
  if (random.Chance(0.9)) spec.metadata = {std::string(kMetadata), std::string(kMetadata)};
  spec.compression = random.OneOf({Compression::kFast, Compression::kSmall});
  spec.simd_target = FindSimdLevel(AnyLevel(random))->target;
  return spec;
}

// In an EXR, a band is a multiple of 16 rows (blocks) or the whole picture. In a TIFF, a band is a
// strip, and such small pictures have one.
int64_t AnyBandRows(const PictureSpec& spec, Random& random) {
  if (spec.format->name == "tiff") return spec.height;
  const int64_t rows = random.Integer((spec.height + kMaxBands - 1) / kMaxBands, spec.height);
  if (spec.format->name != "exr" || spec.width > 32768) return rows;
  return random.Chance(0.3) ? spec.height : (rows + 15) / 16 * 16;
}

// Repeats the content in one of several ways, so that deflate gets data that compresses and data
// that does not.
Bytes Fill(std::size_t size, std::string_view content, std::size_t row_bytes, Random& random) {
  enum Way { kRepeated, kRepeatedPerRow, kRuns, kMixed };
  const Way way = random.OneOf({kRepeated, kRepeatedPerRow, kRuns, kMixed});
  if (content.empty()) content = std::string_view("\0", 1);
  Bytes samples(size);
  uint32_t mix = 1;
  for (std::size_t k = 0, run = 0; k < size; ++k) {
    if (way == kRuns && k % 17 == 0) run += static_cast<uint8_t>(content[run % content.size()]);
    mix = mix * 1664525 + 1013904223;
    std::size_t at = way == kRuns ? run : k;
    if (way == kRepeatedPerRow) at = k % row_bytes;
    const auto byte = static_cast<uint8_t>(content[at % content.size()]);
    samples[k] = std::byte(way == kMixed ? byte ^ (mix >> 24) : byte);
  }
  return samples;
}

std::size_t RowBytes(const RowFormat& format, const PictureSpec& spec) {
  return static_cast<std::size_t>(spec.width * format.channels * format.sample_bytes);
}

// Each band has its own buffer of its exact size, so that ASan sees reads past it.
void WriteBands(PictureWriter& writer, const EncoderTrial& trial, std::size_t row_bytes) {
  const auto chunk = writer.NewChunk(trial.band_rows);
  Band band{.stride = row_bytes};
  for (; band.first_row < trial.spec.height; band.first_row += band.rows, ++band.index) {
    band.rows = std::min(trial.band_rows, trial.spec.height - band.first_row);
    const auto begin =
        trial.samples.begin() + band.first_row * static_cast<std::ptrdiff_t>(row_bytes);
    const Bytes rows(begin, begin + band.rows * static_cast<std::ptrdiff_t>(row_bytes));
    band.data = rows.data();
    writer.Encode(band, *chunk);
    writer.Write(band, *chunk);
  }
  writer.Commit();
}

std::string TextOf(const EncoderTrial& trial) {
  const PictureSpec& spec = trial.spec;
  return std::string(spec.format->name) + " " + std::to_string(spec.width) + " x " +
         std::to_string(spec.height) + ", " + std::to_string(spec.bits) + " bits, " +
         std::to_string(spec.maps.size()) + " maps, bands of " + std::to_string(trial.band_rows);
}

bool SameBytes(const Bytes& samples, const void* data, std::size_t size) {
  return samples.size() == size && std::memcmp(samples.data(), data, size) == 0;
}

void CheckPng(const EncoderTrial& trial, const RowFormat& format) {
  const PngPicture got = ReadPng(trial.spec.path);
  Demand(got.ok && got.warnings.empty(), got.warnings + " " + TextOf(trial));
  Demand(got.width == trial.spec.width && got.height == trial.spec.height &&
             got.bits == trial.spec.bits && got.channels == format.channels,
         "another shape: " + TextOf(trial));
  Demand(SameBytes(trial.samples, got.bytes.data(), got.bytes.size()),
         "wrong samples: " + TextOf(trial));
}

void CheckTiff(const EncoderTrial& trial, const RowFormat& format) {
  const TiffPicture got = ReadTiff(trial.spec.path);
  Demand(got.problem.empty(), got.problem + " " + TextOf(trial));
  Demand(got.width == trial.spec.width && got.height == trial.spec.height &&
             got.bits == trial.spec.bits && got.channels == format.channels,
         "another shape: " + TextOf(trial));
  Demand(SameBytes(trial.samples, got.bytes.data(), got.bytes.size()),
         "wrong samples: " + TextOf(trial));
}

void CheckRaw(const EncoderTrial& trial, const std::string& file) {
  Demand(SameBytes(trial.samples, file.data(), file.size()), "wrong samples: " + TextOf(trial));
}

float SampleAt(const std::byte* at, int bits) {
  float sample;
  half narrow;
  if (bits == 32) {
    std::memcpy(&sample, at, sizeof sample);
    return sample;
  }
  std::memcpy(static_cast<void*>(&narrow), at, sizeof narrow);
  return narrow;
}

void CheckExr(const EncoderTrial& trial, const RowFormat& format) {
  const PictureSpec& spec = trial.spec;
  const ExrPicture got = ReadExr(spec.path);
  Demand(got.complete && got.Width() == spec.width && got.Height() == spec.height &&
             got.data_window[0] == spec.x && got.data_window[1] == spec.y,
         "another shape: " + TextOf(trial));
  const auto step = static_cast<std::size_t>(format.channels * format.sample_bytes);
  std::size_t wrong = 0;
  for (const ExrChannel& channel : ExrChannels(spec.maps, spec.bits)) {
    const std::byte* at = trial.samples.data() + channel.plane * format.sample_bytes;
    for (const float sample : got.channels.at(channel.name)) {
      const float expected = SampleAt(at, spec.bits);
      wrong += sample != expected && !(std::isnan(sample) && std::isnan(expected));
      at += step;
    }
  }
  Demand(wrong == 0, std::to_string(wrong) + " wrong samples: " + TextOf(trial));
}

void CheckMetadata(const EncoderTrial& trial, const ScratchFolder& folder) {
  const PictureMetadata& written = trial.spec.metadata;
  const std::string last = PathsOf(*trial.spec.format, trial.spec.path).back();
  const std::string name = std::filesystem::path(last).filename().string();
  if (written.recipe.empty()) return;
  const auto metadata = ReadPictureMetadata(folder.Read(name), name);
  // A sidecar has the same JSON on several lines.
  const auto is_same = [](const std::string& a, const std::string& b) {
    return JsonTree::parse(a) == JsonTree::parse(b);
  };
  Demand(metadata && is_same(metadata->recipe, written.recipe) &&
             is_same(metadata->output, written.output),
         "other metadata: " + TextOf(trial));
}

}  // namespace

void FuzzEncoders(std::string_view bytes) {
  static const ScratchFolder folder;
  Random random(bytes.substr(0, kHeader));
  EncoderTrial trial{.spec = AnySpec(random, folder), .samples = {}};
  trial.band_rows = AnyBandRows(trial.spec, random);
  const auto writer = OpenPicture(trial.spec);
  const RowFormat format = writer->row_format();
  const std::size_t row_bytes = RowBytes(format, trial.spec);
  trial.samples = Fill(row_bytes * static_cast<std::size_t>(trial.spec.height),
                       bytes.substr(std::min(kHeader, bytes.size())), row_bytes, random);
  WriteBands(*writer, trial, row_bytes);

  const std::string file = folder.Read("a." + std::string(trial.spec.format->name));
  Demand(writer->bytes_written() == file.size(), "wrong size: " + TextOf(trial));
  if (trial.spec.format->name == "png") {
    CheckPng(trial, format);
  } else if (trial.spec.format->name == "exr") {
    CheckExr(trial, format);
  } else if (trial.spec.format->name == "tiff") {
    CheckTiff(trial, format);
  } else {
    CheckRaw(trial, file);
  }
  CheckMetadata(trial, folder);
}

}  // namespace cobble::test
