// Writes TIFF: strips, each a band, compressed in parallel and written in row order. libtiff writes
// the directory before them, so that readers find the metadata in the first bytes, and fills in the
// offsets of the strips at the end.
// Based on: TIFF, revision 6.0 (Adobe, 1992); libtiff's functions for deferred strip arrays.
#include "output/writers.h"

#include <tiffio.h>

#include <algorithm>
#include <array>
#include <cstdarg>
#include <cstdio>
#include <exception>
#include <iterator>
#include <string>
#include <utility>

#include "cobble/error.h"
#include "core/bands.h"
#include "core/geotiff.h"
#include "core/maps.h"
#include "core/size.h"
#include "output/buffer.h"
#include "output/georeference.h"
#include "output/sink/sink.h"
#include "output/tiff/strip.h"

namespace cobble {
namespace {

// Maximum bytes of a file besides strips and metadata: the header, the directory, alignment.
constexpr uint64_t kDirectoryBytes = 4096;
constexpr uint64_t kStripEntryBytes = 16;  // offset and size of a strip, in a BigTIFF
constexpr uint64_t kMaxClassicBytes = 0xFFFFFFFF;

// Fields that libtiff does not know, with names for its messages.
char pixel_scale_name[] = "ModelPixelScale", tiepoint_name[] = "ModelTiepoint",
     keys_name[] = "GeoKeyDirectory", gdal_name[] = "GDALMetadata";
constexpr short kAnyCount = TIFF_VARIABLE;  // NOLINT: a type of libtiff's
const TIFFFieldInfo kGeoFields[] = {
    {geotiff::kPixelScale, kAnyCount, kAnyCount, TIFF_DOUBLE, FIELD_CUSTOM, 1, 1, pixel_scale_name},
    {geotiff::kTiepoint, kAnyCount, kAnyCount, TIFF_DOUBLE, FIELD_CUSTOM, 1, 1, tiepoint_name},
    {geotiff::kKeyDirectory, kAnyCount, kAnyCount, TIFF_SHORT, FIELD_CUSTOM, 1, 1, keys_name},
    {geotiff::kGdalMetadata, kAnyCount, kAnyCount, TIFF_ASCII, FIELD_CUSTOM, 1, 0, gdal_name},
};

// A file that libtiff writes to a sink. Failed calls throw what the sink threw, or Error kLimit,
// since only memory can run out otherwise.
class TiffFile {
 public:
  TiffFile(ByteSink* sink, bool is_big) : sink_(sink) {
    TIFFOpenOptions* const options = TIFFOpenOptionsAlloc();
    if (options != nullptr) {
      TIFFOpenOptionsSetErrorHandlerExtR(options, &KeepMessage, this);
      TIFFOpenOptionsSetWarningHandlerExtR(
          options, [](TIFF*, void*, const char*, const char*, va_list) { return 1; }, nullptr);
      tiff_ = TIFFClientOpenExt(
          "picture", is_big ? "w8l" : "wl", this, &Read, &Write, &Seek, [](thandle_t) { return 0; },
          [](thandle_t self) { return static_cast<toff_t>(Self(self).End()); }, nullptr, nullptr,
          options);
      TIFFOpenOptionsFree(options);
    }
    Check(tiff_ != nullptr);
    Check(TIFFMergeFieldInfo(tiff_, kGeoFields, static_cast<uint32_t>(std::size(kGeoFields))) == 0);
  }
  // TIFFClose would write what an unfinished file lacks.
  ~TiffFile() {
    is_closing_ = true;
    TIFFClose(tiff_);
  }
  TiffFile(const TiffFile&) = delete;
  TiffFile& operator=(const TiffFile&) = delete;

  template <typename... Values>
  void Set(uint32_t tag, Values... values) {
    Check(TIFFSetField(tiff_, tag, values...) == 1);
  }
  // Ends the directory.
  void BeginStrips() {
    Check(TIFFDeferStrileArrayWriting(tiff_) == 1);
    Check(TIFFWriteCheck(tiff_, 0, "cobble") == 1);
    Check(TIFFWriteDirectory(tiff_) == 1);
    Check(TIFFSetDirectory(tiff_, 0) == 1);
    sink_->Write(front_);
    in_strips_ = true;
  }
  void WriteStrip(uint32_t index, const std::byte* data, std::size_t size) {
    const auto bytes = static_cast<tmsize_t>(size);
    Check(TIFFWriteRawStrip(tiff_, index, const_cast<std::byte*>(data), bytes) == bytes);
  }
  // Writes the offsets of the strips.
  void EndStrips() { Check(TIFFForceStrileArrayWriting(tiff_) == 1); }

