// Implements OpenSource and OpenPictureSource.
#include "sources/picture_source.h"

#include <fmt/format.h>

#include <cerrno>

#include "cobble/error.h"
#include "cobble/recipe_io.h"
#include "core/suggest.h"
#include "input/file_source.h"
#include "jobs/path_check.h"
#include "output/sidecar.h"
#include "platform/file.h"
#include "sources/read_stream.h"
#include "sources/recipe_source.h"
#include "sources/store_folder.h"

namespace cobble {
namespace {

constexpr std::size_t kStart = 16;  // bytes that identify a format
constexpr std::size_t kMaxSidecar = kMaxRecipeBytes + 4096;
constexpr std::size_t kMaxMetadata = std::size_t{1} << 24;  // bytes that may precede the pixels

// If the input is not a picture, reads at most one byte more than the reader of recipes.
std::string ReadStandardInput(std::istream& in) {
  std::string bytes = ReadStream(in, [](std::string_view start) {
    return 1 + (FindReadableFormat(start.substr(0, kStart), "") ? kMaxPipeBytes : kMaxSidecar);
  });
  if (bytes.size() > kMaxPipeBytes)
    throw Error(ErrorKind::kLimit, "-",
                fmt::format("has more than {} bytes, the limit for pipes", kMaxPipeBytes));
  return bytes;
}

void AddSidecar(PictureSource* source) {
  const std::string path = SidecarPath(source->path);
  if (FileStatus status; file::StatusOf(path, &status) == ENOENT)
    throw Error(ErrorKind::kIo, Shown(source->path), "needs its sidecar " + Shown(path));
  source->file.sidecar_name = path;
  source->file.sidecar = StartOf(*OpenFile(path), kMaxSidecar);
  source->paths.push_back(path);
}

// Returns the raw file of a sidecar, for users who write a.r16.json for a.r16.
std::string WithoutSidecarSuffix(const std::string& path) {
  constexpr std::string_view kSuffix = ".json";
  if (!path.ends_with(kSuffix)) return path;
  std::string raw = path.substr(0, path.size() - kSuffix.size());
  return NeedsSidecar(raw) || (file::Exists(raw) && IsSidecarFile(path)) ? raw : path;
}

}  // namespace

PictureSource OpenSource(const std::string& path, std::istream& in) {
  PictureSource source;
  source.path = WithoutSidecarSuffix(path);
  source.paths = {source.path};
  source.file.name = source.file.path = source.path;
  const bool has_suffix = FindReadableFormat("", source.path) != nullptr;
  if (path == "-") {
    source.file.source = std::make_shared<MemorySource>(ReadStandardInput(in));
  } else {
    RefuseStandardOutput(source.path);
    if (OpenStoreFolder(path)) return source;
    if (!has_suffix && !file::Exists(source.path)) return source;
    source.file.source = OpenFile(source.path);
    if (NeedsSidecar(source.path)) AddSidecar(&source);
  }
  const std::string start = StartOf(*source.file.source, kStart);
  source.is_picture = FindReadableFormat(start, source.path) != nullptr;
  // A raw file may have any name: --format r16 -o land.bin.
  if (!source.is_picture && path != "-" && HasSidecar(source.path)) {
    AddSidecar(&source);
    source.is_picture = true;
  }
  return source;
}

std::string MetadataBytes(const PictureFile& file) {
  return file.sidecar.empty() ? StartOf(*file.source, kMaxMetadata) : file.sidecar;
}

std::string TextOf(const PictureSource& source) {
  const ByteSource& bytes = *source.file.source;
  std::string text = StartOf(bytes, static_cast<std::size_t>(bytes.size()));
  if (text.find('\0') != text.npos)
    throw Error(ErrorKind::kRecipe, Shown(source.path),
                "is neither a recipe nor a picture that cobble reads");
  return text;
}

PictureSource OpenPictureSource(const std::string& path, std::istream& in) {
  PictureSource source = OpenSource(path, in);
  if (!source.file.source) source.file.source = OpenFile(path);  // throws
  return source;
}

}  // namespace cobble
