// Reads whole pictures row by row.
#include "input/image_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <string_view>
#include <vector>

#include "cobble/error.h"
#include "core/interrupt.h"
#include "core/list_text.h"
#include "core/size.h"
#include "core/suggest.h"
#include "core/window.h"
#include "input/no_data.h"

namespace cobble {
namespace {

// The suffix must fit the contents; otherwise it is seldom the file that was meant.
void CheckSuffix(const PictureFile& file, std::string_view format) {
  const ReadableFormat* const named = FindReadableFormat("", file.path);
  const auto formats = ReadableFormats();
  const auto real = std::ranges::find(formats, format, &ReadableFormat::name);
  if (!named || real == formats.end() || named->name == format) return;
  throw Error(ErrorKind::kRecipe, Shown(file.name),
              fmt::format("is {}, but has the suffix of {}", real->title, named->title),
              "rename it");
}

// Returns which of the file's channels make up the image.
std::vector<std::size_t> ChannelsOf(const PictureFile& file, const PictureInfo& info) {
  const auto find = [&](std::string_view name) {
    return std::ranges::find(info.channels, name, &PictureChannel::name) - info.channels.begin();
  };
  const auto has = [&](std::string_view name) { return find(name) < std::ssize(info.channels); };
  std::vector<std::size_t> channels;
  const auto add = [&](std::string_view name) {
    channels.push_back(static_cast<std::size_t>(find(name)));
  };
  if (has("R") && has("G") && has("B")) {
    for (const char* const name : {"R", "G", "B"}) add(name);
  } else if (has("Y")) {
    add("Y");
  } else if (info.channels.size() == 1) {
    return {0};
  } else {
    throw Error(ErrorKind::kRecipe, Shown(file.name),
                "an image needs the channels R, G and B, or Y, or only one, got " +
                    ListText(info.channels, " and ",
                             [](const PictureChannel& channel) { return Shown(channel.name); }));
  }
  if (has("A")) add("A");
  return channels;
}

}  // namespace

ImageFile ReadImageFile(const PictureFile& file) {
  const auto reader = OpenPictureFile(file);
  const PictureInfo& info = reader->info();
  CheckSuffix(file, info.format);
  const std::vector<std::size_t> channels = ChannelsOf(file, info);
  const auto count = static_cast<int>(channels.size());
  CheckImageSize(Shown(file.name), info.width, info.height, count);

  ImageFile image;
  image.is_srgb = std::ranges::none_of(info.channels, &PictureChannel::is_float);
  image.terrain = info.terrain;
  image.is_complete = IsComplete(file, info);
  image.pixels = {info.width, info.height, count, {}};
  std::vector<float>& samples = image.pixels.samples;
  std::array<bool, 4> is_known{};  // by channel of the image
  samples.reserve((Size(info.width) * Size(info.height) * Size(count)).bytes());
  std::vector<float> row((Size(info.width) * Size(info.channels.size())).bytes());
  for (int64_t y = 0; y < info.height; ++y) {
    CheckInterrupt();
    reader->ReadRow(row);
    if (std::ranges::any_of(row, [](float x) { return std::isinf(x); }))
      throw Error(
          ErrorKind::kRecipe, Shown(file.name),
          fmt::format("has samples in row {} that are infinite", y),
          fmt::format("add :nodata={} to the file's name if they are holes", kInfiniteNoData));
    for (const float* pixel = row.data(); pixel < row.data() + row.size();
         pixel += info.channels.size())
      for (std::size_t k = 0; k < channels.size(); ++k) {
        samples.push_back(pixel[channels[k]]);
        is_known[k] |= !std::isnan(pixel[channels[k]]);
      }
  }
  for (std::size_t k = 0; k < channels.size(); ++k)
    if (!is_known[k])
      RefusePicture(file, "has only missing samples (NoData or NaN) in its channel " +
                              Shown(info.channels[channels[k]].name));
  return image;
}

}  // namespace cobble
