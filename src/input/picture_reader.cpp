// The table of formats that cobble reads, and what the readers share.
#include "input/picture_reader.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

#include "cobble/error.h"
#include "core/suggest.h"
#include "core/utf8.h"
#include "input/no_data.h"
#include "input/orientation.h"
#include "input/readers.h"

namespace cobble {
namespace {

constexpr Size kMaxPixels = uint64_t{1} << 34;

using namespace std::string_view_literals;

// Formats whose libraries this build lacks (COBBLE_EXR and so on in CMakeLists.txt) have no `open`.
using OpenFunction = decltype(ReadableFormat::open);
#ifdef COBBLE_WITHOUT_EXR
constexpr OpenFunction kReadExr = nullptr;
#else
constexpr OpenFunction kReadExr = &ReadExr;
#endif
#ifdef COBBLE_WITHOUT_TIFF
constexpr OpenFunction kReadTiff = nullptr;
#else
constexpr OpenFunction kReadTiff = &ReadTiff;
#endif
#ifdef COBBLE_WITHOUT_JPEG
constexpr OpenFunction kReadJpg = nullptr;
#else
constexpr OpenFunction kReadJpg = &ReadJpg;
#endif

const std::vector<ReadableFormat>& Table() {
  static const std::vector<ReadableFormat> formats{
      {"png", "a PNG file", {".png"}, {"\x89PNG\r\n\x1a\n"sv}, &ReadPng},
      {"exr", "an EXR file", {".exr"}, {"\x76\x2f\x31\x01"sv}, kReadExr},
      {"tiff",
       "a TIFF file",
       {".tif", ".tiff"},
       {"II*\0"sv, "MM\0*"sv, "II+\0"sv, "MM\0+"sv},
       kReadTiff},
      {"tga", "a TGA file", {".tga"}, {}, &ReadTga},
      {"bmp", "a BMP file", {".bmp"}, {"BM"sv}, &ReadBmp},
      {"jpg", "a JPEG file", {".jpg", ".jpeg"}, {"\xff\xd8\xff"sv}, kReadJpg},
      {"hdr", "an HDR file", {".hdr"}, {"#?RADIANCE\n"sv, "#?RGBE\n"sv}, &ReadHdr},
      {"pfm", "a PFM file", {".pfm"}, {"PF\n"sv, "Pf\n"sv}, &ReadPfm},
      {"raw", "a raw file", {".r8", ".r16", ".r32", ".raw"}, {}, &ReadRaw, true},
  };
  return formats;
}

const ReadableFormat* FormatBySuffix(std::string_view path) {
  for (const ReadableFormat& format : Table())
    for (const std::string_view suffix : format.suffixes)
      if (EndsWithIgnoringCase(path, suffix)) return &format;
  return nullptr;
}

bool StartsAs(const ReadableFormat& format, std::string_view start) {
  return std::ranges::any_of(format.starts,
                             [&](std::string_view each) { return start.starts_with(each); });
}

}  // namespace

std::span<const ReadableFormat> ReadableFormats() { return Table(); }

const ReadableFormat* FindReadableFormat(std::string_view start, std::string_view path) {
  const ReadableFormat* const named = FormatBySuffix(path);
  // The bytes of a raw file may start like anything.
  if (named && named->has_sidecar) return named;
  for (const ReadableFormat& format : Table())
    if (StartsAs(format, start)) return &format;
  return named;
}

bool NeedsSidecar(std::string_view path) {
  const ReadableFormat* const format = FormatBySuffix(path);
  return format && format->has_sidecar;
}

std::unique_ptr<PictureReader> OpenPictureFile(const PictureFile& file) {
  std::array<char, kFormatBytes> start;
  const std::size_t n = file.source->Read(0, start.data(), start.size());
  const std::string_view bytes(start.data(), n);
  const bool is_raw = !file.sidecar.empty() || file.layout;
  const ReadableFormat* const format =
      is_raw ? &*std::ranges::find(Table(), "raw"sv, &ReadableFormat::name)
             : FindReadableFormat(bytes, file.path);
  if (!format) {
    std::vector<std::string_view> suffixes;
    for (const ReadableFormat& each : Table())
      if (each.open) suffixes.insert(suffixes.end(), each.suffixes.begin(), each.suffixes.end());
    if (bytes.starts_with('{'))
      throw Error(ErrorKind::kRecipe, Shown(file.name), "is JSON, not a picture",
                  "cobble show prints recipes");
    std::string hint = RasterHint(file.path, bytes, file.source->size());
    if (hint.empty()) hint = fmt::format("it reads {}", fmt::join(suffixes, ", "));
    throw Error(ErrorKind::kRecipe, Shown(file.name), "is not a picture that cobble reads", hint);
  }
  if (!format->starts.empty() && !StartsAs(*format, bytes))
    RefusePicture(file, n == 0 ? "is empty" : fmt::format("is not {}", format->title));
  if (!format->open)
    RefusePicture(file,
                  fmt::format("is {}, which this build of cobble does not read", format->title));
  return WithoutNoData(file, Upright(file, format->open(file)));
}

void RefusePicture(const PictureFile& file, const std::string& message) {
  throw Error(ErrorKind::kRecipe, Shown(file.name), message);
}

void FileReader::Fail(std::string_view title, bool is_truncated) const {
  cursor_.Rethrow();
  Refuse(is_truncated ? fmt::format("is a truncated {}", title)
                      : fmt::format("is a damaged {}: {}", title, Shown(error_)));
}

void RefuseMemory(const PictureFile& file) {
  throw Error(ErrorKind::kLimit, Shown(file.name), "not enough memory to read it");
}

void CheckPictureSize(const PictureFile& file, const PictureInfo& info, Size held) {
  if (info.width < 1 || info.height < 1 || info.channels.empty())
    RefusePicture(file, "has an invalid size");
  if (info.channels.size() > kMaxReaderChannels)
    throw Error(ErrorKind::kLimit, Shown(file.name),
                fmt::format("has {} channels, but the limit is {}", info.channels.size(),
                            kMaxReaderChannels));
  if (Size(info.width) * Size(info.height) > kMaxPixels)
    throw Error(ErrorKind::kLimit, Shown(file.name),
                fmt::format("{} x {} pixels exceed the limit of {}", info.width, info.height,
                            kMaxPixels.value()));
  const Size bytes = Size(info.width) * Size(info.channels.size()) * Size(kRowSampleBytes) + held;
  if (bytes <= Size(kMaxReaderBytes)) return;
  throw Error(ErrorKind::kLimit, Shown(file.name),
              fmt::format("reading it needs {} bytes of memory, but the limit is {}", bytes.value(),
                          kMaxReaderBytes));
}

}  // namespace cobble
