// Renders pictures into memory, and samples points.
#include "cobble/render.h"

#include <algorithm>
#include <array>
#include <optional>

#include "core/maps.h"
#include "core/memory_error.h"
#include "core/size.h"
#include "program/program_impl.h"
#include "program/worker.h"
#include "recipe/fields/picture_maps.h"
#include "recipe/fields/world.h"
#include "render/call_checks.h"
#include "render/render_bands.h"
#include "render/sample_sink.h"
#include "render/sphere.h"

namespace cobble {
CompileOptions OptionsFor(const Recipe& recipe, const std::vector<MapName>& maps) {
  std::vector<PictureMap> pictures;
  pictures.reserve(maps.size());
  for (const MapName& map : maps) pictures.push_back(MapNamed(recipe, map, "maps"));
  return {.slopes = std::ranges::any_of(pictures, &NeedsSlopes),
          .maps = ProgramMapsOf(recipe, pictures),
          .value = WaitsForFit(recipe) || std::ranges::any_of(pictures, &NeedsValue)};
}

Image RenderMaps(const Program& program, std::span<const PictureMap> maps,
                 const RenderOptions& options) try {
  CheckProgramComputes(program, maps);
  CheckRenderOptions(options);
  CheckWindow(program, options.window, maps);  // before allocating
  Image image;
  const bool whole = options.window.width == 0 || options.window.height == 0;
  image.width = whole ? program.recipe().width : options.window.width;
  image.height = whole ? program.recipe().height : options.window.height;
  image.channels = TotalChannels(maps);
  image.samples.resize((Size(image.width) * Size(image.height) * Size(image.channels)).bytes());
  SampleSink sink(image.channels, {image.samples.data()});
  const BandOutput output{{maps.begin(), maps.end()}, &sink};
  RenderBands(program, ResolveRange(program, options), options, {&output, 1});
  return image;
} catch (...) {
  RethrowMemoryError("an image this large");
}

Image RenderImage(const Program& program, const MapName& map, const RenderOptions& options) {
  const PictureMap picture_map = MapNamed(program.recipe(), map, "map");
  return RenderMaps(program, {&picture_map, 1}, options);
}

namespace {

// Returns the program to evaluate at points. If its maps wait for the range fit, finds that in the
// whole picture, at the first call.
std::shared_ptr<const Program::Impl> ProgramAtPoints(const Program& program, bool has_maps) {
  const Program::Impl& impl = program.impl();
  if (!has_maps) return {std::shared_ptr<void>(), &impl};
  if (auto known = LastFitted(impl)) return known;
  const Program picture =
      Program::Impl::CompileChecked(impl.recipe, {.simd = impl.options.simd, .slopes = false});
  const HeightRange range = ResolveRange(picture, {});
  return WithFitted(impl, {range.low, range.high});
}

using PointSpans = std::array<std::span<const double>, 3>;

// The points in which directions meet the sphere.
class SpherePoints {
 public:
  // In: directions other than 0,0,0, at most kShortRun.
  PointSpans Meet(const PointSpans& directions) noexcept {
    const std::size_t n = directions[0].size();
    for (std::size_t k = 0; k < n; ++k) {
      const auto point = PointInDirection({directions[0][k], directions[1][k], directions[2][k]});
      for (std::size_t a = 0; point && a < 3; ++a) points_[a][k] = (*point)[a];
    }
    const auto axis = [&](std::size_t a) { return std::span<const double>(points_[a].data(), n); };
    return {axis(0), axis(1), axis(2)};
  }

 private:
  std::array<std::array<double, kShortRun>, 3> points_{};
};

}  // namespace

void SamplePoints(const Program& program, std::span<const double> x, std::span<const double> y,
                  std::span<const double> z, const PointResults& results) {
  CheckSampleCall(program, x, y, z, results);
  const auto compiled = ProgramAtPoints(program, !results.maps.empty());
  Worker worker(*compiled, kShortRun);
  std::optional<SpherePoints> on_sphere;
  if (program.recipe().domain.IsSphere()) on_sphere.emplace();
  for (std::size_t first = 0; first < x.size(); first += kShortRun) {
    const std::size_t n = std::min<std::size_t>(kShortRun, x.size() - first);
    const PointSpans points{x.subspan(first, n), y.subspan(first, n), z.subspan(first, n)};
    const PointSpans here = on_sphere ? on_sphere->Meet(points) : points;
    worker.SetPoints(here[0], here[1], here[2]);
    const Slot slot = worker.Evaluate({0, 0, static_cast<int>(n)});
    const auto put = [&](std::span<float> to, const float* from) {
      if (!to.empty()) std::copy_n(from, n, to.begin() + static_cast<std::ptrdiff_t>(first));
    };
    put(results.value, slot.value);
    put(results.dx, slot.slope[0]);
    put(results.dy, slot.slope[1]);
    put(results.dz, slot.slope[2]);
    std::size_t channel = 0;
    for (const ProgramMap& map : compiled->maps)
      for (const int buffer : map.buffers)
        if (!results.maps.empty()) put(results.maps[channel++], worker.Value(buffer));
  }
}

}  // namespace cobble
