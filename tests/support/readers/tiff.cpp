// Reads whole TIFF files with libtiff.
#include "support/readers/tiff.h"

#include <tiffio.h>

#include <array>
#include <cstdarg>
#include <cstdio>

namespace cobble {
namespace {

int KeepFirst(TIFF*, void* to, const char*, const char* format, va_list values) {
  std::array<char, 256> text{};
  std::vsnprintf(text.data(), text.size(), format, values);
  std::string& problem = *static_cast<std::string*>(to);
  if (problem.empty()) problem = text.data();
  return 1;
}

template <typename T>
int Number(TIFF* tiff, uint32_t tag) {
  T value{};
  TIFFGetFieldDefaulted(tiff, tag, &value);
  return static_cast<int>(value);
}

void ReadTags(TIFF* tiff, TiffPicture* picture) {
  TIFFGetField(tiff, TIFFTAG_IMAGEWIDTH, &picture->width);
  TIFFGetField(tiff, TIFFTAG_IMAGELENGTH, &picture->height);
  TIFFGetField(tiff, TIFFTAG_ROWSPERSTRIP, &picture->strip_rows);
  picture->channels = Number<uint16_t>(tiff, TIFFTAG_SAMPLESPERPIXEL);
  picture->bits = Number<uint16_t>(tiff, TIFFTAG_BITSPERSAMPLE);
  picture->sample_format = Number<uint16_t>(tiff, TIFFTAG_SAMPLEFORMAT);
  picture->photometric = Number<uint16_t>(tiff, TIFFTAG_PHOTOMETRIC);
  picture->predictor = Number<uint16_t>(tiff, TIFFTAG_PREDICTOR);
  uint16_t extras = 0, *extra = nullptr;
  if (TIFFGetField(tiff, TIFFTAG_EXTRASAMPLES, &extras, &extra) == 1)
    picture->extra_samples.assign(extra, extra + extras);
  picture->is_big = TIFFIsBigTIFF(tiff) != 0;
  picture->is_little_endian = TIFFIsBigEndian(tiff) == 0;
  uint32_t size = 0;
  const char* text = nullptr;
  if (TIFFGetField(tiff, TIFFTAG_XMLPACKET, &size, &text) == 1) picture->xmp.assign(text, size);
  if (TIFFGetField(tiff, TIFFTAG_SOFTWARE, &text) == 1) picture->software = text;
}

void ReadStrips(TIFF* tiff, TiffPicture* picture) {
  const uint64_t row = static_cast<uint64_t>(TIFFScanlineSize(tiff));
  picture->bytes.resize(static_cast<std::size_t>(row * picture->height));
  std::size_t at = 0;
  for (uint32_t strip = 0; strip < TIFFNumberOfStrips(tiff); ++strip) {
    const tmsize_t size = TIFFReadEncodedStrip(tiff, strip, picture->bytes.data() + at,
                                               static_cast<tmsize_t>(picture->bytes.size() - at));
    if (size < 0) return;
    at += static_cast<std::size_t>(size);
  }
  if (at != picture->bytes.size() && picture->problem.empty())
    picture->problem = "rows are missing";
}

}  // namespace

TiffPicture ReadTiff(const std::string& path) {
  TiffPicture picture;
  TIFFOpenOptions* const options = TIFFOpenOptionsAlloc();
  TIFFOpenOptionsSetErrorHandlerExtR(options, &KeepFirst, &picture.problem);
  TIFFOpenOptionsSetWarningHandlerExtR(options, &KeepFirst, &picture.problem);
  TIFF* const tiff = TIFFOpenExt(path.c_str(), "r", options);
  TIFFOpenOptionsFree(options);
  if (tiff == nullptr) {
    if (picture.problem.empty()) picture.problem = "cannot open";
    return picture;
  }
  ReadTags(tiff, &picture);
  ReadStrips(tiff, &picture);
  TIFFClose(tiff);
  return picture;
}

}  // namespace cobble
