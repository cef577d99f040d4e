// The readers, one per file. Each is a row of the table in picture_reader.cpp.
#pragma once

#include <memory>

#include "input/picture_reader.h"

namespace cobble {

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

}  // namespace cobble
