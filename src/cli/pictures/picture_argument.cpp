// Opens pictures, and reads them from standard input.
#include "cli/pictures/picture_argument.h"

#include <fmt/format.h>

#include <cerrno>

#include "cli/recipes/input.h"
#include "cli/stores/store_argument.h"
#include "cli/terminal/read_stream.h"
#include "cobble/error.h"
#include "cobble/recipe_io.h"
#include "core/suggest.h"
#include "input/file_source.h"
#include "jobs/path_check.h"
#include "output/sidecar.h"
#include "platform/file.h"

namespace cobble {
namespace {

constexpr std::size_t kStart = 16;  // bytes that identify a format
constexpr std::size_t kMaxSidecar = kMaxRecipeBytes + 4096;
constexpr std::size_t kMaxMetadata = std::size_t{1} << 24;  // bytes that may precede the pixels

// Reads at most what the reader of recipes does, plus a byte, if the input is no picture.
std::string ReadStandardInput(std::istream& in) {
  std::string bytes = ReadStream(in, [](std::string_view start) {
    return 1 + (FindReadableFormat(start.substr(0, kStart), "") ? kMaxPipeBytes : kMaxSidecar);
  });
  if (bytes.size() > kMaxPipeBytes)
    throw Error(ErrorKind::kLimit, "-",
                fmt::format("has more than {} bytes, the limit for pipes", kMaxPipeBytes));
  return bytes;
}

void AddSidecar(PictureArgument* argument) {
  const std::string path = SidecarPath(argument->path);
  if (FileStatus status; file::StatusOf(path, &status) == ENOENT)
    throw Error(ErrorKind::kIo, Shown(argument->path), "needs its sidecar " + Shown(path));
  argument->file.sidecar_name = path;
  argument->file.sidecar = StartOf(*OpenFile(path), kMaxSidecar);
  argument->paths.push_back(path);
}

// Returns the raw file that a sidecar describes, for users who write a.r16.json for a.r16.
std::string WithoutSidecarSuffix(const std::string& path) {
  constexpr std::string_view kSuffix = ".json";
  if (!path.ends_with(kSuffix)) return path;
  std::string raw = path.substr(0, path.size() - kSuffix.size());
  return NeedsSidecar(raw) || (file::Exists(raw) && IsSidecarFile(path)) ? raw : path;
}

}  // namespace

PictureArgument OpenArgument(const std::string& path, std::istream& in) {
  PictureArgument argument;
  argument.path = WithoutSidecarSuffix(path);
  argument.paths = {argument.path};
  argument.file.name = argument.file.path = argument.path;
  const bool has_suffix = FindReadableFormat("", argument.path) != nullptr;
  if (path == "-") {
    argument.file.source = std::make_shared<MemorySource>(ReadStandardInput(in));
  } else {
    RefuseStandardOutput(argument.path);
    if (OpenStoreFolder(path)) return argument;  // which gives its recipe
    if (!has_suffix && !file::Exists(argument.path)) return argument;
    argument.file.source = OpenFile(argument.path);
    if (NeedsSidecar(argument.path)) AddSidecar(&argument);
  }
  const std::string start = StartOf(*argument.file.source, kStart);
  argument.is_picture = FindReadableFormat(start, argument.path) != nullptr;
  // A raw file may have any name: --format r16 -o land.bin.
  if (!argument.is_picture && path != "-" && HasSidecar(argument.path)) {
    AddSidecar(&argument);
    argument.is_picture = true;
  }
  return argument;
}

std::string MetadataBytes(const PictureFile& file) {
  return file.sidecar.empty() ? StartOf(*file.source, kMaxMetadata) : file.sidecar;
}

std::string TextOf(const PictureArgument& argument) {
  const ByteSource& source = *argument.file.source;
  std::string text = StartOf(source, static_cast<std::size_t>(source.size()));
  if (text.find('\0') != text.npos)
    throw Error(ErrorKind::kRecipe, Shown(argument.path),
                "is neither a recipe nor a picture that cobble reads");
  return text;
}

PictureArgument OpenPictureArgument(const std::string& path, std::istream& in) {
  PictureArgument argument = OpenArgument(path, in);
  if (!argument.file.source) argument.file.source = OpenFile(path);  // throws
  return argument;
}

}  // namespace cobble
