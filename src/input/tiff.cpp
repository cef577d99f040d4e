// Reads the first picture of a TIFF with libtiff, by rows or by rows of tiles. Samples are missing
// that a mask or the alpha of a raster leaves out. A mask is another picture of the file or, as
// GDAL writes it, a file of its own.
#include <fmt/format.h>
#include <tiffio.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdarg>
#include <cstdio>
#include <cstring>
#include <limits>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "core/geotiff.h"
#include "core/list_text.h"
#include "core/suggest.h"
#include "input/raster_place.h"
#include "input/raster_tags.h"
#include "input/readers.h"
#include "input/sample_type.h"

namespace cobble {
namespace {

struct CompressionName {
  uint16_t value;
  std::string_view name;
};
constexpr CompressionName kTiffCompressions[] = {
    {COMPRESSION_NONE, ""},           {COMPRESSION_LZW, "LZW"},
    {COMPRESSION_JPEG, "JPEG"},       {COMPRESSION_ADOBE_DEFLATE, "deflate"},
    {COMPRESSION_DEFLATE, "deflate"}, {COMPRESSION_PACKBITS, "PackBits"},
    {COMPRESSION_ZSTD, "zstd"},       {COMPRESSION_LZMA, "LZMA"},
};

// What libtiff passes on of a field that it does not know: its values as they are in the file.
struct UnknownField {
  const void* data = nullptr;
  std::size_t count = 0;
};

// In: type, of values; fields of other types are ignored. The field is known, in its own way, if
// the process has another user of libtiff that says so, such as GDAL.
UnknownField FindUnknown(TIFF* tiff, uint32_t tag, TIFFDataType type) {
  const TIFFField* const field = TIFFFindField(tiff, tag, TIFF_ANY);
  if (!field || TIFFFieldDataType(field) != type) return {};
  UnknownField found;
  if (!TIFFFieldPassCount(field)) {
    if (type == TIFF_ASCII && TIFFGetField(tiff, tag, &found.data) == 1 && found.data)
      found.count = std::strlen(static_cast<const char*>(found.data));
  } else if (TIFFFieldReadCount(field) == TIFF_VARIABLE2) {
    uint32_t count = 0;
    if (TIFFGetField(tiff, tag, &count, &found.data) == 1) found.count = count;
  } else if (TIFFFieldReadCount(field) == TIFF_VARIABLE) {
    uint16_t count = 0;
    if (TIFFGetField(tiff, tag, &count, &found.data) == 1) found.count = count;
  }
  return found;
}

// Returns "64-bit floats".
std::string SamplesText(int bits, uint16_t format) {
  std::string_view type = "samples";
  if (format == SAMPLEFORMAT_IEEEFP) type = "floats";
  if (format == SAMPLEFORMAT_INT) type = "signed integers";
  if (format == SAMPLEFORMAT_UINT) type = "unsigned integers";
  if (format == SAMPLEFORMAT_COMPLEXIEEEFP || format == SAMPLEFORMAT_COMPLEXINT)
    type = "complex numbers";
  return fmt::format("{}-bit {}", bits, type);
}

std::string PhotometricText(uint16_t photometric) {
  switch (photometric) {
    case PHOTOMETRIC_MINISWHITE:
      return "white as 0";
    case PHOTOMETRIC_PALETTE:
      return "a palette";
    case PHOTOMETRIC_SEPARATED:
      return "CMYK colours";
    case PHOTOMETRIC_YCBCR:
      return "YCbCr colours";
  }
  return fmt::format("photometric interpretation {}", photometric);
}

class TiffReader final : public FileReader {
 public:
  explicit TiffReader(const PictureFile& file) : FileReader(file) {
    Open();
    try {
      ReadHeader();
      ReadRasterTags();
      CheckPictureSize(file_, info_);
      CheckLayout();
      Allocate();
      if (!TIFFLastDirectory(tiff_)) AddMask(file_, MaskPlace::kBehindPicture);
      if (file.mask) {
        PictureFile own = file;
        own.name += ".msk";
        own.source = file.mask;
        AddMask(own, MaskPlace::kOwnFile);
      }
    } catch (...) {
      TIFFClose(tiff_);
      throw;
    }
  }

