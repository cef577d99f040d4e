// Reads PFM, whose bottom row comes first. Based on: Paul Debevec, Portable Float Map.
#include <algorithm>
#include <array>
#include <vector>

#include "core/numbers.h"
#include "input/readers.h"

namespace cobble {
namespace {

constexpr std::size_t kMaxHeader = 256;  // bytes

// Takes a word and the whitespace character after it. Returns an empty word at the text's end.
std::string_view TakeWord(std::string_view text, std::size_t* at) {
  const std::size_t begin = std::min(text.find_first_not_of(" \t\r\n", *at), text.size());
  const std::size_t end = text.find_first_of(" \t\r\n", begin);
  if (end == text.npos) return {};
  *at = end + 1;
  return text.substr(begin, end - begin);
}

class PfmReader final : public FileReader {
 public:
  explicit PfmReader(const PictureFile& file) : FileReader(file) {
    std::array<char, kMaxHeader> header;
    const std::string_view text(header.data(), file.source->Read(0, header.data(), header.size()));
    std::size_t at = 0;
    const std::string_view kind = TakeWord(text, &at);
    const auto width = ParseInteger(TakeWord(text, &at));
    const auto height = ParseInteger(TakeWord(text, &at));
    const auto scale = ParseNumber(TakeWord(text, &at));
    if (!width || !height || !scale || *scale == 0 || std::max(*width, *height) > kMaxReaderSide)
      Refuse("is a PFM whose header is damaged");
    info_ = {.format = "pfm",
             .width = *width,
             .height = *height,
             .channels = UnnamedChannels(kind == "PF" ? 3 : 1, kFloat32),
             .more = {}};
    CheckPictureSize(file_, info_);
    big_endian_ = *scale > 0;
    pixels_ = at;
    const Size row = Size(info_.width) * Size(info_.channels.size()) * Size(sizeof(float));
    bytes_.resize(row.bytes());
    if (row * Size(info_.height) + Size(pixels_) > Size(file.source->size()))
      Refuse("is a truncated PFM");
  }

  void ReadRow(std::span<float> row) override {
    const auto below = static_cast<uint64_t>(info_.height - 1 - next_++);
    if (file_.source->Read(pixels_ + below * bytes_.size(), bytes_.data(), bytes_.size()) <
        bytes_.size())
      Refuse("is a truncated PFM");
    FloatsFrom(bytes_.data(), kFloat32, big_endian_, row);
  }

 private:
  bool big_endian_ = false;
  uint64_t pixels_ = 0;  // offset of the bottom row
  std::vector<uint8_t> bytes_;
  int64_t next_ = 0;
};

}  // namespace

std::unique_ptr<PictureReader> ReadPfm(const PictureFile& file) {
  return std::make_unique<PfmReader>(file);
}

}  // namespace cobble
