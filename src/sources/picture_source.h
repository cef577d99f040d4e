// Opens pictures where a recipe may be given instead.
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "input/picture_reader.h"

namespace cobble {

// What a path names.
struct PictureSource {
  bool is_picture = false;         // else a recipe, a store, or a missing file
  std::string path;                // as given
  std::vector<std::string> paths;  // all files that belong to the picture, or "-"
  PictureFile file;                // `source` is null for a store or a missing file
};

// Opens a file, or reads `in` for "-". Throws Error kIo if a picture cannot be read, kLimit if one
// from standard input is too large.
PictureSource OpenSource(const std::string& path, std::istream& in);

// Like OpenSource, but throws Error kIo for a store or a missing file.
PictureSource OpenPictureSource(const std::string& path, std::istream& in);

// Returns the bytes that hold cobble's metadata, for ReadPictureMetadata.
std::string MetadataBytes(const PictureFile& file);

// Returns the bytes of a source that is not a picture. Throws Error kRecipe if they are not text.
std::string TextOf(const PictureSource& source);

}  // namespace cobble
