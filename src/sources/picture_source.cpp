// Implements picture_source.h.
#include "sources/picture_source.h"

#include <fmt/format.h>

#include <cerrno>
#include <optional>
#include <utility>

#include "cobble/error.h"
#include "cobble/recipe_io.h"
#include "core/suggest.h"
#include "input/byte_source.h"
#include "input/no_data.h"
#include "input/raw_layout.h"
#include "jobs/ground.h"
#include "jobs/path_check.h"
#include "output/picture.h"
#include "output/sidecar.h"
#include "platform/file.h"
#include "recipe/fields/picture_maps.h"
#include "sources/recipe_source.h"

namespace cobble {
namespace {

// If the input is not a picture, reads at most one byte more than the reader of recipes.
std::string ReadStandardInput(std::istream& in) {
  std::string bytes = ReadStream(in, [](std::string_view start) {
    return 1 +
           (FindReadableFormat(start.substr(0, kFormatBytes), "") ? kMaxPipeBytes : kMaxRecipeText);
  });
  if (bytes.size() > kMaxPipeBytes)
    throw Error(ErrorKind::kLimit, "-",
                fmt::format("has more than {} bytes, the limit for pipes", kMaxPipeBytes));
  return bytes;
}

void AddSidecar(PictureSource* source) {
  const std::string path = SidecarPath(source->path);
  if (FileStatus status; file::StatusOf(path, &status) == ENOENT)
    throw Error(ErrorKind::kIo, Shown(source->path),
                "needs its sidecar " + Shown(path) +
                    ", which states \"width\", \"height\", \"bpp\" and \"channels\"",
                "or " + RawNameHint(source->path, source->file.source->size()));
  source->file.sidecar_name = path;
  source->file.sidecar = StartOf(*OpenFile(path), kMaxRecipeText);
  source->paths.push_back(path);
}

// Adds the mask that GDAL writes beside a TIFF.
void AddMask(PictureSource* source) {
  const std::string path = source->path + ".msk";
  FileStatus status;
  if (file::StatusOf(path, &status) != 0 || status.kind != FileKind::kRegular) return;
  source->file.mask = OpenFile(path);
  source->paths.push_back(path);
}

// Returns the raw file of a sidecar, for users who write a.r16.json for a.r16.
std::string WithoutSidecarSuffix(const std::string& path) {
  constexpr std::string_view kSuffix = ".json";
  if (!path.ends_with(kSuffix)) return path;
  std::string raw = path.substr(0, path.size() - kSuffix.size());
  return NeedsSidecar(raw) || (file::Exists(raw) && IsSidecarFile(path)) ? raw : path;
}

// Opens a raw file whose name has its layout.
PictureSource OpenRawFile(RawName raw) {
  PictureSource source{.is_picture = true, .path = raw.path, .paths = {raw.path}, .file = {}};
  source.file = {.name = raw.path,
                 .path = raw.path,
                 .source = OpenFile(raw.path),
                 .sidecar_name = {},
                 .sidecar = {},
                 .layout = std::move(raw.layout)};
  return source;
}

// Returns the layout in a name, unless a file has the name.
std::optional<RawName> RawNameOf(const std::string& path) {
  return path == "-" || file::Exists(path) ? std::nullopt : ParseRawName(path);
}

// Takes what a name declares, unless a file has the name.
std::optional<std::string> TakeNoDataOf(std::string* path) {
  return file::Exists(*path) ? std::nullopt : TakeNoData(path);
}

// In: path, without NoData.
PictureSource OpenNamed(const std::string& path, std::istream& in) {
  if (auto raw = RawNameOf(path)) return OpenRawFile(*std::move(raw));
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
  const std::string start = StartOf(*source.file.source, kFormatBytes);
  const ReadableFormat* const format = FindReadableFormat(start, source.path);
  source.is_picture = format != nullptr;
  if (format && format->name == "tiff" && path != "-") AddMask(&source);
  // A raw file may have any name: --format r16 -o land.bin.
  if (!source.is_picture && path != "-" && HasSidecar(source.path)) {
    AddSidecar(&source);
    source.is_picture = true;
  }
  return source;
}

}  // namespace

std::string PicturePath(const std::string& name) {
  std::string path = name;
  TakeNoDataOf(&path);
  const auto raw = RawNameOf(path);
  return raw ? raw->path : path;
}

PictureSource OpenSource(const std::string& name, std::istream& in) {
  std::string path = name;
  auto no_data = TakeNoDataOf(&path);
  PictureSource source = OpenNamed(path, in);
  source.file.no_data = std::move(no_data);
  return source;
}

std::string MetadataBytes(const PictureFile& file) {
  return file.sidecar.empty() ? StartOf(*file.source, kMaxMetadataBytes) : file.sidecar;
}

std::string TextOf(const PictureSource& source) {
  const ByteSource& bytes = *source.file.source;
  std::string text = StartOf(bytes, static_cast<std::size_t>(bytes.size()));
  if (text.find('\0') != text.npos)
    throw Error(ErrorKind::kRecipe, Shown(source.path),
                "is neither a recipe nor a picture that cobble reads",
                RasterHint(source.path, text.substr(0, kFormatBytes), text.size()));
  return text;
}

PictureSource OpenPictureSource(const std::string& name, std::istream& in) {
  PictureSource source = OpenSource(name, in);
  if (!source.file.source) source.file.source = OpenFile(source.path);  // throws
  return source;
}

std::optional<PictureOrigin> ReadOrigin(const PictureFile& file) try {
  const auto metadata = ReadPictureMetadata(MetadataBytes(file), Shown(file.name));
  auto output = metadata ? ReadOutputMetadata(metadata->output) : std::nullopt;
  if (!output) return std::nullopt;
  const Recipe recipe = ReadRecipe(metadata->recipe, file.name);
  PictureOrigin origin{.width = recipe.width,
                       .height = recipe.height,
                       .output = *std::move(output),
                       .metres = {},
                       .maps = {}};
  for (const std::string& name : origin.output.maps) {
    const auto map = FindPictureMap(recipe, name);
    if (!map) return std::nullopt;
    origin.maps.push_back(*map);
    if (origin.output.nodes_by_range && origin.output.range)
      SetNodeScale(NodeScale::kRange, &origin.maps.back(), *origin.output.range);
  }
  if (origin.maps.size() == 1 && !origin.output.elevation)
    origin.metres = MetresOf(recipe, origin.maps.front(), origin.output.range);
  return origin;
} catch (const Error&) {
  return std::nullopt;
}

}  // namespace cobble
