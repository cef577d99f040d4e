// Readers of raw files, of PNG with libpng, and of EXR without OpenEXR, which cannot read a stream.
#include "support/readers/stream_readers.h"

#include <png.h>

#include <algorithm>
#include <cstring>
#include <deque>
#include <vector>

#include "output/byte_checksums.h"

namespace cobble {
namespace {

class Pieces {
 public:
  void Add(std::string_view piece) {
    checksum_ = Crc32(checksum_, piece.data(), piece.size());
    last_.emplace_back(piece);
    if (last_.size() > kKeptRows) last_.pop_front();
  }
  void AddTo(StreamReport* report) const {
    report->checksum = checksum_;
    for (const std::string& piece : last_) report->last += piece;
  }

 private:
  uint32_t checksum_ = 0;
  std::deque<std::string> last_;
};

class RawStream final : public StreamReader {
 public:
  explicit RawStream(uint64_t row_bytes) : row_bytes_(row_bytes) {}

  void Take(std::string_view bytes) override {
    report_.bytes += bytes.size();
    rest_ += bytes;
    std::size_t at = 0;
    for (; rest_.size() - at >= row_bytes_; at += row_bytes_)
      rows_.Add(std::string_view(rest_).substr(at, row_bytes_));
    rest_.erase(0, at);
  }
  void TakeAt(uint64_t, std::string_view) override { report_.problem = "written out of order"; }
  StreamReport Finish() override {
    rows_.AddTo(&report_);
    if (!rest_.empty()) report_.problem = "ends within a row";
    return report_;
  }

 private:
  std::size_t row_bytes_;
  std::string rest_;  // the start of an incomplete row
  Pieces rows_;
  StreamReport report_;
};

class PngStream final : public StreamReader {
 public:
  PngStream()
      : png_(png_create_read_struct(PNG_LIBPNG_VER_STRING, nullptr, nullptr, nullptr)),
        info_(png_create_info_struct(png_)) {
    png_set_progressive_read_fn(png_, this, &OnHeader, &OnRow, &OnEnd);
  }
  ~PngStream() override { png_destroy_read_struct(&png_, &info_, nullptr); }
  PngStream(const PngStream&) = delete;
  PngStream& operator=(const PngStream&) = delete;

  void Take(std::string_view bytes) override {
    report_.bytes += bytes.size();
    if (!report_.problem.empty()) return;
    if (setjmp(png_jmpbuf(png_))) {
      report_.problem = "is rejected by libpng";
      return;
    }
    png_process_data(png_, info_, reinterpret_cast<png_bytep>(const_cast<char*>(bytes.data())),
                     bytes.size());
  }
  void TakeAt(uint64_t, std::string_view) override { report_.problem = "written out of order"; }
  StreamReport Finish() override {
    rows_.AddTo(&report_);
    if (!ended_ && report_.problem.empty()) report_.problem = "is truncated";
    return report_;
  }

 private:
  static PngStream& Self(png_structp png) {
    return *static_cast<PngStream*>(png_get_progressive_ptr(png));
  }
  static void OnHeader(png_structp png, png_infop info) {
    if (png_get_bit_depth(png, info) == 16) png_set_swap(png);
    png_start_read_image(png);
    Self(png).row_bytes_ = png_get_rowbytes(png, info);
  }
  static void OnRow(png_structp png, png_bytep row, png_uint_32, int) {
    Self(png).rows_.Add({reinterpret_cast<const char*>(row), Self(png).row_bytes_});
  }
  static void OnEnd(png_structp png, png_infop) { Self(png).ended_ = true; }

  png_structp png_;
  png_infop info_;
  std::size_t row_bytes_ = 0;
  bool ended_ = false;
  Pieces rows_;
  StreamReport report_;
};

template <typename T>
T LittleEndian(const char* bytes) {
  T value;
  std::memcpy(&value, bytes, sizeof value);
  return value;
}

// Based on: OpenEXR File Layout (openexr.com).
class ExrStream final : public StreamReader {
 public:
  void Take(std::string_view bytes) override {
    report_.bytes += bytes.size();
    rest_ += bytes;
    while (TakePart()) continue;
  }