 private:
  static TiffFile& Self(thandle_t self) { return *static_cast<TiffFile*>(self); }

  // libtiff only reads the directory.
  static tmsize_t Read(thandle_t self, void* to, tmsize_t size) {
    TiffFile& file = Self(self);
    if (file.position_ > file.front_.size()) return 0;
    const auto begin = static_cast<std::size_t>(file.position_);
    const std::size_t n = std::min(static_cast<std::size_t>(size), file.front_.size() - begin);
    std::copy_n(file.front_.data() + begin, n, static_cast<char*>(to));
    file.position_ += n;
    return static_cast<tmsize_t>(n);
  }

  // Exceptions must not pass through libtiff, which is C.
  static tmsize_t Write(thandle_t self, void* from, tmsize_t size) {
    TiffFile& file = Self(self);
    if (file.failure_ || file.is_closing_) return 0;
    try {
      file.Put(static_cast<const char*>(from), static_cast<std::size_t>(size));
      return size;
    } catch (...) {
      file.failure_ = std::current_exception();
      return 0;
    }
  }

  static toff_t Seek(thandle_t self, toff_t offset, int whence) {
    TiffFile& file = Self(self);
    uint64_t origin = 0;  // SEEK_SET
    if (whence == SEEK_CUR) origin = file.position_;
    if (whence == SEEK_END) origin = file.End();
    return file.position_ = origin + offset;
  }

  static int KeepMessage(TIFF*, void* self, const char*, const char* format, va_list values) {
    auto& message = static_cast<TiffFile*>(self)->message_;
    if (message.front() == '\0') std::vsnprintf(message.data(), message.size(), format, values);
    return 1;  // libtiff does not print it
  }

  uint64_t End() const { return in_strips_ ? sink_->bytes_written() : front_.size(); }

  // Writes at the position, and keeps bytes in front of the strips. libtiff aligns what it writes
  // at the end; bytes that it skips become 0.
  void Put(const char* data, std::size_t size) {
    if (position_ < front_.size() || !in_strips_) {
      const auto begin = static_cast<std::size_t>(position_);
      front_.resize(std::max(front_.size(), begin + size));
      std::copy_n(data, size, front_.data() + begin);
    }
    if (in_strips_) {
      for (; End() < position_;) sink_->Write(std::string_view("\0", 1));
      if (position_ == End()) {
        sink_->Write(data, size);
      } else {
        sink_->WriteAt(position_, data, size);
      }
    }
    position_ += size;
  }

  void Check(bool done) {
    if (failure_) std::rethrow_exception(failure_);
    if (done) return;
    const std::string message(message_.data());
    throw Error(ErrorKind::kLimit, "",
                "not enough memory to write a TIFF" +
                    (message.empty() ? "" : " (libtiff: " + message + ")"));
  }

  ByteSink* sink_;
  std::string front_;  // the bytes before the strips, which libtiff reads again
  bool in_strips_ = false, is_closing_ = false;
  uint64_t position_ = 0;
  std::array<char, 256> message_{};  // libtiff's first error
  std::exception_ptr failure_;
  TIFF* tiff_ = nullptr;
};

struct TiffBand final : Chunk {
  TiffBand(Size capacity, TiffStripPacker wanted) : packed(capacity), packer(std::move(wanted)) {}

