// Refuses runs that ask for too much.
#include "jobs/admission.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "cobble/error.h"
#include "core/size.h"
#include "program/program_impl.h"
#include "recipe/origins.h"
#include "render/render_bands.h"

namespace cobble {
namespace {

// A pixel that takes more is rare: no preset's does.
constexpr double kUsualEvaluations = 5000;

// Throws Error kLimit about `where`: a pointer into the recipe ("/size"), or words.
[[noreturn]] void RefuseLimit(const Recipe& recipe, const std::string& where,
                              const std::string& message, const std::string& hint) {
  if (!where.starts_with('/')) throw Error(ErrorKind::kLimit, where, message, hint);
  throw Error(ErrorKind::kLimit, FaultAt(recipe, where, message, hint).issues());
}

void CheckRectangle(const Recipe& recipe, const std::string& where, int64_t width, int64_t height,
                    int64_t maximum) {
  if (Size(width) * Size(height) <= Size(maximum)) return;
  RefuseLimit(recipe, where, fmt::format("{} x {} pixels are more than {}", width, height, maximum),
              "`limits.pixels` allows more");
}

void CheckPixels(const Recipe& recipe, const RunPlan& plan, int64_t maximum) {
  CheckRectangle(recipe, plan.origin.text, plan.window.width, plan.window.height, maximum);
  // The first pass renders the whole picture, whatever the window.
  if (recipe.range.mode == RangeMode::kFit)
    CheckRectangle(recipe, "/range", recipe.width, recipe.height, maximum);
}

// With two digits, rounded up.
std::string AllowHint(double evaluations) {
  double unit = 1;
  while (evaluations > 99 * unit) unit *= 10;
  return fmt::format("`limits.cost` {:.2g} allows it", std::ceil(evaluations / unit) * unit);
}

// The maps of all pictures.
std::vector<Map> MapsOf(const RunPlan& plan) {
  std::vector<Map> maps;
  for (const PicturePlan& picture : plan.pictures)
    maps.insert(maps.end(), picture.maps.begin(), picture.maps.end());
  return maps;
}

// The pixels that a run renders: the window with `halo` pixels around it, and the whole picture if
// its range is to be found.
double PixelsOf(const Recipe& recipe, const Window& window, int64_t halo) {
  double pixels =
      static_cast<double>(window.width + 2 * halo) * static_cast<double>(window.height + 2 * halo);
  if (recipe.range.mode == RangeMode::kFit)
    pixels += static_cast<double>(recipe.width) * static_cast<double>(recipe.height);
  return pixels;
}

// Throws Error kLimit about the key that makes maps look so far around the window.
[[noreturn]] void RefuseHalo(const Recipe& recipe, const Halo& halo, const std::string& message,
                             const std::string& hint) {
  RefuseLimit(recipe, std::string(halo.field),
              fmt::format("{}, for the {} pixels that {} looks at on each side", message,
                          halo.pixels, Name(halo.map)),
              hint);
}

// At the key that asks for most of the work, or at the window where pixels are the reason.
void CheckCost(const Program& program, const RunPlan& plan, double maximum) {
  const Recipe& recipe = program.recipe();
  const Halo halo = HaloOf(recipe, MapsOf(plan));
  const double samples = PixelsOf(recipe, plan.window, halo.pixels);
  const Cost& cost = program.cost();
  const double evaluations = cost.evaluations * samples;
  if (evaluations <= maximum) return;
  const std::string message =
      fmt::format("{:.3g} pixels of {:.3g} evaluations of noise are more than {:.3g}", samples,
                  cost.evaluations, maximum);
  if (cost.evaluations * PixelsOf(recipe, plan.window, 0) <= maximum)
    RefuseHalo(recipe, halo, message, AllowHint(evaluations));
  const bool is_size = cost.evaluations <= kUsualEvaluations;
  RefuseLimit(recipe, is_size ? plan.origin.text : cost.field, message, AllowHint(evaluations));
}

void CheckSizes(const RunPlan& plan) {
  for (const PicturePlan& picture : plan.pictures) {
    const std::string why = WhyTooLarge(*picture.format, picture.maps, picture.bits, plan.window);
    if (!why.empty()) throw Error(ErrorKind::kLimit, picture.name, why);
  }
}

void CheckPlace(const Program& program, const RunPlan& plan) try {
  CheckWindow(program, plan.window, MapsOf(plan));
} catch (const Error& error) {
  const auto& [where, kind] = plan.origin;
  const std::string& message = error.issues().front().message;
  if (where.starts_with('/')) throw FaultAt(program.recipe(), where, message);
  throw Error(kind, where, message);
}

// Of all pictures together.
PictureMemory MemoryOfAll(const RunPlan& plan) {
  PictureMemory all;
  const auto add = [&](const Format& format, const std::vector<Map>& maps, int bits) {
    const PictureMemory one = MemoryOf(format, maps, bits, plan.window);
    all.band = all.band + one.band;
    all.whole = all.whole + one.whole;
  };
  for (const PicturePlan& picture : plan.pictures) {
    add(*picture.format, picture.maps, picture.bits);
    if (picture.memory)
      all.whole = all.whole + SampleBytes(picture.maps, picture.bits, plan.window);
  }
  // It is that of the bytes of such a file.
  if (plan.has_checksum) add(*FindFormat("r32"), {Map::kValue}, 32);
  return all;
}

int ThreadsForMemory(const Program& program, const RunPlan& plan, uint64_t maximum) {
  const PictureMemory need = MemoryOfAll(plan);
  const std::vector<Map> maps = MapsOf(plan);
  RenderOptions options;
  options.window = plan.window;
  options.threads = plan.threads;
  const auto threads = [&](std::span<const Map> seen) {
    if (need.whole > Size(maximum)) return 0;
    return ThreadsWithin(program, options, seen, need.band, maximum - need.whole.value());
  };
  if (const int found = threads(maps); found > 0) return found;

  const Size bytes = need.band + need.whole + HaloBytes(program, options, maps);
  const std::string message =
      fmt::format("at least {} bytes of memory would be needed at once, at most {} are taken",
                  bytes.value(), maximum);
  if (threads({}) == 0)
    RefuseLimit(program.recipe(), plan.origin.text, message,
                "fewer outputs or a narrower `window` need less");
  RefuseHalo(program.recipe(), HaloOf(program.recipe(), maps), message,
             "a smaller radius or a narrower `window` needs less");
}

}  // namespace

bool NeedSlopes(std::span<const PicturePlan> pictures) {
  return std::ranges::any_of(pictures, [](const auto& picture) {
    return std::ranges::any_of(picture.maps, &WantsSlopes);
  });
}

void CheckFormat(const PicturePlan& picture) {
  const std::string many = WhyTooMany(*picture.format, picture.maps.size());
  if (!many.empty()) throw Error(ErrorKind::kUsage, picture.name, many);
  for (const Map map : picture.maps) {
    const std::string why = WhyNot(*picture.format, map, picture.bits);
    if (!why.empty()) throw Error(ErrorKind::kUsage, picture.name, why);
  }
}

void CheckProgram(const Program& program, std::span<const PicturePlan> pictures) {
  const CompileOptions& compiled = program.impl().options;
  for (const PicturePlan& picture : pictures) {
    if (compiled.positions != CompileOptions::kPixels)
      throw Error(ErrorKind::kUsage, "program", "was compiled for points, not for pixels");
    if (NeedSlopes({&picture, 1}) && !compiled.slopes)
      throw Error(ErrorKind::kUsage, "program", "was compiled without slopes, which a map needs");
    // Values alone may be anything.
    const bool has_height = std::ranges::count(picture.maps, Map::kHeight) > 0;
    const bool keeps_values = program.recipe().range.mode == RangeMode::kNone;
    if (has_height && keeps_values && !picture.format->is_float)
      throw Error(ErrorKind::kUsage, picture.name,
                  fmt::format("range \"none\" keeps the noise's values, and {} holds only 0..1",
                              picture.format->name),
                  "use a float format, or `range` natural");
  }
}

int Admit(const Program& program, const RunPlan& plan, const Limits& limits) {
  CheckPixels(program.recipe(), plan, limits.pixels);
  CheckCost(program, plan, limits.cost);
  CheckSizes(plan);
  CheckPlace(program, plan);
  return ThreadsForMemory(program, plan, limits.memory);
}

}  // namespace cobble
