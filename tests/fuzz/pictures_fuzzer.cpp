// Reads pictures: a byte that chooses the suffix, then the file. A raw file's first line
// is its sidecar, or the end of its name, which begins with a colon.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cobble/error.h"
#include "fuzz/fuzzer.h"
#include "input/byte_source.h"
#include "input/picture_reader.h"

namespace cobble::test {
namespace {

constexpr std::size_t kMaxSamples = std::size_t{1} << 18;  // maximum read, to save time

std::vector<std::string_view> Suffixes() {
  std::vector<std::string_view> suffixes;
  for (const ReadableFormat& format : ReadableFormats())
    suffixes.insert(suffixes.end(), format.suffixes.begin(), format.suffixes.end());
  return suffixes;
}

PictureFile FileOf(std::string_view bytes) {
  static const std::vector<std::string_view> suffixes = Suffixes();
  PictureFile file;
  file.name = "a";
  file.path = "a";
  if (!bytes.empty()) {
    file.path += suffixes[static_cast<uint8_t>(bytes.front()) % suffixes.size()];
    bytes.remove_prefix(1);
  }
  if (NeedsSidecar(file.path)) {
    const std::size_t end = std::min(bytes.find('\n'), bytes.size());
    const std::string line(bytes.substr(0, end));
    if (auto raw = line.starts_with(':') ? ParseRawName("a" + line) : std::nullopt) {
      file.layout = std::move(raw->layout);
    } else {
      file.sidecar_name = "a.json";
      file.sidecar = line;
    }
    bytes.remove_prefix(std::min(end + 1, bytes.size()));
  }
  file.source = std::make_shared<MemorySource>(std::string(bytes));
  return file;
}

void CheckPicture(PictureReader* reader) {
  const PictureInfo& info = reader->info();
  Demand(info.width > 0 && info.height > 0 && !info.channels.empty(), "an empty picture");
  const std::size_t row_samples = static_cast<std::size_t>(info.width) * info.channels.size();
  std::vector<float> row(row_samples);
  std::size_t samples = 0;
  for (int64_t y = 0; y < info.height && samples < kMaxSamples; ++y, samples += row_samples) {
    reader->ReadRow(row);
    for (std::size_t k = 0; k < row_samples; ++k) {
      const PictureChannel& channel = info.channels[k % info.channels.size()];
      const bool is_fraction = (row[k] >= 0 && row[k] <= 1) || std::isnan(row[k]);
      Demand(channel.is_float || is_fraction, "an integer sample beyond 0..1");
    }
  }
}

}  // namespace

void FuzzPictures(std::string_view bytes) {
  try {
    const PictureFile file = FileOf(bytes);
    CheckPicture(OpenPictureFile(file).get());
  } catch (const Error& error) {
    const bool is_expected = error.kind() == ErrorKind::kRecipe ||
                             error.kind() == ErrorKind::kLimit ||
                             error.kind() == ErrorKind::kUsage;  // the name of a raw file
    Demand(is_expected, std::string("unexpected error: ") + error.what());
  }
}

}  // namespace cobble::test
