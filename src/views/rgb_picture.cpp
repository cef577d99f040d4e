// Reduces, converts and repeats pictures for screens.
#include "views/rgb_picture.h"

#include <algorithm>
#include <cmath>

#include "core/srgb_table.h"

namespace cobble {
FittedSize FitWithin(int64_t width, int64_t height, int64_t max_width, int64_t max_height) {
  const double w = static_cast<double>(width), h = static_cast<double>(height);
  const double scale =
      std::min({1.0, static_cast<double>(max_width) / w, static_cast<double>(max_height) / h});
  const auto side = [&](double length, int64_t maximum) {
    const int64_t rounded = std::llround(length * scale);
    return std::clamp<int64_t>(rounded, 1, std::max<int64_t>(maximum, 1));
  };
  return {side(w, max_width), side(h, max_height)};
}

// Measures both sides in units of 1 / (from * to), so that all ends are whole numbers.
std::vector<Reducer::Overlap> Reducer::OverlapsOf(int64_t k, int64_t from, int64_t to) {
  std::vector<Overlap> overlaps;
  const int64_t begin = k * from, end = begin + from;
  for (int64_t i = begin / to; i * to < end; ++i) {
    const int64_t length = std::min((i + 1) * to, end) - std::max(i * to, begin);
    overlaps.push_back(
        {static_cast<std::size_t>(i), static_cast<double>(length) / static_cast<double>(from)});
  }
  return overlaps;
}

Reducer::Reducer(int64_t from_width, int64_t from_height, int channels, const FittedSize& size)
    : from_height_(from_height),
      height_(size.height),
      channels_(static_cast<std::size_t>(channels)),
      sums_((Size(from_width) * Size(channels)).bytes()),
      rows_(OverlapsOf(0, from_height, size.height)),
      reduced_{size.width, size.height, channels, {}} {
  for (int64_t k = 0; k < size.width; ++k)
    columns_.push_back(OverlapsOf(k, from_width, size.width));
  reduced_.samples.reserve((Size(size.width) * Size(size.height) * Size(channels)).bytes());
}

// A row of the source may belong to two rows of the result.
void Reducer::Add(std::span<const float> row) {
  while (row_ < height_ && rows_.front().index <= next_) {
    const double share = rows_[next_ - rows_.front().index].share;
    for (std::size_t k = 0; k < sums_.size(); ++k) sums_[k] += share * double{row[k]};
    if (rows_.back().index > next_) break;
    FinishRow();
  }
  ++next_;
}

void Reducer::FinishRow() {
  for (const auto& column : columns_)
    for (std::size_t c = 0; c < channels_; ++c) {
      double sum = 0;
      for (const auto& [x, share] : column) sum += share * sums_[x * channels_ + c];
      reduced_.samples.push_back(static_cast<float>(sum));
    }
  std::ranges::fill(sums_, 0.0);
  rows_ = OverlapsOf(++row_, from_height_, height_);
}

Image Reduced(const Image& image, const FittedSize& size) {
  if (size == FittedSize{image.width, image.height}) return image;
  Reducer reducer(image.width, image.height, image.channels, size);
  const std::size_t stride = (Size(image.width) * Size(image.channels)).bytes();
  const std::span<const float> samples(image.samples);
  for (std::size_t at = 0; at < samples.size(); at += stride)
    reducer.Add(samples.subspan(at, stride));
  return reducer.Take();
}

uint8_t SrgbByte(double linear) {
  if (linear <= 0) return 0;
  return linear < 1 ? static_cast<uint8_t>(SrgbTable::Of(8).SampleOf(linear)) : uint8_t{255};
}

uint8_t UnitByte(double x) {
  return x > 0 ? static_cast<uint8_t>(std::lround(std::min(x, 1.0) * 255)) : uint8_t{0};
}

RgbPicture Enlarged(const RgbPicture& picture, int64_t max_width, int64_t max_height) {
  const int64_t factor = std::min(max_width / picture.width, max_height / picture.height);
  if (factor < 2) return picture;
  RgbPicture large((Size(picture.width) * Size(factor)).bytes(),
                   (Size(picture.height) * Size(factor)).bytes());
  uint8_t* out = large.samples.data();
  for (int64_t y = 0; y < large.height; ++y)
    for (int64_t x = 0; x < large.width; ++x, out += 3)
      std::copy_n(picture.Pixel(x / factor, y / factor), 3, out);
  return large;
}

RgbPicture Repeated(const RgbPicture& picture) {
  RgbPicture repeated;
  repeated.width = picture.width + picture.width;
  repeated.height = picture.height + picture.height;
  repeated.samples.reserve(4 * picture.samples.size());
  const std::size_t stride = (Size(picture.width) * Size(3)).bytes();
  for (int copy = 0; copy < 2; ++copy)
    for (auto row = picture.samples.begin(); row != picture.samples.end();
         row += static_cast<std::ptrdiff_t>(stride))
      for (int side = 0; side < 2; ++side)
        repeated.samples.insert(repeated.samples.end(), row,
                                row + static_cast<std::ptrdiff_t>(stride));
  return repeated;
}

}  // namespace cobble
