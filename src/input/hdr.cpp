// Reads Radiance HDR, row by row.
// Based on: Greg Ward, "Real Pixels", Graphics Gems II, 1991; Radiance's file formats.
// Departs: no run lengths from before 1991, and rows from top to bottom only.

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "core/numbers.h"
#include "input/readers.h"

namespace cobble {
namespace {

constexpr std::size_t kMaxLine = 4096;              // bytes of a line of the header
constexpr int64_t kMinRuns = 8, kMaxRuns = 0x7FFF;  // widths of rows that may have run lengths
constexpr int kBias = 128 + 8;                      // of the exponent, for mantissas of 0..255

class HdrReader final : public FileReader {
 public:
  explicit HdrReader(const PictureFile& file) : FileReader(file) {
    ReadHeader();
    CheckPictureSize(file_, info_);
    for (auto& plane : planes_) plane.resize(static_cast<std::size_t>(info_.width));
  }

  void ReadRow(std::span<float> row) override {
    TakePixels();
    float* out = row.data();
    for (std::size_t x = 0; x < planes_[0].size(); ++x) {
      const int exponent = planes_[3][x];
      for (std::size_t c = 0; c < 3; ++c)
        *out++ =
            exponent == 0 ? 0.0f : std::ldexp(static_cast<float>(planes_[c][x]), exponent - kBias);
    }
  }

 private:
  [[noreturn]] void RefuseDamaged() const { Refuse("is a damaged HDR"); }

  uint8_t TakeByte() {
    if (in_block_ == block_size_) {
      block_size_ = file_.source->Read(at_, block_.data(), block_.size());
      if (block_size_ == 0) Refuse("is a truncated HDR");
      at_ += block_size_;
      in_block_ = 0;
    }
    return block_[in_block_++];
  }

  std::string TakeLine() {
    std::string line;
    for (char c; (c = static_cast<char>(TakeByte())) != '\n'; line += c)
      if (line.size() == kMaxLine) RefuseDamaged();
    return line;
  }

  // The header ends at an empty line; the size follows: "-Y 512 +X 1024".
  void ReadHeader() {
    for (std::string line = TakeLine(); !line.empty(); line = TakeLine())
      if (line.starts_with("FORMAT=") && line != "FORMAT=32-bit_rle_rgbe")
        Refuse("is an HDR in a format other than RGBE, which is not supported");
    const std::string line = TakeLine();
    const std::string_view size = line;
    const std::size_t x = size.find(" +X ");
    if (!size.starts_with("-Y ") || x == size.npos || x < 3)
      Refuse("is an HDR whose rows are not from top to bottom, which is not supported");
    const auto height = ParseInteger(size.substr(3, x - 3));
    const auto width = ParseInteger(size.substr(x + 4));
    if (!width || !height || std::max(*width, *height) > kMaxReaderSide) RefuseDamaged();
    info_ = {.format = "hdr",
             .width = *width,
             .height = *height,
             .channels = UnnamedChannels(3, kFloat32),
             .more = {}};
  }

  // Takes a component of a row: runs of equal bytes, and copies.
  void TakeComponent(uint8_t* out) {
    for (auto left = static_cast<std::size_t>(info_.width); left > 0;) {
      const std::size_t code = TakeByte();
      const bool is_run = code > 128;
      const std::size_t count = is_run ? code - 128 : code;
      if (count == 0 || count > left) RefuseDamaged();
      if (is_run) {
        std::fill_n(out, count, TakeByte());
      } else {
        std::generate_n(out, count, [&] { return TakeByte(); });
      }
      out += count;
      left -= count;
    }
  }

  void TakePixels() {
    std::array<uint8_t, 4> first;
    for (uint8_t& byte : first) byte = TakeByte();
    const bool may_run = info_.width >= kMinRuns && info_.width <= kMaxRuns;
    if (may_run && first[0] == 2 && first[1] == 2 && first[2] < 128) {
      if ((first[2] << 8 | first[3]) != info_.width) RefuseDamaged();
      for (auto& plane : planes_) TakeComponent(plane.data());
      return;
    }
    for (std::size_t c = 0; c < first.size(); ++c) planes_[c][0] = first[c];
    for (std::size_t x = 1; x < planes_[0].size(); ++x)
      for (auto& plane : planes_) plane[x] = TakeByte();
  }

  std::array<uint8_t, 1 << 15> block_;
  std::size_t in_block_ = 0, block_size_ = 0;
  uint64_t at_ = 0;                             // offset of the next block
  std::array<std::vector<uint8_t>, 4> planes_;  // red, green, blue, exponent
};

}  // namespace

std::unique_ptr<PictureReader> ReadHdr(const PictureFile& file) {
  return std::make_unique<HdrReader>(file);
}

}  // namespace cobble
