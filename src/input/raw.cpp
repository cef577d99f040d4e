// Reads raw samples as their name (see raw_layout.h) or sidecar (see output/sidecar.h) describes.
#include <fmt/format.h>

#include <array>
#include <span>
#include <string_view>
#include <vector>

#include "cobble/error.h"
#include "core/json/members.h"
#include "core/list_text.h"
#include "core/numbers.h"
#include "core/suggest.h"
#include "input/no_data.h"
#include "input/raw_layout.h"
#include "input/readers.h"
#include "input/sample_type.h"

namespace cobble {
namespace {

constexpr const char* kSidecarHint =
    "as in {\"width\": 513, \"height\": 513, \"bpp\": 16, \"channels\": 1}, where bpp counts the "
    "bits of a pixel";

[[noreturn]] void RefuseSidecar(const PictureFile& file, const std::string& message,
                                const Phrase& hint = {}) {
  throw Error(ErrorKind::kRecipe, Shown(file.sidecar_name), message, hint);
}

// The keys that a sidecar must have, in the order in which messages name them.
struct SidecarNumber {
  std::string_view key;
  int64_t value = 0;
};

// Names all keys that lack a valid number together.
void CheckNumbers(const PictureFile& file, std::span<const SidecarNumber> numbers) {
  std::vector<std::string_view> invalid;
  for (const auto& [key, value] : numbers)
    if (value < 1 || value > kMaxReaderSide) invalid.push_back(key);
  if (invalid.empty()) return;
  RefuseSidecar(
      file,
      fmt::format("must state {} as {} from 1 to {}", ListText(invalid, " and ", &Quoted),
                  invalid.size() == 1 ? "a whole number" : "whole numbers", kMaxReaderSide),
      kSidecarHint);
}

std::string NoDataIn(const PictureFile& file, std::string_view value) {
  if (value == "null") return std::string(kNoNoData);
  if (!ParseNumber(value))
    RefuseSidecar(file,
                  "\"nodata\" must be a number, or null if there is none, got " + Shown(value));
  return std::string(value);
}

RawLayout ReadSidecar(const PictureFile& file) {
  std::array<SidecarNumber, 4> numbers{{{"width"}, {"height"}, {"bpp"}, {"channels"}}};
  RawLayout layout;
  JsonMembers members(file.sidecar);
  while (const auto member = members.Next()) {
    for (auto& [key, value] : numbers)
      if (member->key == key) value = ParseInteger(member->value).value_or(0);
    if (member->key == "transfer") layout.is_srgb = member->value == "\"srgb\"";
    if (member->key == "nodata") layout.no_data = NoDataIn(file, member->value);
  }
  if (!members.is_at_end()) RefuseSidecar(file, "is not the sidecar of a raw file", kSidecarHint);
  CheckNumbers(file, numbers);
  const int64_t bits_per_pixel = numbers[2].value, channels = numbers[3].value;
  if (channels > kMaxReaderChannels)
    RefuseSidecar(
        file, fmt::format("\"channels\" must be at most {}, got {}", kMaxReaderChannels, channels));
  const int64_t bits = bits_per_pixel / channels;
  if (bits * channels != bits_per_pixel || (bits != 8 && bits != 16 && bits != 32))
    RefuseSidecar(file, fmt::format("\"bpp\" must be 8, 16 or 32 for each of {}, got {}",
                                    CountText(channels, "channel"), bits_per_pixel));
  layout.width = numbers[0].value;
  layout.height = numbers[1].value;
  layout.channels = static_cast<int>(channels);
  layout.type = {bits == 32 ? SampleKind::kFloat : SampleKind::kUnsigned, static_cast<int>(bits)};
  return layout;
}

RawLayout LayoutOf(const PictureFile& file) {
  if (file.layout) return *file.layout;
  if (file.sidecar_name.empty())
    throw Error(ErrorKind::kRecipe, Shown(file.name), "is a raw file, whose layout is not known",
                RawNameHint(file.path, file.source->size()));
  return ReadSidecar(file);
}

class RawReader final : public FileReader {
 public:
  explicit RawReader(const PictureFile& file) : FileReader(file), layout_(LayoutOf(file)) {
    const SampleType& type = layout_.type;
    info_ = {.format = "raw",
             .width = layout_.width,
             .height = layout_.height,
             .channels = UnnamedChannels(layout_.channels, type),
             .is_srgb = layout_.is_srgb,
             .more = {}};
    info_.no_data = layout_.no_data;
    if (type.kind == SampleKind::kSigned) info_.terrain = ImageTerrain{.heights = {{0, 1}}};
    CheckPictureSize(file_, info_);
    const Size row = Size(layout_.width) * Size(layout_.channels) * Size(type.bits / 8);
    const Size whole = row * Size(layout_.height);
    if (whole != Size(file.source->size()))
      throw Error(ErrorKind::kRecipe, Shown(file.name),
                  fmt::format("has {} bytes, but {} describes {}", file.source->size(),
                              layout_.text.empty() ? Shown(file.sidecar_name) : layout_.text,
                              whole.value()),
                  FileSizeHint(layout_, file.source->size()));
    bytes_.resize(row.bytes());
  }

  void ReadRow(std::span<float> row) override {
    if (file_.source->Read(at_, bytes_.data(), bytes_.size()) < bytes_.size())
      Refuse("is truncated");
    at_ += bytes_.size();
    FloatsFrom(bytes_.data(), layout_.type, layout_.big_endian, row);
  }

 private:
  RawLayout layout_;
  std::vector<uint8_t> bytes_;
  uint64_t at_ = 0;
};

}  // namespace

std::unique_ptr<PictureReader> ReadRaw(const PictureFile& file) {
  return std::make_unique<RawReader>(file);
}

}  // namespace cobble
