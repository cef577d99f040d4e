// The library functions that encode pictures in memory and write them to files.
#include "cobble/encode.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
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

PicturePlan PlanPicture(const Recipe& recipe, const EncodeOptions& options,
                        const std::string* path) {
  PicturePlan plan;
  plan.maps = MapsOf(recipe, options.maps);
  plan.name = "format";
  plan.format = &FormatOf(options, path);
  plan.bits = options.bits != 0 ? options.bits : DefaultBits(*plan.format, plan.maps.front());
  plan.compression = static_cast<Compression>(
      ChoiceOf("compression", options.compression, {kCompressions.begin(), kCompressions.end()}));
  if (plan.compression != Compression::kFast && !plan.format->compresses)
    Refuse("compression", fmt::format("{} has no lossless compression", plan.format->name));
  if (plan.compression == Compression::kNone && !plan.format->stores_uncompressed)
    Refuse("compression", fmt::format("{} files are always compressed", plan.format->name));
  plan.metadata = options.metadata;
  CheckFormat(plan);
  return plan;
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

void MakePicture(const Program& program, PicturePlan picture, const EncodeOptions& options,
                 const RenderOptions& render) try {
  CheckRenderOptions(render);
  CheckLimits(options.limits);
  RunPlan plan;
  plan.pictures.push_back(std::move(picture));
  plan.window = WindowOf(program, render.window);
  plan.threads = render.threads;
  plan.files = {
      .no_clobber = options.no_clobber, .sync = options.sync, .if_changed = options.if_changed};
  if (render.window != plan.window) plan.origin.pointer = "/size";
  CheckProgram(program, plan.pictures);
  // Must come before Admit, which adds the window's corner to its size: the sum must not overflow.
  CheckWindow(program, plan.window, plan.pictures.front().maps);
  plan.threads = Admit(program, plan, options.limits);

  RenderOptions run_options = render;
  run_options.threads = plan.threads;
  run_options.statistics = false;
  const HeightRange range = ResolveRange(program, run_options);
  if (!plan.pictures.front().memory) TidyFolders({plan.pictures.front().path});
  PictureRun run(program, plan, range);
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
  PicturePlan plan = PlanPicture(program.recipe(), options, nullptr);
  plan.memory = &memory;
  MakePicture(program, std::move(plan), options, render);
  return {std::move(memory.bytes), std::move(memory.sidecar)};
}

void WritePicture(const Program& program, const std::string& path, const EncodeOptions& options,
                  const RenderOptions& render) {
  // A system call would truncate the path at the NUL, which may name another file.
  if (path.find('\0') != std::string::npos) Refuse("path", "contains a NUL byte");
  PicturePlan plan = PlanPicture(program.recipe(), options, &path);
  plan.path = path;
  MakePicture(program, std::move(plan), options, render);
}

}  // namespace cobble
