// Implements checksums and limits of maps without files.
#include "jobs/maps_only.h"

#include <algorithm>

#include "core/memory_error.h"
#include "jobs/admission.h"
#include "jobs/encode_options.h"
#include "output/pixel_hash.h"
#include "render/call_checks.h"
#include "render/render_bands.h"

namespace cobble {
namespace {

// Returns a job that makes floats of the maps, of the whole picture if the window is empty.
Job JobOf(const Program& program, std::span<const PictureMap> maps, const Window& window) {
  const Recipe& recipe = program.recipe();
  Job job;
  PictureOutput& picture = job.pictures.emplace_back();
  picture.format = FindFormat("r32");
  picture.bits = 32;
  picture.maps.assign(maps.begin(), maps.end());
  const Window whole{0, 0, recipe.width, recipe.height};
  job.window = window.width == 0 || window.height == 0 ? whole : window;
  if (job.window == whole) job.origin.pointer = "/size";
  return job;
}

}  // namespace

std::string ChecksumOf(const Program& program, const PictureMap& map, const RenderOptions& render,
                       const Limits& limits) try {
  CheckRenderOptions(render);
  CheckLimits(limits);
  Job job = JobOf(program, {&map, 1}, render.window);
  job.threads = render.threads;
  CheckProgramComputes(program, {&map, 1});
  // Must come before Admit, which adds the window's corner to its size: the sum must not overflow.
  CheckWindow(program, job.window, {&map, 1});
  RenderOptions options = render;
  options.window = job.window;
  job.limits = limits;
  options.threads = Admit(program, job);
  ChecksumSink sink(job.window.width, map.channels);
  const BandOutput output{{map}, &sink};
  RenderBands(program, ResolveRange(program, options), options, {&output, 1});
  return sink.Text();
} catch (...) {
  RethrowMemoryError("a picture this large");
}

double CostOf(const Program& program, std::span<const PictureMap> maps) {
  return EvaluationsOf(program, JobOf(program, maps, {}));
}

void CheckCost(const Program& program, std::span<const PictureMap> maps, const Window& window,
               bool has_range, double maximum) {
  Job job = JobOf(program, maps, window);
  job.has_range = has_range;
  CheckCost(program, job, maximum);
}

}  // namespace cobble
