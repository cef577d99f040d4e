// Pictures, where a recipe may be given instead.
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "input/picture_reader.h"

namespace cobble {

// What a path names.
struct PictureSource {
  bool is_picture = false;         // otherwise a recipe, a store, or a file that does not exist
  std::string path;                // as given
  std::vector<std::string> paths;  // all files that belong to the picture, or "-"
  PictureFile file;                // `source` is null for a store, or if the file does not exist
};

// Opens a file, or reads `in` for "-". Throws Error kIo if a picture cannot be read, kLimit if
// one on standard input is too large.
PictureSource OpenSource(const std::string& path, std::istream& in);

// Returns a picture. Throws Error kRecipe if it is none.
PictureSource OpenPictureSource(const std::string& path, std::istream& in);

// Returns the bytes of a picture that hold cobble's metadata, for ReadPictureMetadata.
std::string MetadataBytes(const PictureFile& file);

// Returns the bytes of standard input that is no picture, up to more than a recipe may have.
std::string TextOf(const PictureSource& source);

}  // namespace cobble
