// Implements no_data.h.
#include "input/no_data.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "cobble/error.h"
#include "core/geotiff.h"
#include "core/math.h"
#include "core/numbers.h"
#include "core/suggest.h"
#include "input/raster_tags.h"
#include "input/sample_type.h"

namespace cobble {
namespace {

// Returns the number that stands for NoData: infinity for all samples that are infinite.
std::optional<double> NumberIn(std::string_view text) {
  if (text == kInfiniteNoData || text == "-inf") return INFINITY;
  return ParseNumber(text);
}

SampleType TypeOf(const PictureChannel& channel) {
  SampleType type{SampleKind::kUnsigned, channel.bits};
  if (channel.is_int) type.kind = SampleKind::kSigned;
  if (channel.is_float && !channel.is_int && !channel.is_uint) type.kind = SampleKind::kFloat;
  return type;
}

// Returns the sample as FloatsFrom converts it; nullopt if no sample can have the number.
std::optional<float> SampleOf(double number, const SampleType& type) {
  if (!type.IsFraction()) return std::isinf(number) ? INFINITY : ToFloat(number);
  const int maximum = (1 << type.bits) - 1;
  if (number < 0 || number > maximum || number != std::floor(number)) return std::nullopt;
  return static_cast<float>(number / maximum);
}

// Programs round NoData beyond geotiff::kBeyondNumbers.
bool StandsFor(float sample, float no_data) {
  if (std::isinf(no_data)) return std::isinf(sample);
  if (sample == no_data) return true;
  if (std::abs(double{no_data}) < geotiff::kBeyondNumbers) return false;
  return no_data < 0 ? sample < -geotiff::kBeyondNumbers : sample > geotiff::kBeyondNumbers;
}

// Channels of a pixel that are missing if all of them stand for NoData.
struct MarkedChannels {
  std::vector<std::size_t> channels;
  float no_data = 0;
};

std::vector<MarkedChannels> MarkedIn(const PictureInfo& info, double number) {
  std::vector<MarkedChannels> marked;
  std::vector<std::size_t> colors;
  for (const std::string_view name : {"R", "G", "B"})
    for (std::size_t c = 0; c < info.channels.size(); ++c)
      if (info.channels[c].name == name) colors.push_back(c);
  if (colors.size() != 3) colors.clear();
  for (std::size_t c = 0; c < info.channels.size(); ++c) {
    const auto sample = SampleOf(number, TypeOf(info.channels[c]));
    if (!sample || info.channels[c].name == "A") continue;
    if (std::ranges::count(colors, c) == 0)
      marked.push_back({{c}, *sample});
    else if (c == colors.front())
      marked.push_back({colors, *sample});
  }
  return marked;
}

class NoDataReader final : public PictureReader {
 public:
  NoDataReader(std::unique_ptr<PictureReader> reader, std::string_view text, double number)
      : reader_(std::move(reader)) {
    info_ = reader_->info();
    marked_ = MarkedIn(info_, number);
    if (!marked_.empty()) info_.more.push_back("NoData " + Shown(text));
  }

  bool MarksAny() const { return !marked_.empty(); }

  void ReadRow(std::span<float> row) override {
    reader_->ReadRow(row);
    for (std::size_t at = 0; at < row.size(); at += info_.channels.size())
      for (const auto& [channels, no_data] : marked_) MarkPixel(&row[at], channels, no_data);
  }

 private:
  static void MarkPixel(float* pixel, std::span<const std::size_t> channels, float no_data) {
    for (const std::size_t c : channels)
      if (!StandsFor(pixel[c], no_data)) return;
    for (const std::size_t c : channels) pixel[c] = std::numeric_limits<float>::quiet_NaN();
  }

  std::unique_ptr<PictureReader> reader_;
  std::vector<MarkedChannels> marked_;
};

[[noreturn]] void RefuseNumber(const PictureFile& file, const PictureChannel& channel) {
  throw Error(ErrorKind::kUsage, Shown(file.name), "has no samples of " + *file.no_data,
              fmt::format("its samples are whole numbers from 0 to {}", (1 << channel.bits) - 1));
}

}  // namespace

std::optional<std::string> TakeNoData(std::string* name) {
  constexpr std::string_view kStart = ":nodata=";
  const std::size_t at = name->rfind(kStart);
  if (at == std::string::npos || at == 0) return std::nullopt;
  std::string text = name->substr(at + kStart.size());
  if (text != kNoNoData && !NumberIn(text))
    throw Error(ErrorKind::kUsage, Shown(*name),
                "NoData must be a number, inf or none, got " + Quoted(text),
                "as in dem.tif:nodata=-9999");
  name->resize(at);
  return text;
}

bool IsComplete(const PictureFile& file, const PictureInfo& info) {
  return file.no_data.value_or(info.no_data) == kNoNoData;
}

std::unique_ptr<PictureReader> WithoutNoData(const PictureFile& file,
                                             std::unique_ptr<PictureReader> reader) {
  const std::string own = reader->info().no_data, text = file.no_data.value_or(own);
  const auto number = NumberIn(Trimmed(text));
  if (!number) return reader;
  const auto kept = file.no_data && std::isinf(*number) ? NumberIn(Trimmed(own)) : std::nullopt;
  if (kept) reader = std::make_unique<NoDataReader>(std::move(reader), own, *kept);
  auto marking = std::make_unique<NoDataReader>(std::move(reader), text, *number);
  if (file.no_data && !marking->MarksAny()) RefuseNumber(file, marking->info().channels.front());
  return marking;
}

}  // namespace cobble