  ~TiffReader() override {
    if (tiff_) TIFFClose(tiff_);
  }
  TiffReader(const TiffReader&) = delete;
  TiffReader& operator=(const TiffReader&) = delete;

  // libtiff converts samples to the machine's byte order.
  void ReadRow(std::span<float> row) override {
    const uint8_t* in = rows_.data();
    if (tile_rows_ > 0) {
      if (next_ % tile_rows_ == 0) ReadTiles();
      in += static_cast<std::size_t>(next_ % tile_rows_) * row_bytes_;
    } else if (TIFFReadScanline(tiff_, rows_.data(), static_cast<uint32_t>(next_), 0) < 0) {
      Fail("TIFF", cursor_.passed_end());
    }
    ++next_;
    if (type_.bits == 1) return BitsFrom(in, row);
    FloatsFrom(in, type_, std::endian::native == std::endian::big, row);
    const std::size_t colors = ColorsOf(info_);
    if (marks_alpha_) LeaveOut(row, [&](std::size_t pixel) { return row[pixel + colors] == 0; });
    for (const auto& mask : masks_) {
      mask->ReadRow(mask_row_);
      LeaveOut(row,
               [&](std::size_t pixel) { return mask_row_[pixel / info_.channels.size()] == 0; });
    }
  }

 private:
  enum class MaskPlace { kBehindPicture, kOwnFile };

  // Reads the mask of a picture. Out: the width is 0 if the file has none.
  TiffReader(const PictureFile& file, MaskPlace place, const PictureInfo& masked)
      : FileReader(file) {
    Open();
    try {
      if (place == MaskPlace::kBehindPicture && !FindMask(masked)) return;
      ReadHeader();
      CheckPictureSize(file_, info_);
      CheckMask(masked);
      Allocate();
    } catch (...) {
      TIFFClose(tiff_);
      throw;
    }
  }

  void AddMask(const PictureFile& file, MaskPlace place) {
    std::unique_ptr<TiffReader> mask(new TiffReader(file, place, info_));
    if (mask->info_.width == 0) return;
    mask_row_.resize(static_cast<std::size_t>(info_.width));
    info_.more.emplace_back("a mask");
    masks_.push_back(std::move(mask));
  }

  static tmsize_t Take(thandle_t user, void* to, tmsize_t size) {
    if (size < 0) return -1;
    return static_cast<tmsize_t>(
        static_cast<TiffReader*>(user)->cursor_.Read(to, static_cast<std::size_t>(size)));
  }

  static tmsize_t RefuseToWrite(thandle_t, void*, tmsize_t) { return -1; }

  static toff_t Seek(thandle_t user, toff_t offset, int whence) {
    SourceCursor& cursor = static_cast<TiffReader*>(user)->cursor_;
    if (whence == SEEK_CUR) offset += cursor.at;
    if (whence == SEEK_END) offset += cursor.size();
    return cursor.at = offset;
  }

  static int Close(thandle_t) { return 0; }
  static toff_t SizeOf(thandle_t user) { return static_cast<TiffReader*>(user)->cursor_.size(); }

  static int KeepError(TIFF*, void* user, const char*, const char* format, va_list values) {
    auto& self = *static_cast<TiffReader*>(user);
    std::array<char, 256> text{};
    std::vsnprintf(text.data(), text.size(), format, values);
    if (self.error_.empty()) self.error_ = text.data();
    return 1;
  }

  static int IgnoreWarning(TIFF*, void*, const char*, const char*, va_list) { return 1; }

