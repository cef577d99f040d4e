// Opens pictures where a recipe may be given instead, and finds where they came from.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

#include "core/maps.h"
#include "input/picture_reader.h"
#include "jobs/metadata.h"
#include "output/georeference.h"

namespace cobble {

// What a path names.
struct PictureSource {
  bool is_picture = false;         // else a recipe, a store, or a missing file
  std::string path;                // as given
  std::vector<std::string> paths;  // all files that belong to the picture, or "-"
  PictureFile file;                // `source` is null for a store or a missing file
};

// Returns the path of the file that a name as for OpenSource means.
std::string PicturePath(const std::string& name);

// Opens a file, or reads `in` for "-". The name of a raw file may end with its layout
// (input/raw_layout.h), and any with its NoData (input/no_data.h), unless a file has the whole
// name. Throws Error kIo if a picture cannot be read, kLimit if one from standard input is too
// large.
PictureSource OpenSource(const std::string& name, std::istream& in);

// Like OpenSource, but throws Error kIo for a store or a missing file.
PictureSource OpenPictureSource(const std::string& name, std::istream& in);

// Returns the bytes that hold cobble's metadata, for ReadPictureMetadata.
std::string MetadataBytes(const PictureFile& file);

// Returns the bytes of a source that is not a picture. Throws Error kRecipe if they are not text.
std::string TextOf(const PictureSource& source);

// Where a picture by cobble came from.
struct PictureOrigin {
  int64_t width = 0, height = 0;  // of the recipe
  OutputMetadata output;
  std::optional<SampleMetres> metres;  // if the picture shows one map, not as colours
  std::vector<PictureMap> maps;        // as the recipe defines them
};

// Returns nullopt if the picture has no metadata by cobble that this version understands.
std::optional<PictureOrigin> ReadOrigin(const PictureFile& file);

}  // namespace cobble
