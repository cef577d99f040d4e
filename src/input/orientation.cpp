// Finds EXIF in JPEG and PNG files, and turns pictures.
#include "input/orientation.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "input/sample_type.h"

namespace cobble {
namespace {

using namespace std::string_view_literals;

constexpr int kUpright = 1;
constexpr std::size_t kMaxExif = 0xFFFF;  // bytes read; as many as a JPEG segment can hold
constexpr int kMaxParts = 1 << 16;        // segments or chunks passed on the way

// Returns the number of `bytes` bytes at a place; nullopt if the text ends before.
std::optional<uint32_t> ExifNumber(std::string_view text, std::size_t at, std::size_t bytes,
                                   bool is_big) {
  if (at > text.size() || text.size() - at < bytes) return std::nullopt;
  uint32_t number = 0;
  for (std::size_t b = 0; b < bytes; ++b)
    number = number << 8 | static_cast<uint8_t>(text[at + (is_big ? b : bytes - 1 - b)]);
  return number;
}

// In: exif, a TIFF whose first directory has the tag.
int OrientationOf(std::string_view exif) {
  constexpr uint32_t kTag = 274, kShort = 3;
  constexpr std::size_t kEntry = 12;
  const bool is_big = exif.starts_with("MM\0*"sv);
  if (!is_big && !exif.starts_with("II*\0"sv)) return kUpright;
  const auto number = [&](std::size_t at, std::size_t bytes) {
    return ExifNumber(exif, at, bytes, is_big);
  };
  const std::size_t directory = number(4, 4).value_or(kMaxExif);
  const uint32_t count = number(directory, 2).value_or(0);
  for (uint32_t k = 0; k < count; ++k) {
    const std::size_t entry = directory + 2 + k * kEntry;
    if (number(entry, 2) != kTag) continue;
    const auto orientation = static_cast<int>(number(entry + 8, 2).value_or(kUpright));
    const bool is_known = number(entry + 2, 2) == kShort && orientation >= 1 && orientation <= 8;
    return is_known ? orientation : kUpright;
  }
  return kUpright;
}

std::string BytesAt(const ByteSource& source, uint64_t at, std::size_t size) {
  std::string bytes(static_cast<std::size_t>(std::min<uint64_t>(size, source.size())), '\0');
  bytes.resize(source.Read(at, bytes.data(), bytes.size()));
  return bytes;
}

// A picture whose pixels are in another order than the file's. Holds all of it from the first row.
class UprightReader final : public PictureReader {
 public:
  UprightReader(const PictureFile& file, std::unique_ptr<PictureReader> reader);

  void ReadRow(std::span<float> row) override;

 private:
  void Hold();
  void Keep(std::span<const float> row);

