// Pictures for the readers' tests.
#pragma once

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "cobble/image.h"
#include "input/picture_reader.h"

namespace cobble {

// A picture in memory that reads the same samples each time.
class MemoryPicture final : public PictureReader {
 public:
  // The samples are floats, or integers over their maximum if `bits` is not 0.
  MemoryPicture(int64_t width, int64_t height, int channels, std::vector<float> samples,
                int bits = 0)
      : samples_(std::move(samples)) {
    info_.format = "memory";
    info_.width = width;
    info_.height = height;
    info_.channels = UnnamedChannels(channels, bits == 0 ? kFloat32 : SampleType{.bits = bits});
  }
  void ReadRow(std::span<float> row) override {
    std::copy_n(samples_.begin() + at_, row.size(), row.begin());
    at_ += static_cast<std::ptrdiff_t>(row.size());
  }

 private:
  std::vector<float> samples_;
  std::ptrdiff_t at_ = 0;
};

inline PictureFile FileOf(const std::string& path, std::string bytes, std::string sidecar = {}) {
  return {.name = path,
          .path = path,
          .source = std::make_shared<MemorySource>(std::move(bytes)),
          .sidecar_name = path + ".json",
          .sidecar = std::move(sidecar)};
}

inline std::vector<float> AllSamples(PictureReader& reader) {
  const PictureInfo& info = reader.info();
  const std::size_t row = static_cast<std::size_t>(info.width) * info.channels.size();
  std::vector<float> samples(row * static_cast<std::size_t>(info.height));
  for (std::size_t at = 0; at < samples.size(); at += row)
    reader.ReadRow({samples.data() + at, row});
  return samples;
}

}  // namespace cobble
