// Implements checksums and limits of maps without files.
#include "jobs/maps_only.h"

#include <algorithm>

#include "core/memory_error.h"
#include "jobs/admission.h"
#include "jobs/encode_options.h"
#include "output/checksum.h"
#include "render/call_checks.h"
#include "render/render_bands.h"

namespace cobble {
namespace {

// Returns a pass that makes floats of the maps, of the whole picture if the window is empty.
RenderPass PassOf(const Program& program, std::span<const PictureMap> maps, const Window& window) {
  const Recipe& recipe = program.recipe();
  RenderPass pass;
  PictureOutput& picture = pass.pictures.emplace_back();
  picture.format = FindFormat("r32");
  picture.bits = 32;
  picture.maps.assign(maps.begin(), maps.end());
  const Window whole{0, 0, recipe.width, recipe.height};
  pass.window = window.width == 0 || window.height == 0 ? whole : window;
  if (pass.window == whole) pass.origin.pointer = "/size";
  return pass;
}

}  // namespace

std::string ChecksumOf(const Program& program, const PictureMap& map, const RenderOptions& render,
                       const Limits& limits) try {
  CheckRenderOptions(render);
  CheckLimits(limits);
  RenderPass pass = PassOf(program, {&map, 1}, render.window);
  pass.threads = render.threads;
  CheckProgramComputes(program, {&map, 1});
  // Must come before Admit, which adds the window's corner to its size: the sum must not overflow.
  CheckWindow(program, pass.window, {&map, 1});
  RenderOptions options = render;
  options.window = pass.window;
  options.threads = Admit(program, pass, limits);
  ChecksumSink sink(pass.window.width, map.channels);
  const BandOutput output{{map}, &sink};
  RenderBands(program, ResolveRange(program, options), options, {&output, 1});
  return sink.Text();
} catch (...) {
  RethrowMemoryError("a picture this large");
}

double CostOf(const Program& program, std::span<const PictureMap> maps) {
  return EvaluationsOf(program, PassOf(program, maps, {}));
}

void CheckCost(const Program& program, std::span<const PictureMap> maps, const Window& window,
               bool has_range, double maximum) {
  RenderPass pass = PassOf(program, maps, window);
  pass.has_range = has_range;
  CheckCost(program, pass, maximum);
}

}  // namespace cobble