  Buffer packed;
  TiffStripPacker packer;
  std::size_t size = 0;
};

// Returns whether the file might be too long for offsets of 32 bits.
bool IsBig(const PictureSpec& spec, const TiffRows& rows, int64_t strip_rows,
           const std::string& xmp) {
  const Size strip = TiffStripPacker::Bound(rows, spec.compression, strip_rows);
  const Size strips = Size(spec.height).DivideUp(static_cast<uint64_t>(strip_rows));
  return strips * (strip + Size(kStripEntryBytes)) + Size(xmp.size()) + Size(kDirectoryBytes) >
         Size(kMaxClassicBytes);
}

void SetChannels(TiffFile* file, const PictureMap& map) {
  const bool is_rgb = map.channels >= 3;
  file->Set(TIFFTAG_SAMPLESPERPIXEL, map.channels);
  file->Set(TIFFTAG_PHOTOMETRIC, is_rgb ? PHOTOMETRIC_RGB : PHOTOMETRIC_MINISBLACK);
  if (map.channels % 2 != 0) return;
  const uint16_t extra[] = {
      static_cast<uint16_t>(HasTiffAlpha(map) ? EXTRASAMPLE_UNASSALPHA : EXTRASAMPLE_UNSPECIFIED)};
  file->Set(TIFFTAG_EXTRASAMPLES, 1, extra);
}

// Omits date and host name, so the same command always writes the same bytes.
void SetTags(TiffFile* file, const PictureSpec& spec, const TiffRows& rows, int64_t strip_rows,
             const std::string& xmp) {
  file->Set(TIFFTAG_IMAGEWIDTH, static_cast<uint32_t>(spec.width));
  file->Set(TIFFTAG_IMAGELENGTH, static_cast<uint32_t>(spec.height));
  file->Set(TIFFTAG_BITSPERSAMPLE, spec.bits);
  file->Set(TIFFTAG_SAMPLEFORMAT,
            IsFloat(*spec.format, spec.bits) ? SAMPLEFORMAT_IEEEFP : SAMPLEFORMAT_UINT);
  SetChannels(file, spec.maps.front());
  file->Set(TIFFTAG_PLANARCONFIG, PLANARCONFIG_CONTIG);
  file->Set(TIFFTAG_ORIENTATION, ORIENTATION_TOPLEFT);
  file->Set(TIFFTAG_ROWSPERSTRIP, static_cast<uint32_t>(strip_rows));
  file->Set(TIFFTAG_COMPRESSION, COMPRESSION_ADOBE_DEFLATE);
  file->Set(TIFFTAG_PREDICTOR,
            rows.sample_bytes == 4 ? PREDICTOR_FLOATINGPOINT : PREDICTOR_HORIZONTAL);
  file->Set(TIFFTAG_SOFTWARE, "cobble");
  if (!xmp.empty()) file->Set(TIFFTAG_XMLPACKET, static_cast<uint32_t>(xmp.size()), xmp.data());
}

void SetGeoTags(TiffFile* file, const PictureSpec& spec) {
  if (!spec.georeference) return;
  const bool is_float = IsFloat(*spec.format, spec.bits);
  const GeoTags tags =
      GeoTagsOf(*spec.georeference, is_float ? 1 : static_cast<double>((1 << spec.bits) - 1));
  const auto set = [&](uint32_t tag, const auto& values) {
    file->Set(tag, static_cast<int>(values.size()), values.data());
  };
  set(geotiff::kPixelScale, tags.pixel_scale);
  set(geotiff::kTiepoint, tags.tiepoint);
  set(geotiff::kKeyDirectory, tags.keys);
  if (!tags.gdal_metadata.empty()) file->Set(geotiff::kGdalMetadata, tags.gdal_metadata.c_str());
}

class TiffWriter final : public PictureWriter {
 public:
  explicit TiffWriter(const PictureSpec& spec)
      : PictureWriter(spec, RowFormatOf(spec), FileSink::kAnyOrder),
        rows_{format().channels, format().sample_bytes, row_bytes()},
        strip_rows_(TiffStripRows(spec.width, spec.height)) {
    const std::string xmp = XmpPacket(spec.metadata);
    file_ = std::make_unique<TiffFile>(&sink(), IsBig(spec, rows_, strip_rows_, xmp));
    SetTags(file_.get(), spec, rows_, strip_rows_, xmp);
    SetGeoTags(file_.get(), spec);
    file_->BeginStrips();
  }

  std::unique_ptr<Chunk> NewChunk(int64_t rows) const override {
    if (std::min(rows, spec().height) != strip_rows_)
      throw Error(ErrorKind::kBug, "", "a band is not as high as a TIFF strip");
    return std::make_unique<TiffBand>(
        TiffStripPacker::Bound(rows_, spec().compression, strip_rows_),
        TiffStripPacker(rows_, strip_rows_, spec().compression, spec().simd_target));
  }
  void Encode(const Band& band, Chunk& chunk) const noexcept override {
    auto& tiff = static_cast<TiffBand&>(chunk);
    tiff.size = tiff.packer.Run(band, AsBytes(tiff.packed.data()));
  }

 private:
  void WriteBand(const Band& band, const Chunk& chunk) override {
    const auto& tiff = static_cast<const TiffBand&>(chunk);
    file_->WriteStrip(static_cast<uint32_t>(band.index), tiff.packed.data(), tiff.size);
  }
  void WriteEnd() override { file_->EndStrips(); }

  TiffRows rows_;
  int64_t strip_rows_;
  std::unique_ptr<TiffFile> file_;
};

}  // namespace

std::unique_ptr<PictureWriter> OpenTiff(const PictureSpec& spec) {
  return std::make_unique<TiffWriter>(spec);
}

}  // namespace cobble
