// The readers, one per file. Each is a row of the table in picture_reader.cpp.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "input/byte_source.h"
#include "input/picture_reader.h"

namespace cobble {

// A reader of a file, with what libraries' callbacks need.
class FileReader : public PictureReader {
 protected:
  explicit FileReader(const PictureFile& file) : file_(file), cursor_(*file_.source) {}

  [[noreturn]] void Refuse(const std::string& message) const { RefusePicture(file_, message); }
  // Throws what reading the file threw; else Error kRecipe, with the library's error if the file is
  // damaged. In: title, "PNG".
  [[noreturn]] void Fail(std::string_view title, bool is_truncated) const;

  PictureFile file_;
  SourceCursor cursor_;
  std::string error_;  // of the library
};

std::unique_ptr<PictureReader> ReadExr(const PictureFile& file);
std::unique_ptr<PictureReader> ReadHdr(const PictureFile& file);
std::unique_ptr<PictureReader> ReadJpg(const PictureFile& file);
std::unique_ptr<PictureReader> ReadPfm(const PictureFile& file);
std::unique_ptr<PictureReader> ReadPng(const PictureFile& file);
std::unique_ptr<PictureReader> ReadRaw(const PictureFile& file);
std::unique_ptr<PictureReader> ReadTiff(const PictureFile& file);

// In stb.cpp.
std::unique_ptr<PictureReader> ReadBmp(const PictureFile& file);
std::unique_ptr<PictureReader> ReadTga(const PictureFile& file);

// Returns whether all tone curves of an ICC profile are sRGB; nullopt if it has none or is damaged.
std::optional<bool> HasSrgbCurve(std::string_view profile);

}  // namespace cobble
