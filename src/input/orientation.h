// The orientation of photographs, as cameras record it, and pictures that are turned upright.
// Based on: CIPA DC-008, "Exchangeable image file format for digital still cameras: Exif Version
// 2.32", 2019; W3C, "Portable Network Graphics (PNG) Specification (Third Edition)", 2025.
#pragma once

#include <memory>
#include <string>

#include "input/picture_reader.h"

namespace cobble {

// Return the orientation that a file states, 1 to 8 as in EXIF and TIFF; 1, upright, if it states
// none that can be read, as viewers do. Throw Error kIo if reading fails.
int JpegOrientation(const ByteSource& source);
int PngOrientation(const ByteSource& source);

// Returns what turning a picture upright does, such as "turned by 90 degrees". In: 2 to 8.
std::string OrientationText(int orientation);

// Returns a reader of the picture as viewers show it. Out: its info has the new size.
// Throws Error kLimit if holding the picture takes too much memory.
std::unique_ptr<PictureReader> Upright(const PictureFile& file,
                                       std::unique_ptr<PictureReader> reader);

}  // namespace cobble
