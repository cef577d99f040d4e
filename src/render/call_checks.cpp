// Implements the argument checks.
#include "render/call_checks.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "cobble/error.h"
#include "core/suggest.h"
#include "program/program_impl.h"
#include "recipe/fields/picture_maps.h"
#include "recipe/fields/picture_steps.h"
#include "render/render_bands.h"

namespace cobble {
namespace {

[[noreturn]] void Refuse(std::string message, std::string hint = {}) {
  throw Error(ErrorKind::kUsage, "", std::move(message), std::move(hint));
}

void CheckNotNegative(int64_t value, const char* name) {
  if (value < 0) Refuse(std::string(name) + " must be 0 or more, got " + std::to_string(value));
}

// `rule` is "as long as x" or "empty or as long as x".
void CheckLength(std::size_t length, std::size_t points, const char* name, const char* rule) {
  if (length == points) return;
  Refuse(std::string(name) + " must be " + rule + " (" + std::to_string(points) + "), got " +
         std::to_string(length));
}

void CheckPoint(const Program::Impl& program, const Vector3& point, std::size_t index) {
  const Vector3 magnitude{std::abs(point[0]), std::abs(point[1]), std::abs(point[2])};
  for (const double coordinate : magnitude) {
    if (!std::isfinite(coordinate))
      Refuse("point " + std::to_string(index) + " has a coordinate that is not finite");
  }
  const bool is_sphere = program.recipe.domain.IsSphere();
  if (is_sphere && magnitude == Vector3{})
    Refuse("point " + std::to_string(index) + " is 0,0,0, which is not a direction");
  const Vector3 on_sphere{kSphereRadius, kSphereRadius, kSphereRadius};
  if (program.IsWithinPositionLimits(is_sphere ? on_sphere : magnitude)) return;
  throw Error(
      ErrorKind::kRecipe, "",
      "is farther than 2^40 cells from the origin, where fractional positions lose precision");
}

}  // namespace

void CheckRenderOptions(const RenderOptions& options) {
  CheckNotNegative(options.threads, "RenderOptions::threads");
  CheckNotNegative(options.tile_columns, "RenderOptions::tile_columns");
  CheckNotNegative(options.window.width, "the width of RenderOptions::window");
  CheckNotNegative(options.window.height, "the height of RenderOptions::window");
}

PictureMap MapNamed(const Recipe& recipe, const MapName& map, std::string_view option) {
  MapLookup found = LookUpMap(recipe, map.name);
  if (found.map) return *std::move(found.map);
  if (!found.message.empty()) throw Error::At(ErrorKind::kUsage, option, found.message, found.hint);
  throw Error::At(ErrorKind::kUsage, option, "unknown map " + Quoted(map.name),
                  NearMapHint(recipe, map.name));
}

void CheckProgramComputes(const Program& program, std::span<const PictureMap> maps) {
  const CompileOptions& compiled = program.impl().options;
  const auto refuse = [](const std::string& message) {
    throw Error(ErrorKind::kUsage, "program", "was compiled " + message, "use OptionsFor");
  };
  if (compiled.positions != CompileOptions::kPixels) refuse("for points, not for pixels");
  for (const PictureMap& map : maps) {
    if (NeedsSlopes(map) && !compiled.slopes)
      refuse("without slopes, which the map " + Quoted(map.name) + " needs");
    if (NeedsValue(map) && !compiled.value)
      refuse("without the value, which the map " + Quoted(map.name) + " needs");
  }
  if (program.impl().waits_for_range && !compiled.value)
    refuse("without the value, which the range of its maps needs");
  for (const std::string& map : ProgramMapsOf(program.recipe(), maps))
    if (std::ranges::count(compiled.maps, map) == 0) refuse("without the map " + Quoted(map));
}

void CheckSampleCall(const Program& program, std::span<const double> x, std::span<const double> y,
                     std::span<const double> z, const PointResults& results) {
  const Program::Impl& impl = program.impl();
  if (impl.options.positions != CompileOptions::kPoints)
    Refuse("points need a program compiled for points", "set CompileOptions::positions to kPoints");
  CheckLength(y.size(), x.size(), "y", "as long as x");
  CheckLength(z.size(), x.size(), "z", "as long as x");
  struct Out {
    std::span<float> span;
    const char* name;
    bool is_slope;
  };
  for (const Out& out : {Out{results.value, "value", false}, Out{results.dx, "dx", true},
                         Out{results.dy, "dy", true}, Out{results.dz, "dz", true}}) {
    if (out.span.empty()) continue;
    CheckLength(out.span.size(), x.size(), out.name, "empty or as long as x");
    if (out.is_slope && !impl.options.slopes)
      Refuse(std::string(out.name) + " needs a program compiled with slopes",
             "set CompileOptions::slopes");
  }
  if (!results.value.empty() && !impl.options.value)
    Refuse("value needs a program compiled with a value", "set CompileOptions::value");
  std::size_t channels = 0;
  for (const ProgramMap& map : impl.maps) channels += map.buffers.size();
  if (!results.maps.empty() && results.maps.size() != channels)
    Refuse("maps has " + std::to_string(results.maps.size()) + " spans",
           "the maps of the program have " + std::to_string(channels) + " channels");
  for (const std::span<float> map : results.maps)
    CheckLength(map.size(), x.size(), "each of maps", "as long as x");
  for (std::size_t k = 0; k < x.size(); ++k) CheckPoint(impl, {x[k], y[k], z[k]}, k);
}

}  // namespace cobble