  void Open() {
    TIFFOpenOptions* const options = TIFFOpenOptionsAlloc();
    if (!options) RefuseMemory(file_);
    TIFFOpenOptionsSetMaxSingleMemAlloc(options, static_cast<tmsize_t>(kMaxReaderBytes));
    TIFFOpenOptionsSetErrorHandlerExtR(options, &KeepError, this);
    TIFFOpenOptionsSetWarningHandlerExtR(options, &IgnoreWarning, nullptr);
    tiff_ = TIFFClientOpenExt("picture", "rm", this, &Take, &RefuseToWrite, &Seek, &Close, &SizeOf,
                              nullptr, nullptr, options);
    TIFFOpenOptionsFree(options);
    if (!tiff_) Fail("TIFF", cursor_.passed_end());
  }

  // Moves on to the picture that is the mask of the first one. Returns whether there is one. Damage
  // behind the first picture does no harm.
  bool FindMask(const PictureInfo& masked) {
    while (TIFFReadDirectory(tiff_)) {
      uint32_t kind = 0, width = 0, height = 0;
      TIFFGetField(tiff_, TIFFTAG_SUBFILETYPE, &kind);
      TIFFGetField(tiff_, TIFFTAG_IMAGEWIDTH, &width);
      TIFFGetField(tiff_, TIFFTAG_IMAGELENGTH, &height);
      if (kind == FILETYPE_MASK && width == masked.width && height == masked.height) return true;
    }
    cursor_.Rethrow();
    return false;
  }

  void ReadHeader() {
    uint32_t width = 0, height = 0;
    TIFFGetField(tiff_, TIFFTAG_IMAGEWIDTH, &width);
    TIFFGetField(tiff_, TIFFTAG_IMAGELENGTH, &height);
    type_.bits = Field(TIFFTAG_BITSPERSAMPLE);
    const uint16_t format = Field(TIFFTAG_SAMPLEFORMAT);
    if (format == SAMPLEFORMAT_INT) type_.kind = SampleKind::kSigned;
    if (format == SAMPLEFORMAT_IEEEFP) type_.kind = SampleKind::kFloat;
    info_ = {.format = "tiff",
             .width = width,
             .height = height,
             .channels = UnnamedChannels(Field(TIFFTAG_SAMPLESPERPIXEL), type_),
             .states_srgb = !type_.IsFraction(),
             .more = {},
             .orientation = Field(TIFFTAG_ORIENTATION)};
    const uint16_t compression = Field(TIFFTAG_COMPRESSION);
    info_.compression = fmt::format("number {}", compression);
    for (const CompressionName& each : kTiffCompressions)
      if (each.value == compression) info_.compression = each.name;
    if (TIFFIsBigTIFF(tiff_)) info_.more.emplace_back("BigTIFF");
  }

  void ReadRasterTags() {
    const auto doubles = [this](uint32_t tag) { return Numbers<double>(tag, TIFF_DOUBLE); };
    const RasterTags tags{.pixel_scale = doubles(geotiff::kPixelScale),
                          .tiepoint = doubles(geotiff::kTiepoint),
                          .transformation = doubles(geotiff::kTransformation),
                          .keys = Numbers<uint16_t>(geotiff::kKeyDirectory, TIFF_SHORT),
                          .metadata = Text(geotiff::kGdalMetadata),
                          .no_data = Text(geotiff::kGdalNoData)};
    info_.no_data = tags.no_data;
    info_.terrain =
        TerrainOf(tags, {file_.path, info_.width, info_.height, info_.channels.size(), type_});
    marks_alpha_ =
        HasAlpha() && (info_.terrain || (info_.channels.size() == 2 && !type_.IsFraction()));
    if (!info_.terrain) return;
    for (std::string& text : TerrainTexts(*info_.terrain)) info_.more.push_back(std::move(text));
  }

