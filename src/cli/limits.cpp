// Refuses pictures that are too large.
#include "cli/limits.h"

#include <fmt/format.h>

#include <cmath>

#include "cobble/error.h"
#include "core/size.h"
#include "core/suggest.h"
#include "output/picture.h"
#include "recipe/origins.h"
#include "render/render_bands.h"

namespace cobble {

void RefuseLimit(const Recipe& recipe, const std::string& where, const std::string& message,
                 const std::string& hint) {
  if (!where.starts_with('/')) throw Error(ErrorKind::kLimit, where, message, hint);
  throw Error(ErrorKind::kLimit, FaultAt(recipe, where, message, hint).issues());
}

namespace {

// A pixel that takes more is rare: no preset's does.
constexpr double kUsualEvaluations = 5000;

// With two digits, rounded up.
std::string AllowHint(double evaluations) {
  double unit = 1;
  while (evaluations > 99 * unit) unit *= 10;
  return fmt::format("--max-cost {:.2g} allows it", std::ceil(evaluations / unit) * unit);
}

// The pixels that a run renders: those of the window and `halo` around it, and of the whole picture
// where its range is to be found.
double PixelsOf(const Recipe& recipe, const Window& window, int64_t halo) {
  double samples =
      static_cast<double>(window.width + 2 * halo) * static_cast<double>(window.height + 2 * halo);
  if (recipe.range.mode == RangeMode::kFit)
    samples += static_cast<double>(recipe.width) * static_cast<double>(recipe.height);
  return samples;
}

void CheckRectangle(const Recipe& recipe, const std::string& where, int64_t width, int64_t height,
                    int64_t most) {
  if (Size(width) * Size(height) <= Size(most)) return;
  RefuseLimit(recipe, where, fmt::format("{} x {} pixels are more than {}", width, height, most),
              "--max-pixels N allows more");
}

}  // namespace

std::string WindowSource(const LoadedRecipe& loaded, const Window& window) {
  const bool is_whole = window.x == 0 && window.y == 0 && window.width == loaded.recipe.width &&
                        window.height == loaded.recipe.height;
  if (is_whole || !loaded.input) return "/size";
  return Shown(loaded.input->name) + ": " + std::string(kOutputKeyword);
}

void CheckPlace(const Program& program, const Window& window, std::span<const Map> maps,
                const std::string& where) try {
  CheckWindow(program, window, maps);
} catch (const Error& error) {
  if (where.starts_with('-')) throw;
  const std::string& message = error.issues().front().message;
  if (where.starts_with('/')) throw FaultAt(program.recipe(), where, message);
  throw Error(ErrorKind::kRecipe, where, message);
}

void CheckPixels(const Recipe& recipe, const Window& window, const std::string& where,
                 int64_t most) {
  CheckRectangle(recipe, where, window.width, window.height, most);
  // The first pass renders the whole picture, whatever the window.
  if (recipe.range.mode == RangeMode::kFit)
    CheckRectangle(recipe, "/range", recipe.width, recipe.height, most);
}

void CheckCost(const Program& program, const Window& window, std::span<const Map> maps,
               const std::string& where, double most) {
  const Recipe& recipe = program.recipe();
  const Halo halo = HaloOf(recipe, maps);
  const double without = PixelsOf(recipe, window, 0),
               samples = PixelsOf(recipe, window, halo.pixels);
  const Cost& cost = program.cost();
  const double evaluations = cost.evaluations * samples;
  if (evaluations <= most) return;
  const std::string message =
      fmt::format("{:.3g} pixels of {:.3g} evaluations of noise are more than {:.3g}", samples,
                  cost.evaluations, most);
  if (cost.evaluations * without <= most)
    RefuseLimit(recipe, std::string(halo.field),
                fmt::format("{}, for the {} pixels that {} looks at on each side", message,
                            halo.pixels, Name(halo.map)),
                AllowHint(evaluations));
  // Where a pixel takes few, the pixels are too many.
  const bool is_size = cost.evaluations <= kUsualEvaluations;
  RefuseLimit(recipe, is_size ? where : cost.field, message, AllowHint(evaluations));
}

}  // namespace cobble
