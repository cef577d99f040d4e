// The C interface: pictures and points.
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "c/guard.h"
#include "c/objects.h"
#include "c/run_options.h"
#include "c/structs.h"
#include "cobble/render.h"
#include "core/memory_error.h"
#include "core/suggest.h"
#include "jobs/maps_only.h"
#include "program/program_impl.h"
#include "render/render_bands.h"

namespace cobble::c {
namespace {

// Throws Error kUsage if the image does not fit the window and the map.
SampleRows RowsOf(const cobble_image& image, std::size_t index, const Window& window,
                  const cobble_program::Map& map) {
  const std::string place = "images[" + std::to_string(index) + "]";
  if (image.samples == nullptr) Refuse(place + ".samples", "must not be null");
  const auto check = [&](const char* field, int64_t got, int64_t wanted, const char* of) {
    if (got != wanted)
      Refuse(place + '.' + field, "must be " + std::to_string(wanted) + ", as in the " + of +
                                      ", got " + std::to_string(got));
  };
  check("width", image.width, window.width, "window");
  check("height", image.height, window.height, "window");
  if (image.channels != map.channels)
    check("channels", image.channels, map.channels, ("map " + Quoted(map.name)).c_str());
  return RowsIn(image, place);
}

template <typename Take>
void ForImages(const cobble_program& program, const cobble_image* images, std::size_t count,
               const Window& window, const Take& take) {
  if (count != program.maps.size())
    Refuse("image_count", "must be " + std::to_string(program.maps.size()) +
                              ", the number of maps, got " + std::to_string(count));
  Needed(images, "images");
  for (std::size_t k = 0; k < count; ++k) take(k, RowsOf(images[k], k, window, program.maps[k]));
}

void Render(const cobble_program& program, const cobble_image* images, std::size_t count,
            const RunOptions& options) try {
  const Window& window = options.render.window;
  const int threads = options.render.threads;
  ForImages(program, images, count, window, [](std::size_t, const SampleRows&) {});
  CheckWindow(program.program, window, program.pictures);
  if (options.max_cost > 0)
    CheckCost(program.program, program.pictures, window, program.HasRange(), options.max_cost);
  const HeightRange range = program.Range(threads, options.render.progress);
  auto entry = program.renderers.Take(window, threads);
  if (entry.empty()) entry.emplace_back(program.program, range, program.pictures, window, threads);
  RendererPool::Entry& renderer = entry.front();
  ForImages(program, images, count, window,
            [&](std::size_t k, const SampleRows& rows) { renderer.sinks[k].SetRows(rows); });
  renderer.run.Render(window.x, window.y, options.render.progress);
  program.renderers.Put(std::move(entry));
} catch (...) {
  RethrowMemoryError("an image this large");
}

std::span<float> Results(float* array, std::size_t count) {
  return array == nullptr ? std::span<float>() : std::span<float>(array, count);
}

void CheckSlope(const cobble_program& program, const float* array, std::string_view name) {
  if (array != nullptr && !program.program.impl().options.slopes)
    Refuse(name, "must be null: the program has no slopes", "compile it without `values_only`");
}

std::vector<std::span<float>> MapResults(const cobble_program& program,
                                         const cobble_points& points) {
  std::vector<std::span<float>> results;
  if (points.map_channels == 0) return results;
  std::size_t channels = 0;
  for (const cobble_program::Map& map : program.maps)
    channels += static_cast<std::size_t>(map.channels);
  if (points.map_channels != channels)
    Refuse("map_channels", "must be 0 or " + std::to_string(channels) +
                               ", the channels of the program's maps, got " +
                               std::to_string(points.map_channels));
  Needed(points.maps, "maps");
  for (std::size_t k = 0; k < channels; ++k)
    results.emplace_back(&Needed(points.maps[k], "maps[" + std::to_string(k) + "]"), points.count);
  return results;
}

void Sample(const cobble_program& program, const cobble_points& points) try {
  CheckSlope(program, points.dx, "dx");
  CheckSlope(program, points.dy, "dy");
  CheckSlope(program, points.dz, "dz");
  const std::size_t n = points.count;
  const auto maps = MapResults(program, points);
  if (n == 0) return;
  const double *const x = &Needed(points.x, "x"), *const y = &Needed(points.y, "y");
  std::vector<double> slice;
  if (points.z == nullptr && program.program.recipe().domain.IsSphere())
    Refuse("z", "is needed: points of a sphere are directions x, y, z");
  if (points.z == nullptr) slice.assign(n, program.program.recipe().domain.slice);
  const double* const z = points.z == nullptr ? slice.data() : points.z;
  SamplePoints(program.program, {x, n}, {y, n}, {z, n},
               {.value = Results(points.value, n),
                .dx = Results(points.dx, n),
                .dy = Results(points.dy, n),
                .dz = Results(points.dz, n),
                .maps = maps});
} catch (...) {
  RethrowMemoryError("so many points");
}

}  // namespace
}  // namespace cobble::c

using cobble::c::Guard;
using cobble::c::Needed;

cobble_status cobble_render(const cobble_program* program, const cobble_image* images,
                            size_t image_count, const cobble_render_options* options,
                            cobble_error** error) {
  return Guard(error, [&] {
    const cobble_program& compiled = cobble::c::NeededForPictures(program);
    cobble::c::Render(compiled, images, image_count,
                      cobble::c::RunOptionsOf(options, compiled.program));
  });
}

cobble_status cobble_sample(const cobble_program* program, const cobble_points* points,
                            cobble_error** error) {
  return Guard(error, [&] {
    const cobble_program& compiled = Needed(program, "program");
    if (!compiled.pictures.empty())
      cobble::c::Refuse("program", "was compiled for pictures, not for points");
    cobble::c::Sample(compiled, cobble::c::StructAt(points, "points"));
  });
}