  // Returns whether the last channel is stated to be alpha.
  bool HasAlpha() const {
    uint16_t count = 0;
    const uint16_t* kinds = nullptr;
    return ColorsOf(info_) < info_.channels.size() &&
           TIFFGetField(tiff_, TIFFTAG_EXTRASAMPLES, &count, &kinds) == 1 && count == 1 &&
           (kinds[0] == EXTRASAMPLE_ASSOCALPHA || kinds[0] == EXTRASAMPLE_UNASSALPHA);
  }

  // Refuses layouts that cobble does not read.
  void CheckLayout() const {
    const int bits = type_.bits;
    const uint16_t format = Field(TIFFTAG_SAMPLEFORMAT), photometric = Field(TIFFTAG_PHOTOMETRIC);
    const bool is_number = format >= SAMPLEFORMAT_UINT && format <= SAMPLEFORMAT_VOID;
    const bool has_bits =
        bits == 16 || bits == 32 || bits == 64 || (bits == 8 && type_.kind != SampleKind::kFloat);
    const auto refuse = [&](const std::string& what) {
      Refuse("is a TIFF with " + what + ", which is not supported");
    };
    if (!is_number || !has_bits) refuse(SamplesText(bits, format));
    if (photometric != PHOTOMETRIC_MINISBLACK && photometric != PHOTOMETRIC_RGB)
      refuse(PhotometricText(photometric));
    const bool is_placed =
        info_.terrain && (info_.terrain->step > 0 || !info_.terrain->problem.empty());
    if (info_.orientation != ORIENTATION_TOPLEFT && is_placed)
      refuse(fmt::format("a place on the ground and orientation {}", info_.orientation));
    if (Field(TIFFTAG_PLANARCONFIG) != PLANARCONFIG_CONTIG && info_.channels.size() > 1)
      refuse("a plane for each channel");
    if (!TIFFIsCODECConfigured(Field(TIFFTAG_COMPRESSION)))
      refuse(fmt::format("compression {}", info_.compression));
  }

  void CheckMask(const PictureInfo& masked) const {
    const uint16_t photometric = Field(TIFFTAG_PHOTOMETRIC);
    const bool has_bits =
        type_.kind == SampleKind::kUnsigned && (type_.bits == 1 || type_.bits == 8);
    const bool is_read =
        has_bits && info_.channels.size() == 1 && info_.width == masked.width &&
        info_.height == masked.height &&
        (photometric == PHOTOMETRIC_MASK || photometric == PHOTOMETRIC_MINISBLACK) &&
        TIFFIsCODECConfigured(Field(TIFFTAG_COMPRESSION));
    if (!is_read)
      throw Error(
          ErrorKind::kRecipe, Shown(file_.name),
          fmt::format("has a mask that is not supported: {} x {} pixels, {}, {}", info_.width,
                      info_.height, CountText(info_.channels.size(), "channel"),
                      SamplesText(type_.bits, Field(TIFFTAG_SAMPLEFORMAT))),
          "make a copy: " + RasterCommand("gdalwarp -dstalpha", {.path = file_.path}));
  }

  // Returns the bytes of a row of so many pixels.
  Size BytesOf(int64_t pixels) const {
    const Size samples = Size(pixels) * Size(info_.channels.size());
    if (type_.bits == 1) return samples.DivideUp(8);
    return samples * Size(static_cast<uint64_t>(type_.bits / 8));
  }

  void Allocate() {
    const Size row = BytesOf(info_.width);
    row_bytes_ = row.bytes();
    // libtiff reads a strip in parts of 16 rows.
    constexpr int64_t kReadAhead = 16;
    CheckPictureSize(file_, info_, row * Size(std::min<int64_t>(kReadAhead, info_.height)));
    Size rows(1u);
    if (TIFFIsTiled(tiff_)) {
      TIFFGetField(tiff_, TIFFTAG_TILEWIDTH, &tile_width_);
      TIFFGetField(tiff_, TIFFTAG_TILELENGTH, &tile_rows_);
      if (tile_width_ < 1 || tile_rows_ < 1) Refuse("is a damaged TIFF: its tiles are empty");
      info_.more.push_back(fmt::format("tiles of {} x {}", tile_width_, tile_rows_));
      const Size tile = BytesOf(tile_width_) * Size(tile_rows_);
      rows = Size(static_cast<uint64_t>(std::min<int64_t>(tile_rows_, info_.height)));
      CheckPictureSize(file_, info_, tile * Size(2u) + row * rows);
      tile_.resize(tile.bytes());
      if (static_cast<tmsize_t>(tile_.size()) != TIFFTileSize(tiff_))
        Refuse("is a damaged TIFF: its tiles have the wrong size");
    } else if (static_cast<tmsize_t>(row_bytes_) != TIFFScanlineSize(tiff_)) {
      Refuse("is a damaged TIFF: its rows have the wrong size");
    }
    rows_.resize((row * rows).bytes());
  }