  void TakeAt(uint64_t place, std::string_view bytes) override {
    if (place != table_begin_ + table_.size() * kPlace || bytes.size() % kPlace != 0)
      report_.problem = "overwrites more than its table";
    for (std::size_t at = 0; at + kPlace <= bytes.size(); at += kPlace)
      table_.push_back(LittleEndian<uint64_t>(bytes.data() + at));
  }

  StreamReport Finish() override {
    blocks_.AddTo(&report_);
    if (!rest_.empty()) report_.problem = "ends within a block";
    if (places_.size() != block_count_) report_.problem = "has the wrong number of blocks";
    if (places_ != table_) report_.problem = "has a table that does not match its blocks";
    return report_;
  }

 private:
  static constexpr std::size_t kMagic = 8, kPlace = 8, kBlockHeader = 8;

  // Consumes the header, a part of the table or a block from `rest_`. Returns whether it could.
  bool TakePart() {
    std::size_t size = 0;
    if (table_begin_ == 0) {
      size = table_begin_ = HeaderSize();
    } else if (table_left_ > 0) {
      size = std::min(table_left_, rest_.size());
      table_left_ -= size;
    } else {
      size = BlockSize();
      if (size > 0) AddBlock(size);
    }
    rest_.erase(0, size);
    taken_ += size;
    return size > 0;
  }

  // Returns the header's size, or 0 if it is incomplete. Attributes are name, type, size, value; an
  // empty name ends them.
  std::size_t HeaderSize() {
    std::size_t at = kMagic;
    while (at < rest_.size() && rest_[at] != '\0') {
      const std::string name = rest_.c_str() + at;
      at += name.size() + 1;
      if (at >= rest_.size()) return 0;
      at += std::strlen(rest_.c_str() + at) + 1;
      if (at + 4 > rest_.size()) return 0;
      const auto size = LittleEndian<uint32_t>(rest_.data() + at);
      at += 4;
      if (at + size > rest_.size()) return 0;
      if (name == "dataWindow") ReadWindow(rest_.data() + at);
      if (name == "compression") lines_ = rest_[at] == kZip ? 16 : 1;
      at += size;
    }
    if (at >= rest_.size()) return 0;
    block_count_ = static_cast<std::size_t>((height_ + lines_ - 1) / lines_);
    table_left_ = block_count_ * kPlace;
    return at + 1;
  }

  void ReadWindow(const char* corners) {
    first_row_ = LittleEndian<int32_t>(corners + 4);
    height_ = int64_t{LittleEndian<int32_t>(corners + 12)} - first_row_ + 1;
  }

  std::size_t BlockSize() const {
    if (rest_.size() < kBlockHeader) return 0;
    const std::size_t size = kBlockHeader + LittleEndian<uint32_t>(rest_.data() + 4);
    return size <= rest_.size() ? size : 0;
  }

  void AddBlock(std::size_t size) {
    const int64_t row = first_row_ + static_cast<int64_t>(places_.size()) * lines_;
    if (LittleEndian<int32_t>(rest_.data()) != row) report_.problem = "has blocks out of order";
    places_.push_back(taken_);
    blocks_.Add(std::string_view(rest_).substr(0, size));
  }

  static constexpr char kZip = 3;
  std::string rest_;
  uint64_t taken_ = 0;  // bytes consumed before `rest_`
  std::size_t table_begin_ = 0, table_left_ = 0, block_count_ = 0;
  int64_t first_row_ = 0, height_ = 0, lines_ = 1;
  std::vector<uint64_t> places_, table_;  // the blocks' offsets: actual, and in the table
  Pieces blocks_;
  StreamReport report_;
};

}  // namespace

std::unique_ptr<StreamReader> ReadRawStream(uint64_t row_bytes) {
  return std::make_unique<RawStream>(row_bytes);
}
std::unique_ptr<StreamReader> ReadPngStream() { return std::make_unique<PngStream>(); }
std::unique_ptr<StreamReader> ReadExrStream() { return std::make_unique<ExrStream>(); }

}  // namespace cobble
