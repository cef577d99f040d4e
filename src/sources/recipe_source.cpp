// Reads recipes and texts up to maximum sizes.
#include "sources/recipe_source.h"

#include <fmt/format.h>

#include <cerrno>
#include <istream>
#include <system_error>
#include <utility>

#include "core/suggest.h"
#include "core/utf8.h"
#include "input/byte_source.h"
#include "jobs/path_check.h"
#include "output/formats.h"
#include "output/sidecar.h"
#include "platform/error_text.h"
#include "platform/file.h"
#include "stores/range_parts.h"
#include "stores/store_program.h"

namespace cobble {
namespace {

constexpr std::size_t kMaxList = std::size_t{1} << 26;

[[noreturn]] void FailToRead(const std::string& name, int error) {
  throw Error(ErrorKind::kIo, {{.where = name.empty() ? "\"\"" : Shown(name),
                                .message = "cannot read: " + ErrorText(error),
                                .file = name}});
}

// ASCII is twice as long in UTF-16.
std::size_t MaxOfText(std::string_view start, std::size_t maximum) {
  return HasUtf16Mark(start) ? 2 * maximum : maximum;
}

std::size_t MaxOf(std::string_view start) {
  return IsPicture(start) ? kMaxMetadataBytes : MaxOfText(start, kMaxRecipeText);
}

std::size_t MaxOfList(std::string_view start) { return MaxOfText(start, kMaxList); }

std::string Decoded(std::string bytes, const std::string& name) {
  std::optional<std::string> text = DecodedText(std::move(bytes));
  if (!text)
    throw Error(ErrorKind::kRecipe, Shown(name), "starts as UTF-16, but is not valid UTF-16",
                "save it as UTF-8");
  return *std::move(text);
}

// Returns the maximum length of an input that starts like this.
using MaxLength = std::size_t (*)(std::string_view start);

std::string ReadFile(const std::string& path, MaxLength max_length) {
  InputFile input;
  if (const int error = input.Open(path)) FailToRead(path, error);
  const auto read_some = [&](char* to, std::size_t size) {
    std::size_t count = 0;
    if (const int error = file::ReadSome(input.handle(), to, size, nullptr, &count))
      FailToRead(path, error);
    return count;
  };
  return ReadToEnd(read_some, max_length);
}

// Of a picture longer than kMaxMetadataBytes, only a part was read, so an error does not mean
// damage.
std::optional<PictureMetadata> ReadMetadata(const std::string& bytes, const std::string& name) try {
  return ReadPictureMetadata(bytes, Shown(name));
} catch (const Error&) {
  if (bytes.size() < kMaxMetadataBytes) throw;
  throw Error(
      ErrorKind::kRecipe, Shown(name),
      fmt::format("is a picture without a recipe in its first {} bytes", kMaxMetadataBytes));
}

}  // namespace

RecipeSource ReadRecipeSource(const std::string& path, std::istream& in) {
  RecipeSource input{.name = path, .paths = {path}, .text = {}, .metadata = {}};
  if (const auto store = OpenStoreFolder(path)) {
    input.is_store = true;
    input.paths = {store->PlanPath()};
    input.text = WriteRecipe(store->plan().recipe);
    if (HasRangeStage(store->plan())) input.range = FindRange(*store);
    return input;
  }
  const Format* const format = path == "-" ? nullptr : FormatOfPath(path);
  if (format && format->has_sidecar) {
    input.paths = PathsOf(*format, path);
    input.name = input.paths.back();
  } else if (!format && path != "-" && HasSidecar(path)) {  // a raw file may have any name
    input.name = SidecarPath(path);
    input.paths.push_back(input.name);
  }
  RefuseStandardOutput(input.name);
  input.text = path == "-" ? ReadStream(in, &MaxOf) : ReadFile(input.name, &MaxOf);
  input.metadata = ReadMetadata(input.text, input.name);
  if (!input.metadata) input.text = Decoded(std::move(input.text), input.name);
  if (!input.metadata && format)
    throw Error(ErrorKind::kRecipe, Shown(input.name), "is a picture without a recipe",
                "cobble's PNG, EXR, TIFF and raw files have one");
  if (!input.metadata && input.text.size() <= kMaxRecipeBytes &&
      input.text.find('\0') != std::string::npos)
    throw Error(ErrorKind::kRecipe, Shown(input.name),
                "is neither a recipe nor a picture with one");
  if (input.metadata) input.text = input.metadata->recipe;
  return input;
}

bool IsSidecarFile(const std::string& path) {
  FileStatus status;
  if (file::StatusOf(path, &status) != 0 || status.kind != FileKind::kRegular) return false;
  return IsSidecar(ReadFile(path, &MaxOf));
}

bool HasSidecar(const std::string& path) {
  FileStatus status;
  return file::StatusOf(path, &status) == 0 && status.kind == FileKind::kRegular &&
         IsSidecarFile(SidecarPath(path));
}

std::string ReadText(const std::string& path, std::istream& in) {
  RefuseStandardOutput(path);
  std::string text =
      Decoded(path == "-" ? ReadStream(in, &MaxOfList) : ReadFile(path, &MaxOfList), path);
  if (text.size() >= kMaxList)
    throw Error(ErrorKind::kLimit, Shown(path), fmt::format("is longer than {} bytes", kMaxList));
  return text;
}

std::string ReadStream(std::istream& in,
                       const std::function<std::size_t(std::string_view)>& max_length) try {
  in.exceptions(std::ios::badbit);  // rethrows what a buffer throws
  const auto read_some = [&in](char* to, std::size_t size) {
    in.read(to, static_cast<std::streamsize>(size));
    return static_cast<std::size_t>(in.gcount());
  };
  return ReadToEnd(read_some, max_length);
} catch (const std::system_error& error) {
  const bool is_errno = error.code().category() == std::generic_category();
  const std::string reason = ErrorText(is_errno ? error.code().value() : EIO);
  throw Error(ErrorKind::kIo, {{.where = "-", .message = "cannot read: " + reason, .file = "-"}});
}

std::optional<ChunkStore> OpenStoreFolder(const std::string& path) {
  if (path.empty()) return std::nullopt;
  if (ChunkStore::IsStore(path)) return ChunkStore::Open(path);
  if (!file::IsFolder(path)) return std::nullopt;
  if (const std::string above = StoreAbove(path); !above.empty())
    throw Error(ErrorKind::kIo, Shown(path), "is a folder of a store",
                "the store is " + Shown(above));
  return std::nullopt;
}

}  // namespace cobble
