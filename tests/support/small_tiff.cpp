// Writes small TIFF files.
#include "support/small_tiff.h"

#include <algorithm>

namespace cobble::test {
namespace {

constexpr uint16_t kAscii = 2, kShort = 3, kLong = 4, kDouble = 12;

std::string Little(uint64_t number, int bytes) {
  std::string text;
  for (int b = 0; b < bytes; ++b) text += static_cast<char>(number >> (8 * b));
  return text;
}

TiffTag Long(uint16_t tag, uint32_t number) { return {tag, kLong, 1, Little(number, 4)}; }

}  // namespace

TiffTag Doubles(uint16_t tag, const std::vector<double>& numbers) {
  return {tag, kDouble, static_cast<uint32_t>(numbers.size()), BytesOf(numbers)};
}

TiffTag Shorts(uint16_t tag, const std::vector<uint16_t>& numbers) {
  return {tag, kShort, static_cast<uint32_t>(numbers.size()), BytesOf(numbers)};
}

TiffTag Ascii(uint16_t tag, const std::string& text) {
  return {tag, kAscii, static_cast<uint32_t>(text.size()) + 1, text + '\0'};
}

std::string SmallTiff::Bytes() const {
  constexpr uint32_t kHeader = 8;
  const std::vector<uint16_t> all_bits(channels, bits), all_formats(channels, format);
  std::vector<TiffTag> tags{Long(256, width),
                            Long(257, height),
                            Shorts(258, all_bits),
                            Shorts(259, {1}),
                            Shorts(262, {static_cast<uint16_t>(channels < 3 ? 1 : 2)}),
                            Long(273, kHeader),
                            Shorts(277, {channels}),
                            Long(278, height),
                            Long(279, static_cast<uint32_t>(samples.size())),
                            Shorts(339, all_formats)};
  tags.insert(tags.end(), more.begin(), more.end());
  std::ranges::sort(tags, {}, &TiffTag::tag);
  std::string values = samples + std::string(samples.size() % 2, '\0'), directory;
  for (const TiffTag& tag : tags) {
    directory += Little(tag.tag, 2) + Little(tag.type, 2) + Little(tag.count, 4);
    std::string value = tag.bytes;
    if (value.size() > 4) {
      value = Little(kHeader + values.size(), 4);
      values += tag.bytes + std::string(tag.bytes.size() % 2, '\0');
    }
    value.resize(4);
    directory += value;
  }
  return std::string("II*\0", 4) + Little(kHeader + values.size(), 4) + values +
         Little(tags.size(), 2) + directory + Little(0, 4);
}

std::vector<TiffTag> PlaceTags(double step, double x, double y, uint16_t epsg) {
  return {Doubles(33550, {step, step, 0}), Doubles(33922, {0, 0, 0, x, y, 0}),
          Shorts(34735, {1, 1, 0, 3, 1024, 0, 1, 1, 1025, 0, 1, 1, 3072, 0, 1, epsg})};
}

std::vector<TiffTag> DegreeTags(double step, double longitude, double latitude) {
  return {Doubles(33550, {step, step, 0}), Doubles(33922, {0, 0, 0, longitude, latitude, 0}),
          Shorts(34735, {1, 1, 0, 3, 1024, 0, 1, 2, 1025, 0, 1, 1, 2048, 0, 1, 4326})};
}

}  // namespace cobble::test
