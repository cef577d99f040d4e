// Implements RowWriter.
#include "output/row_writer.h"

#include <algorithm>
#include <array>
#include <cstddef>

#include "core/bands.h"
#include "core/size.h"

namespace cobble {
namespace {

constexpr std::size_t kRun = 256;  // pixels that are converted together

struct alignas(64) Plane {
  std::array<float, kRun> samples{};
};

}  // namespace

RowWriter::RowWriter(const PictureSpec& spec)
    : writer_(OpenPicture(spec)),
      format_(writer_->row_format()),
      width_(spec.width),
      band_rows_(BandRows(spec.width, spec.height)),
      row_bytes_((Size(spec.width) * Size(format_.channels * format_.sample_bytes)).bytes()),
      chunk_(writer_->NewChunk(band_rows_)),
      bytes_((Size(row_bytes_) * Size(band_rows_)).bytes()) {
  band_.data = bytes_.data();
  band_.stride = row_bytes_;
}

void RowWriter::Write(std::span<const float> samples) {
  const auto channels = static_cast<std::size_t>(format_.channels);
  const auto width = static_cast<std::size_t>(width_);
  std::vector<Plane> planes(channels);
  std::vector<const float*> pointers;
  pointers.reserve(channels);
  for (const Plane& plane : planes) pointers.push_back(plane.samples.data());
  std::byte* out = bytes_.data() + static_cast<std::size_t>(band_.rows) * row_bytes_;
  for (std::size_t first = 0; first < width; first += kRun) {
    const std::size_t n = std::min(kRun, width - first);
    for (std::size_t c = 0; c < channels; ++c) {
      float* const plane = planes[c].samples.data();
      for (std::size_t k = 0; k < n; ++k) plane[k] = samples[(first + k) * channels + c];
      if (!format_.transfers.empty() && format_.transfers[c])
        format_.transfers[c](plane, static_cast<int>(n), plane);
    }
    format_.quantize(pointers.data(), format_.channels, static_cast<int>(n), out);
    out += n * channels * static_cast<std::size_t>(format_.sample_bytes);
  }
  if (++band_.rows == band_rows_) Flush();
}

void RowWriter::Flush() {
  if (band_.rows == 0) return;
  writer_->Encode(band_, *chunk_);
  writer_->Write(band_, *chunk_);
  ++band_.index;
  band_.first_row += band_.rows;
  band_.rows = 0;
}

void RowWriter::Commit() {
  Flush();
  writer_->Commit();
}

}  // namespace cobble