  // Reads the row of tiles that starts at the next row.
  void ReadTiles() {
    const std::size_t tile_row = BytesOf(tile_width_).bytes();
    const auto rows = static_cast<std::size_t>(std::min<int64_t>(tile_rows_, info_.height - next_));
    uint32_t column = 0;
    for (std::size_t at = 0; at < row_bytes_; at += tile_row, column += tile_width_) {
      if (TIFFReadTile(tiff_, tile_.data(), column, static_cast<uint32_t>(next_), 0, 0) < 0)
        Fail("TIFF", cursor_.passed_end());
      const std::size_t size = std::min(tile_row, row_bytes_ - at);
      for (std::size_t j = 0; j < rows; ++j)
        std::memcpy(rows_.data() + j * row_bytes_ + at, tile_.data() + j * tile_row, size);
    }
  }

  // Returns how many channels a pixel has without alpha.
  static std::size_t ColorsOf(const PictureInfo& info) {
    const std::size_t channels = info.channels.size();
    return channels == 2 || channels == 4 ? channels - 1 : channels;
  }

  static void BitsFrom(const uint8_t* in, std::span<float> row) {
    for (std::size_t k = 0; k < row.size(); ++k)
      row[k] = static_cast<float>(in[k / 8] >> (7 - k % 8) & 1);
  }

  // Makes pixels missing. In: is_out(index of the first sample).
  template <typename IsOut>
  void LeaveOut(std::span<float> row, const IsOut& is_out) const {
    for (std::size_t pixel = 0; pixel < row.size(); pixel += info_.channels.size())
      if (is_out(pixel))
        std::ranges::fill(row.subspan(pixel, ColorsOf(info_)),
                          std::numeric_limits<float>::quiet_NaN());
  }

  uint16_t Field(uint32_t tag) const {
    uint16_t value = 0;
    TIFFGetFieldDefaulted(tiff_, tag, &value);
    return value;
  }

  std::string Text(uint32_t tag) const {
    const auto [data, count] = FindUnknown(tiff_, tag, TIFF_ASCII);
    std::string text(static_cast<const char*>(data), count);
    return text.substr(0, text.find('\0'));
  }

  template <typename Number>
  std::vector<Number> Numbers(uint32_t tag, TIFFDataType type) const {
    const auto [data, count] = FindUnknown(tiff_, tag, type);
    const auto* const numbers = static_cast<const Number*>(data);
    return {numbers, numbers + count};
  }

  TIFF* tiff_ = nullptr;
  SampleType type_;
  bool marks_alpha_ = false;  // where alpha is 0, samples are missing
  std::vector<std::unique_ptr<TiffReader>> masks_;
  std::vector<float> mask_row_;
  std::size_t row_bytes_ = 0;
  uint32_t tile_width_ = 0, tile_rows_ = 0;  // 0: no tiles
  std::vector<uint8_t> tile_;
  std::vector<uint8_t> rows_;  // one row, or a row of tiles
  int64_t next_ = 0;
};

}  // namespace

std::unique_ptr<PictureReader> ReadTiff(const PictureFile& file) {
  return std::make_unique<TiffReader>(file);
}

}  // namespace cobble
