// Reads whole PNG files with libpng.
#include "support/readers/png.h"

#include <png.h>

#include <csetjmp>
#include <cstdio>
#include <stdexcept>

namespace cobble {
namespace {

// State that must survive longjmp, and therefore is not local to ReadRows.
struct Reading {
  PngPicture picture;
  std::vector<png_bytep> rows;
};

void AddWarning(png_structp png, png_const_charp text) {
  static_cast<Reading*>(png_get_error_ptr(png))->picture.warnings += text;
}

void Fail(png_structp png, png_const_charp text) {
  AddWarning(png, text);
  png_longjmp(png, 1);
}

void ReadRows(png_structp png, png_infop info, FILE* file, Reading* reading) {
  if (setjmp(png_jmpbuf(png))) return;
  PngPicture& out = reading->picture;
  png_init_io(png, file);
  png_set_user_limits(png, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
  png_read_info(png, info);
  out.width = png_get_image_width(png, info);
  out.height = png_get_image_height(png, info);
  out.bits = png_get_bit_depth(png, info);
  out.channels = png_get_channels(png, info);
  const std::size_t row_bytes = png_get_rowbytes(png, info);
  out.bytes.resize(row_bytes * static_cast<std::size_t>(out.height));
  for (int64_t j = 0; j < out.height; ++j)
    reading->rows.push_back(out.bytes.data() + static_cast<std::size_t>(j) * row_bytes);
  png_read_image(png, reading->rows.data());
  png_read_end(png, info);
  out.ok = true;
}

}  // namespace

PngPicture ReadPng(const std::string& path) {
  FILE* const file = std::fopen(path.c_str(), "rb");
  if (file == nullptr) throw std::runtime_error("cannot read " + path);
  Reading reading;
  png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, &reading, &Fail, &AddWarning);
  png_infop info = png_create_info_struct(png);
  ReadRows(png, info, file, &reading);
  png_destroy_read_struct(&png, &info, nullptr);
  std::fclose(file);
  return std::move(reading.picture);
}

std::vector<uint8_t> ReadPngChannel(const std::string& path, int channel) {
  const PngPicture picture = ReadPng(path);
  if (!picture.ok || picture.bits != 8 || channel >= picture.channels)
    throw std::runtime_error(path + " has no such channel of 8 bits");
  std::vector<uint8_t> samples;
  for (std::size_t k = static_cast<std::size_t>(channel); k < picture.bytes.size();
       k += static_cast<std::size_t>(picture.channels))
    samples.push_back(picture.bytes[k]);
  return samples;
}

std::vector<uint8_t> Inverted(std::vector<uint8_t> samples) {
  for (uint8_t& sample : samples) sample = static_cast<uint8_t>(255 - sample);
  return samples;
}

}  // namespace cobble
