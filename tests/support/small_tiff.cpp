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

// Appends bytes at an even offset, which it returns.
uint64_t AppendEven(const std::string& bytes, std::string* file) {
  const uint64_t offset = file->size();
  *file += bytes + std::string(bytes.size() % 2, '\0');
  return offset;
}

// In, out: link, where the offset of the page's directory is written.
void AppendPage(const SmallTiff& page, std::string* file, std::size_t* link) {
  const std::vector<uint16_t> all_bits(page.channels, page.bits);
  const std::vector<uint16_t> all_formats(page.channels, page.format);
  const auto strip = static_cast<uint32_t>(AppendEven(page.samples, file));
  std::vector<TiffTag> tags{Long(256, page.width),
                            Long(257, page.height),
                            Shorts(258, all_bits),
                            Shorts(259, {1}),
                            Shorts(262, {static_cast<uint16_t>(page.channels < 3 ? 1 : 2)}),
                            Long(273, strip),
                            Shorts(277, {page.channels}),
                            Long(278, page.height),
                            Long(279, static_cast<uint32_t>(page.samples.size())),
                            Shorts(339, all_formats)};
  tags.insert(tags.end(), page.more.begin(), page.more.end());
  std::ranges::sort(tags, {}, &TiffTag::tag);
  std::string directory = Little(tags.size(), 2);
  for (const TiffTag& tag : tags) {
    std::string value = tag.bytes;
    if (value.size() > 4) value = Little(AppendEven(value, file), 4);
    value.resize(4);
    directory += Little(tag.tag, 2) + Little(tag.type, 2) + Little(tag.count, 4) + value;
  }
  file->replace(*link, 4, Little(file->size(), 4));
  *file += directory + Little(0, 4);
  *link = file->size() - 4;
}

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
  std::string file("II*\0\0\0\0\0", 8);
  std::size_t link = 4;
  AppendPage(*this, &file, &link);
  for (const SmallTiff& page : pages) AppendPage(page, &file, &link);
  return file;
}

std::vector<TiffTag> KeyTags(double step, double x, double y,
                             const std::vector<std::array<uint16_t, 2>>& keys) {
  std::vector<uint16_t> directory{1, 1, 0, static_cast<uint16_t>(keys.size())};
  for (const auto& [key, value] : keys) directory.insert(directory.end(), {key, 0, 1, value});
  return {Doubles(33550, {step, step, 0}), Doubles(33922, {0, 0, 0, x, y, 0}),
          Shorts(34735, directory)};
}

std::vector<TiffTag> PlaceTags(double step, double x, double y, uint16_t epsg) {
  return KeyTags(step, x, y, {{1024, 1}, {1025, 1}, {3072, epsg}});
}

std::vector<TiffTag> DegreeTags(double step, double longitude, double latitude) {
  return KeyTags(step, longitude, latitude, {{1024, 2}, {1025, 1}, {2048, 4326}});
}

}  // namespace cobble::test
