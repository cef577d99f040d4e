// Collects a picture in memory and encodes it with stb_image_write.
#include "output/writers.h"

#include <cmath>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <string>
#include <string_view>
#include <utility>

#include "cobble/error.h"
#include "core/maps.h"
#include "core/size.h"
#include "output/buffer.h"
#include "output/sink/sink.h"

namespace cobble {
namespace {

// stb does not check whether malloc failed.
void* Allocate(std::size_t size) {
  void* const memory = std::malloc(size);
  if (memory == nullptr)
    throw Error(ErrorKind::kLimit, "", "not enough memory to encode the picture");
  return memory;
}

}  // namespace
}  // namespace cobble

#define STBIW_MALLOC(size) cobble::Allocate(size)
#define STBIW_REALLOC(memory, size) std::realloc(memory, size)  // unused: only needed for PNG
#define STBIW_FREE(memory) std::free(memory)
#define STBIW_ASSERT(x) static_cast<void>(0)
#define STB_IMAGE_WRITE_STATIC
#define STB_IMAGE_WRITE_IMPLEMENTATION
#include <stb/stb_image_write.h>

namespace cobble {
namespace {

constexpr int kJpgQuality = 95;  // full chroma resolution, no visible blocks

// Buffers stb's output, which arrives a few bytes at a time. Keeps an exception until Finish, since
// throwing through stb would leak its memory.
class StbStream {
 public:
  // In: is_tga, whether to declare that the first row is the top one.
  StbStream(ByteSink* sink, bool is_tga) : sink_(sink), is_tga_(is_tga) {}

  static void Take(void* stream, void* data, int size) {
    auto& self = *static_cast<StbStream*>(stream);
    if (self.failure_) return;
    try {
      self.bytes_.append(static_cast<const char*>(data), static_cast<std::size_t>(size));
      if (self.bytes_.size() >= kBlock) self.Flush();
    } catch (...) {
      self.failure_ = std::current_exception();
    }
  }

  void Finish() {
    if (failure_) std::rethrow_exception(failure_);
    Flush();
  }

 private:
  static constexpr std::size_t kBlock = std::size_t{1} << 16;
  static constexpr std::size_t kTgaDescriptor = 17;  // place of a byte of the header
  static constexpr char kTopLeft = 0x20;

  void Flush() {
    if (std::exchange(is_tga_, false) && bytes_.size() > kTgaDescriptor)
      bytes_[kTgaDescriptor] = static_cast<char>(bytes_[kTgaDescriptor] | kTopLeft);
    sink_->Write(bytes_);
    bytes_.clear();
  }

  ByteSink* sink_;
  bool is_tga_;  // and the header has not been written
  std::string bytes_;
  std::exception_ptr failure_;
};

class StbWriter final : public PictureWriter {
 public:
  // HDR has no negative values, so normals are stored as in integer formats.
  explicit StbWriter(const PictureSpec& spec)
      : PictureWriter(spec, RowFormatOf(spec, {.is_positive = IsFloat(*spec.format, spec.bits)})),
        is_tga_(spec.format->name == "tga"),
        samples_(std::make_unique<Buffer>(Size(row_bytes()) * Size(spec.height))) {}

  // stb writes the last row of a TGA first, as the bottom one. Programs that ignore the header's
  // row order take the first row for the top one, so rows are reversed.
  void Encode(const Band& band, Chunk&) const noexcept override {
    const std::byte* row = band.data;
    for (int64_t j = 0; j < band.rows; ++j, row += band.stride) {
      const int64_t at = band.first_row + j;
      const auto place = static_cast<std::size_t>(is_tga_ ? spec().height - 1 - at : at);
      std::memcpy(samples_->data() + place * row_bytes(), row, row_bytes());
    }
  }

 private:
  void WriteEnd() override {
    StbStream stream(&sink(), is_tga_);
    const bool done = EncodeAll(&stream) != 0;
    stream.Finish();
    if (!done) throw Error(ErrorKind::kBug, "", "stb_image_write rejected the picture");
  }

  int EncodeAll(StbStream* stream) const {
    const std::string_view name = spec().format->name;
    const auto width = static_cast<int>(spec().width), height = static_cast<int>(spec().height);
    const int channels = format().channels;
    const std::byte* const samples = samples_->data();
    const auto take = &StbStream::Take;
    if (name == "tga")
      return stbi_write_tga_to_func(take, stream, width, height, channels, samples);
    if (name == "bmp")
      return stbi_write_bmp_to_func(take, stream, width, height, channels, samples);
    if (name == "jpg")
      return stbi_write_jpg_to_func(take, stream, width, height, channels, samples, kJpgQuality);
    return stbi_write_hdr_to_func(take, stream, width, height, channels,
                                  reinterpret_cast<const float*>(samples));
  }

  bool is_tga_;
  const std::unique_ptr<Buffer> samples_;  // the whole picture; each band fills its own rows
};

}  // namespace

std::unique_ptr<PictureWriter> OpenStb(const PictureSpec& spec) {
  return std::make_unique<StbWriter>(spec);
}

void RoundToRgbe(float* rgb) {
  constexpr int kBias = 128 + 8;  // of the exponent, for mantissas of 0..255
  unsigned char rgbe[4];
  stbiw__linear_to_rgbe(rgbe, rgb);
  for (int c = 0; c < 3; ++c)
    rgb[c] = rgbe[3] == 0 ? 0.0f : std::ldexp(static_cast<float>(rgbe[c]), rgbe[3] - kBias);
}

}  // namespace cobble
