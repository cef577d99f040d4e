// Reads TGA and BMP, whole, with stb_image. Its JPEG and HDR readers are unsafe for damaged files.
#include <fmt/format.h>

#include <algorithm>

#include "cobble/error.h"
#include "core/suggest.h"
#include "input/readers.h"

#define STBI_ASSERT(x) static_cast<void>(0)
#define STBI_NO_LINEAR
#define STBI_NO_STDIO
#define STBI_ONLY_BMP
#define STBI_ONLY_TGA
#define STB_IMAGE_STATIC
#define STB_IMAGE_IMPLEMENTATION
#include <stb/stb_image.h>

namespace cobble {
namespace {

// stb_image reads blocks of this many bytes, and asks for more only if it needs them.
constexpr int kBlock = 128;
// Maximum size of the decoded samples, as for the pictures that cobble writes in these formats.
constexpr uint64_t kMaxSamples = uint64_t{1} << 28;

struct Stream {
  SourceCursor cursor;
  bool is_truncated = false;
};

int TakeBytes(void* user, char* to, int size) {
  auto& stream = *static_cast<Stream*>(user);
  const std::size_t n = stream.cursor.Read(to, static_cast<std::size_t>(size));
  if (n == 0 || (size > kBlock && n < static_cast<std::size_t>(size))) stream.is_truncated = true;
  return static_cast<int>(n);
}

void Skip(void* user, int count) {
  auto& stream = *static_cast<Stream*>(user);
  const auto size = static_cast<int64_t>(stream.cursor.size());
  const int64_t to = static_cast<int64_t>(stream.cursor.at) + count;
  if (to > size) stream.is_truncated = true;
  stream.cursor.at = static_cast<uint64_t>(std::clamp<int64_t>(to, 0, size));
}

int IsAtEnd(void* user) {
  const auto& stream = *static_cast<Stream*>(user);
  return stream.cursor.at >= stream.cursor.size();
}

constexpr stbi_io_callbacks kCallbacks{&TakeBytes, &Skip, &IsAtEnd};

[[noreturn]] void Fail(const PictureFile& file, std::string_view title, const Stream& stream) {
  stream.cursor.Rethrow();
  const char* const reason = stbi_failure_reason();
  if (stream.is_truncated) RefusePicture(file, fmt::format("is a truncated {}", title));
  if (reason && std::string_view(reason) == "outofmem") RefuseMemory(file);
  RefusePicture(file, fmt::format("is a damaged or unsupported {}: {}", title,
                                  reason ? reason : "unknown reason"));
}

class StbReader final : public PictureReader {
 public:
  // max_density: the most pixels that a byte of the file can hold.
  StbReader(const PictureFile& file, std::string_view format, std::string_view title,
            uint64_t max_density) {
    info_.format = format;
    Measure(file, title);
    if (Size(info_.width) * Size(info_.height) > Size(file.source->size()) * Size(max_density))
      RefusePicture(file, fmt::format("is a truncated {}", title));
    Decode(file, title);
  }

  ~StbReader() override { stbi_image_free(samples_); }
  StbReader(const StbReader&) = delete;
  StbReader& operator=(const StbReader&) = delete;

  void ReadRow(std::span<float> row) override {
    FloatsFrom(samples_ + at_, {.bits = 8}, false, row);
    at_ += row.size();
  }

 private:
  void Measure(const PictureFile& file, std::string_view title) {
    Stream stream{SourceCursor(*file.source)};
    int width = 0, height = 0, channels = 0;
    if (!stbi_info_from_callbacks(&kCallbacks, &stream, &width, &height, &channels))
      Fail(file, title, stream);
    info_.width = width;
    info_.height = height;
    info_.channels = UnnamedChannels(channels, {.bits = 8});
    info_.states_srgb = false;
    CheckPictureSize(file, info_);
    const Size bytes = Size(width) * Size(height) * Size(channels);
    if (bytes > Size(kMaxSamples))
      throw Error(ErrorKind::kLimit, Shown(file.name),
                  fmt::format("{} files are held in memory and limited to {} bytes of samples",
                              title, kMaxSamples));
  }

  void Decode(const PictureFile& file, std::string_view title) {
    Stream stream{SourceCursor(*file.source)};
    const auto wanted = static_cast<int>(info_.channels.size());
    int width = 0, height = 0, channels = 0;
    samples_ = stbi_load_from_callbacks(&kCallbacks, &stream, &width, &height, &channels, wanted);
    // stb_image fills in zeros for the missing rest of a file.
    if (samples_ && !stream.is_truncated && width == info_.width && height == info_.height) return;
    stbi_image_free(samples_);
    samples_ = nullptr;
    Fail(file, title, stream);
  }

  stbi_uc* samples_ = nullptr;
  std::size_t at_ = 0;
};

}  // namespace

std::unique_ptr<PictureReader> ReadBmp(const PictureFile& file) {
  return std::make_unique<StbReader>(file, "bmp", "BMP", 8);
}

std::unique_ptr<PictureReader> ReadTga(const PictureFile& file) {
  return std::make_unique<StbReader>(file, "tga", "TGA", 64);
}

}  // namespace cobble
