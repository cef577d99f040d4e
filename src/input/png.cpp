// Reads PNG with libpng, row by row.
#include <fmt/format.h>
#include <png.h>

#include <algorithm>
#include <csetjmp>
#include <optional>
#include <vector>

#include "input/orientation.h"
#include "input/readers.h"

namespace cobble {
namespace {

// libpng's state, destroyed even if the reader's constructor throws.
struct PngState {
  png_structp png = nullptr;
  png_infop header = nullptr;

  PngState() = default;
  ~PngState() { png_destroy_read_struct(&png, &header, nullptr); }
  PngState(const PngState&) = delete;
  PngState& operator=(const PngState&) = delete;
};

// libpng reports errors by longjmp, which skips destructors: what Call calls has no variables with
// destructors.
class PngReader final : public FileReader {
 public:
  explicit PngReader(const PictureFile& file);

  void ReadRow(std::span<float> row) override;

 private:
  static void Take(png_structp png, png_bytep to, std::size_t size);
  static void KeepError(png_structp png, png_const_charp text);
  static void IgnoreWarning(png_structp, png_const_charp) {}

  template <typename Function>
  bool Succeeds(Function function) {
    if (setjmp(png_jmpbuf(state_.png))) return false;
    function();
    return true;
  }
  template <typename Function>
  void Call(Function function) {
    if (!Succeeds(function)) Fail("PNG", cursor_.passed_end());
  }
  void ReadHeader();
  void Describe();
  void HoldPicture();

  PngState state_;
  bool is_interlaced_ = false;
  std::size_t row_bytes_ = 0;
  std::vector<uint8_t> bytes_;       // one row, or the whole picture if it is interlaced
  std::vector<png_bytep> pointers_;  // to the rows of an interlaced picture
  int64_t next_ = 0;
};

// Names of chunks, each with a null byte. PngOrientation reads eXIf.
constexpr char kSkipped[] = "eXIf\0iTXt\0pCAL\0sCAL\0sPLT\0tEXt\0zTXt";

void PngReader::Take(png_structp png, png_bytep to, std::size_t size) {
  auto& self = *static_cast<PngReader*>(png_get_io_ptr(png));
  if (self.cursor_.Read(to, size) < size) png_error(png, "the file ends too early");
}

void PngReader::KeepError(png_structp png, png_const_charp text) {
  static_cast<PngReader*>(png_get_error_ptr(png))->error_ = text;
  png_longjmp(png, 1);
}

void PngReader::ReadHeader() {
  png_set_read_fn(state_.png, this, &Take);
  png_set_user_limits(state_.png, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
  // libpng would allocate whatever length these chunks, or unknown ones, claim to have.
  png_set_keep_unknown_chunks(state_.png, PNG_HANDLE_CHUNK_NEVER,
                              reinterpret_cast<png_const_bytep>(kSkipped), sizeof kSkipped / 5);
  png_set_keep_unknown_chunks(state_.png, PNG_HANDLE_CHUNK_NEVER, nullptr, 0);
  png_read_info(state_.png, state_.header);
}

// Returns whether the file says that its samples are sRGB; nullopt if it does not say.
std::optional<bool> IsSrgb(png_structp png, png_infop header) {
  if (png_get_valid(png, header, PNG_INFO_sRGB) != 0) return true;
  png_charp name = nullptr;
  png_bytep profile = nullptr;
  png_uint_32 size = 0;
  int method = 0;
  if (png_get_iCCP(png, header, &name, &method, &profile, &size) != 0)
    return HasSrgbCurve({reinterpret_cast<const char*>(profile), size});
  double gamma = 0;
  if (png_get_gAMA(png, header, &gamma) != 0 && gamma == 1) return false;
  return std::nullopt;
}

// Describes the picture that png_set_expand makes libpng return: palettes and samples of fewer than
// 8 bits become 8 bits, transparent colours become alpha.
void PngReader::Describe() {
  const png_byte type = png_get_color_type(state_.png, state_.header);
  const png_byte depth = png_get_bit_depth(state_.png, state_.header);
  const bool has_alpha = (type & PNG_COLOR_MASK_ALPHA) != 0 ||
                         png_get_valid(state_.png, state_.header, PNG_INFO_tRNS) != 0;
  const int channels = ((type & PNG_COLOR_MASK_COLOR) != 0 ? 3 : 1) + (has_alpha ? 1 : 0);
  is_interlaced_ = png_get_interlace_type(state_.png, state_.header) != PNG_INTERLACE_NONE;
  info_ = {.format = "png",
           .width = png_get_image_width(state_.png, state_.header),
           .height = png_get_image_height(state_.png, state_.header),
           .channels = UnnamedChannels(channels, {.bits = std::max<int>(depth, 8)}),
           .compression = "deflate",
           .more = {},
           .orientation = PngOrientation(*file_.source)};
  const std::optional<bool> is_srgb = IsSrgb(state_.png, state_.header);
  info_.is_srgb = is_srgb.value_or(false);
  info_.states_srgb = is_srgb.has_value();
  if (type == PNG_COLOR_TYPE_PALETTE) {
    info_.more.push_back(fmt::format("{}-bit palette", depth));
  } else if (depth < 8) {
    info_.more.push_back(fmt::format("{}-bit samples", depth));
  }
  if (is_interlaced_) info_.more.emplace_back("interlaced");
}

PngReader::PngReader(const PictureFile& file) : FileReader(file) {
  state_.png = png_create_read_struct(PNG_LIBPNG_VER_STRING, this, &KeepError, &IgnoreWarning);
  if (state_.png) state_.header = png_create_info_struct(state_.png);
  if (!state_.header) RefuseMemory(file);
  Call([&] { ReadHeader(); });
  Describe();
  CheckPictureSize(file_, info_);
  const Size row = Size(info_.width) * Size(info_.channels.size()) *
                   Size(static_cast<uint64_t>(info_.channels.front().bits / 8));
  const Size rows = is_interlaced_ ? (row + Size(sizeof(png_bytep))) * Size(info_.height) : row;
  CheckPictureSize(file_, info_, rows);
  Call([&] {  // allocates rows
    png_set_interlace_handling(state_.png);
    png_set_expand(state_.png);
    png_read_update_info(state_.png, state_.header);
  });
  row_bytes_ = png_get_rowbytes(state_.png, state_.header);
  if (row_bytes_ != row.bytes()) Refuse("is a damaged PNG: its rows have the wrong size");
  if (is_interlaced_) {
    HoldPicture();
  } else {
    bytes_.resize(row_bytes_);
  }
}

void PngReader::HoldPicture() {
  bytes_.resize((Size(row_bytes_) * Size(info_.height)).bytes());
  for (std::size_t at = 0; at < bytes_.size(); at += row_bytes_)
    pointers_.push_back(bytes_.data() + at);
  Call([&] { png_read_image(state_.png, pointers_.data()); });
}

void PngReader::ReadRow(std::span<float> row) {
  if (!is_interlaced_) Call([&] { png_read_row(state_.png, bytes_.data(), nullptr); });
  const uint8_t* const in =
      is_interlaced_ ? pointers_[static_cast<std::size_t>(next_)] : bytes_.data();
  if (++next_ == info_.height) Call([&] { png_read_end(state_.png, nullptr); });
  FloatsFrom(in, {.bits = info_.channels.front().bits}, true, row);
}

}  // namespace

std::unique_ptr<PictureReader> ReadPng(const PictureFile& file) {
  return std::make_unique<PngReader>(file);
}

}  // namespace cobble
