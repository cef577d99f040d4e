// The library functions that encode pictures in memory and write them to files.
#include "cobble/encode.h"

#include <fmt/format.h>

#include <algorithm>
#include <new>
#include <stdexcept>
#include <string_view>
#include <utility>

#include "cobble/error.h"
#include "core/maps.h"
#include "core/suggest.h"
#include "jobs/admission.h"
#include "jobs/picture_run.h"
#include "render/call_checks.h"

namespace cobble {
namespace {

[[noreturn]] void Refuse(const std::string& option, const std::string& message,
                         const std::string& hint = {}) {
  throw Error::At(ErrorKind::kUsage, option, message, hint);
}

// Returns the index of `word` in `words`. Throws Error at the option if it is not one of them.
std::size_t ChoiceOf(const std::string& option, std::string_view word,
                     const std::vector<std::string_view>& words) {
  const auto found = std::ranges::find(words, word);
  if (found != words.end()) return static_cast<std::size_t>(found - words.begin());
  Refuse(option, fmt::format("must be one of {}, got {}", fmt::join(words, ", "), Quoted(word)),
         DidYouMean(word, words));
}

// `path` is null for a picture in memory.
const Format& FormatOf(const EncodeOptions& options, const std::string* path) {
  if (!options.format.empty()) {
    std::vector<std::string_view> names;
    for (const Format& format : Formats()) names.push_back(format.name);
    return Formats()[ChoiceOf("format", options.format, names)];
  }
  const Format* const format = path ? FormatOfPath(*path) : FindFormat("png");
  if (!format && !LeftOutFormat(*path).empty())
    Refuse("format", fmt::format("this build of cobble does not write {}", LeftOutFormat(*path)));
  if (!format) Refuse("format", "unknown suffix in " + Quoted(*path));
  return *format;
}

std::vector<PictureMap> MapsOf(const Recipe& recipe, const std::vector<MapName>& names) {
  if (names.empty()) Refuse("maps", "must name at least one map");
  std::vector<PictureMap> maps;
  for (const MapName& each : names) {
    const PictureMap map = MapNamed(recipe, each, "maps");
    if (std::ranges::count(maps, map) > 0)
      Refuse("maps", fmt::format("{} is listed twice", Quoted(map.name)));
    maps.push_back(map);
  }
  return maps;
}

PictureOutput OutputOf(const Recipe& recipe, const EncodeOptions& options,
                       const std::string* path) {
  PictureOutput output;
  output.maps = MapsOf(recipe, options.maps);
  output.label.option = "format";
  output.format = &FormatOf(options, path);
  output.bits = options.bits != 0 ? options.bits : DefaultBits(*output.format, output.maps.front());
  output.compression = static_cast<Compression>(
      ChoiceOf("compression", options.compression, {kCompressions.begin(), kCompressions.end()}));
  if (output.compression != Compression::kFast && !output.format->compresses)
    Refuse("compression", fmt::format("{} has no lossless compression", output.format->name));
  if (output.compression == Compression::kNone && !output.format->stores_uncompressed)
    Refuse("compression", fmt::format("{} files are always compressed", output.format->name));
  output.metadata = options.metadata;
  CheckFormat(output);
  return output;
}

Window WindowOf(const Program& program, const Window& window) {
  if (window.width != 0 && window.height != 0) return window;
  return {0, 0, program.recipe().width, program.recipe().height};
}

void CheckLimits(const Limits& limits) {
  if (limits.pixels < 0)
    Refuse("limits.pixels", fmt::format("must be 0 or more, got {}", limits.pixels));
  if (!(limits.cost >= 0))
    Refuse("limits.cost", fmt::format("must be 0 or more, got {}", limits.cost));
}

void MakePicture(const Program& program, PictureOutput picture, const EncodeOptions& options,
                 const RenderOptions& render) try {
  CheckRenderOptions(render);
  CheckLimits(options.limits);
  RenderPass pass;
  pass.pictures.push_back(std::move(picture));
  pass.window = WindowOf(program, render.window);
  pass.threads = render.threads;
  pass.files = {
      .no_clobber = options.no_clobber, .sync = options.sync, .if_changed = options.if_changed};
  if (render.window != pass.window) pass.origin.pointer = "/size";
  CheckProgram(program, pass.pictures);
  // Must come before Admit, which adds the window's corner to its size: the sum must not overflow.
  CheckWindow(program, pass.window, pass.pictures.front().maps);
  pass.threads = Admit(program, pass, options.limits);

  RenderOptions run_options = render;
  run_options.threads = pass.threads;
  run_options.statistics = false;
  const HeightRange range = ResolveRange(program, run_options);
  if (!pass.pictures.front().memory) TidyFolders({pass.pictures.front().path});
  PictureRun run(program, pass, range);
  run.Render(run_options);
  run.Commit();
} catch (const std::bad_alloc&) {
  throw Error(ErrorKind::kLimit, "", "not enough memory for a picture this large");
} catch (const std::length_error&) {
  throw Error(ErrorKind::kLimit, "", "not enough memory for a picture this large");
}

}  // namespace

EncodedPicture EncodePicture(const Program& program, const EncodeOptions& options,
                             const RenderOptions& render) {
  PictureBytes memory;
  PictureOutput output = OutputOf(program.recipe(), options, nullptr);
  output.memory = &memory;
  MakePicture(program, std::move(output), options, render);
  return {std::move(memory.bytes), std::move(memory.sidecar)};
}

void WritePicture(const Program& program, const std::string& path, const EncodeOptions& options,
                  const RenderOptions& render) {
  // A system call would truncate the path at the NUL, which may name another file.
  if (path.find('\0') != std::string::npos) Refuse("path", "contains a NUL byte");
  PictureOutput output = OutputOf(program.recipe(), options, &path);
  output.path = path;
  MakePicture(program, std::move(output), options, render);
}

}  // namespace cobble