  std::unique_ptr<PictureReader> reader_;  // null once the picture is held
  int64_t columns_ = 0, rows_ = 0;         // of the file
  SampleType held_type_ = kFloat32;        // or 8 bits
  std::vector<uint8_t> held_, pixels_;     // all samples, and those of a row
  int64_t next_ = 0;
};

UprightReader::UprightReader(const PictureFile& file, std::unique_ptr<PictureReader> reader)
    : reader_(std::move(reader)) {
  info_ = reader_->info();
  columns_ = info_.width;
  rows_ = info_.height;
  if (info_.orientation > 4) std::swap(info_.width, info_.height);
  info_.more.push_back(fmt::format("{} to undo orientation {}", OrientationText(info_.orientation),
                                   info_.orientation));
  // NoData of TIFF makes NaN of bytes.
  if (info_.format != "tiff" && info_.channels.front().bits == 8) held_type_ = {.bits = 8};
  CheckPictureSize(
      file, info_,
      Size(columns_) * Size(rows_) * Size(info_.channels.size()) * Size(held_type_.bits / 8));
}

// Samples divided by their maximum, as floats, give the samples back exactly.
void UprightReader::Keep(std::span<const float> row) {
  if (held_type_.bits == 8) {
    for (const float sample : row) held_.push_back(static_cast<uint8_t>(std::lround(sample * 255)));
    return;
  }
  for (const float sample : row) {
    const auto bytes = std::bit_cast<std::array<uint8_t, sizeof sample>>(sample);
    held_.insert(held_.end(), bytes.begin(), bytes.end());
  }
}

void UprightReader::Hold() {
  const Size row = Size(columns_) * Size(info_.channels.size());
  held_.reserve((row * Size(rows_) * Size(held_type_.bits / 8)).bytes());
  std::vector<float> samples(row.bytes());
  for (int64_t y = 0; y < rows_; ++y) {
    reader_->ReadRow(samples);
    Keep(samples);
  }
  reader_.reset();
}

// Orientations above 4 exchange rows and columns. Then, of the file's pixels, 2, 3, 7 and 8 count
// columns from the right, and 3, 4, 6 and 7 count rows from the bottom.
void UprightReader::ReadRow(std::span<float> row) {
  if (reader_) Hold();
  const int orientation = info_.orientation;
  const bool from_right = orientation == 2 || orientation == 3 || orientation >= 7;
  const bool from_bottom = orientation == 3 || orientation == 4 || (orientation | 1) == 7;
  const std::size_t pixel = info_.channels.size() * static_cast<std::size_t>(held_type_.bits / 8);
  pixels_.clear();
  for (int64_t x = 0; x < info_.width; ++x) {
    int64_t i = x, j = next_;
    if (orientation > 4) std::swap(i, j);
    if (from_right) i = columns_ - 1 - i;
    if (from_bottom) j = rows_ - 1 - j;
    const auto from = held_.begin() + (j * columns_ + i) * static_cast<std::ptrdiff_t>(pixel);
    pixels_.insert(pixels_.end(), from, from + static_cast<std::ptrdiff_t>(pixel));
  }
  ++next_;
  FloatsFrom(pixels_.data(), held_type_, std::endian::native == std::endian::big, row);
}

}  // namespace

int JpegOrientation(const ByteSource& source) {
  constexpr uint8_t kMark = 0xFF, kEnd = 0xD9, kScan = 0xDA, kApp1 = 0xE1;
  constexpr std::string_view kExif = "Exif\0\0"sv;
  uint64_t at = 2;  // after the marker that starts the image
  for (int part = 0; part < kMaxParts; ++part) {
    const std::string head = BytesAt(source, at, 4);
    const uint32_t mark = ExifNumber(head, 0, 1, true).value_or(0);
    const uint32_t type = ExifNumber(head, 1, 1, true).value_or(kEnd);
    const uint32_t length = ExifNumber(head, 2, 2, true).value_or(0);
    if (mark == kMark && type == kMark) {  // a byte of padding
      ++at;
      continue;
    }
    if (mark != kMark || type == kEnd || type == kScan || length < 2) break;
    if (type == kApp1) {
      const std::string body = BytesAt(source, at + 4, length - 2);
      const std::string_view text = body;
      if (text.starts_with(kExif)) return OrientationOf(text.substr(kExif.size()));
    }
    at += 2 + length;
  }
  return kUpright;
}

int PngOrientation(const ByteSource& source) {
  uint64_t at = 8;  // after the signature
  for (int part = 0; part < kMaxParts; ++part) {
    const std::string head = BytesAt(source, at, 8);
    const auto length = ExifNumber(head, 0, 4, true);
    if (head.size() < 8 || head.ends_with("IEND")) break;
    if (head.ends_with("eXIf"))
      return OrientationOf(BytesAt(source, at + 8, std::min<std::size_t>(*length, kMaxExif)));
    at += uint64_t{*length} + 12;
  }
  return kUpright;
}

std::string OrientationText(int orientation) {
  constexpr std::array<std::string_view, 7> kTexts{
      "mirrored left to right",
      "turned by 180 degrees",
      "mirrored top to bottom",
      "turned by 90 degrees clockwise and mirrored left to right",
      "turned by 90 degrees clockwise",
      "turned by 90 degrees clockwise and mirrored top to bottom",
      "turned by 90 degrees anticlockwise"};
  return std::string(kTexts.at(static_cast<std::size_t>(orientation - 2)));
}

std::unique_ptr<PictureReader> Upright(const PictureFile& file,
                                       std::unique_ptr<PictureReader> reader) {
  if (reader->info().orientation == kUpright) return reader;
  return std::make_unique<UprightReader>(file, std::move(reader));
}

}  // namespace cobble
