// Reads raw samples as described by their sidecar (see output/sidecar.h).
#include <fmt/format.h>

#include <vector>

#include "cobble/error.h"
#include "core/json/members.h"
#include "core/list_text.h"
#include "core/numbers.h"
#include "core/suggest.h"
#include "input/readers.h"

namespace cobble {
namespace {

// What a sidecar states; 0 where it states nothing.
struct Layout {
  int64_t width = 0, height = 0, bits_per_pixel = 0, channels = 0;
  bool is_srgb = false;
};

class RawReader final : public FileReader {
 public:
  explicit RawReader(const PictureFile& file);
  void ReadRow(std::span<float> row) override;

 private:
  std::vector<uint8_t> bytes_;
  uint64_t at_ = 0;
};

[[noreturn]] void RefuseSidecar(const PictureFile& file, const std::string& message) {
  throw Error(ErrorKind::kRecipe, Shown(file.sidecar_name), message);
}

Layout ReadLayout(const PictureFile& file) {
  Layout layout;
  const std::pair<std::string_view, int64_t*> numbers[] = {{"width", &layout.width},
                                                           {"height", &layout.height},
                                                           {"bpp", &layout.bits_per_pixel},
                                                           {"channels", &layout.channels}};
  JsonMembers members(file.sidecar);
  while (const auto member = members.Next()) {
    for (const auto& [name, number] : numbers)
      if (member->key == name) *number = ParseInteger(member->value).value_or(0);
    if (member->key == "transfer") layout.is_srgb = member->value == "\"srgb\"";
  }
  if (!members.is_at_end()) RefuseSidecar(file, "is not the sidecar of a raw file");
  for (const auto& [name, number] : numbers)
    if (*number < 1 || *number > kMaxReaderSide)
      RefuseSidecar(file, fmt::format("must state \"{}\" as a whole number from 1 to {}", name,
                                      kMaxReaderSide));
  return layout;
}

RawReader::RawReader(const PictureFile& file) : FileReader(file) {
  const Layout layout = ReadLayout(file);
  if (layout.channels > kMaxReaderChannels)
    RefuseSidecar(file, fmt::format("\"channels\" must be at most {}, got {}", kMaxReaderChannels,
                                    layout.channels));
  const int64_t bits = layout.bits_per_pixel / layout.channels;
  if (bits * layout.channels != layout.bits_per_pixel || (bits != 8 && bits != 16 && bits != 32))
    RefuseSidecar(file, fmt::format("\"bpp\" must be 8, 16 or 32 for each of {}, got {}",
                                    CountText(layout.channels, "channel"), layout.bits_per_pixel));
  info_ = {.format = "raw",
           .width = layout.width,
           .height = layout.height,
           .channels = UnnamedChannels(static_cast<int>(layout.channels), static_cast<int>(bits),
                                       bits == 32),
           .is_srgb = layout.is_srgb,
           .more = {}};
  CheckPictureSize(file_, info_);
  const Size row = Size(layout.width) * Size(layout.channels) * Size(bits / 8);
  const Size whole = row * Size(layout.height);
  if (whole != Size(file.source->size()))
    Refuse(fmt::format("has {} bytes, but {} describes {}", file.source->size(),
                       Shown(file.sidecar_name), whole.value()));
  bytes_.resize(row.bytes());
}

void RawReader::ReadRow(std::span<float> row) {
  if (file_.source->Read(at_, bytes_.data(), bytes_.size()) < bytes_.size()) Refuse("is truncated");
  at_ += bytes_.size();
  FloatsFrom(bytes_.data(), info_.channels.front().bits, false, row);
}

}  // namespace

std::unique_ptr<PictureReader> ReadRaw(const PictureFile& file) {
  return std::make_unique<RawReader>(file);
}

}  // namespace cobble
