// Renders a picture, after resolving its range of values.
#include "render/render_bands.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "cobble/error.h"
#include "core/window.h"
#include "program/program_impl.h"
#include "render/band_run.h"
#include "render/maps/table.h"
#include "render/parallel.h"
#include "render/share_range.h"

namespace cobble {
namespace {

// Up to this index, doubles represent all sample indices exactly, including a run's padding.
constexpr double kMaxSampleIndex = 0x1p53 - 2 * kShortRun;

// Returns the options with a window that is not empty and at least one thread.
RenderOptions Resolved(const Program& program, const RenderOptions& options) {
  RenderOptions resolved = options;
  if (options.window.width <= 0 || options.window.height <= 0)
    resolved.window = {0, 0, program.recipe().width, program.recipe().height};
  resolved.threads = ThreadsOf(options.threads);
  return resolved;
}

// Throws Error kUsage if the window, extended by the halo, reaches too far (see CheckWindow).
void CheckReach(const Program::Impl& program, const Window& window, const Halo& halo) {
  const auto refuse = [&](const std::string& what) {
    std::string reaches = "reaches ";
    if (halo.pixels > 0)
      reaches = "with a halo of " + std::to_string(halo.pixels) + " pixels for the map " +
                halo.map + ", reaches ";
    throw Error::At(ErrorKind::kUsage, "window", reaches + what);
  };
  const int64_t starts[2] = {window.x - halo.pixels, window.y - halo.pixels};
  const int64_t ends[2] = {window.x + window.width + halo.pixels,
                           window.y + window.height + halo.pixels};
  const double samples = program.recipe.samples;
  Vector3 magnitude{0, 0, std::abs(program.sample_origin[2])};
  for (std::size_t a = 0; a < 2; ++a) {
    const double start = static_cast<double>(starts[a]) * samples;
    const double end = static_cast<double>(ends[a]) * samples;
    if (std::max(std::abs(start), std::abs(end)) > kMaxSampleIndex)
      refuse(samples == 1 ? "pixels more than 2^53 pixels from the origin"
                          : "samples more than 2^53 samples from the origin");
    for (const double sample : {start, end - 1}) {
      const double position = program.sample_origin[a] + sample * program.sample_step[a];
      magnitude[a] = std::max(magnitude[a], std::abs(position));
    }
  }
  if (!program.IsWithinPositionLimits(magnitude))
    refuse("cells more than 2^40 cells from the origin, where fractional positions lose precision");
}

void CheckIsInside(const Recipe& recipe, const Window& window) {
  if (window.x >= 0 && window.y >= 0 && window.x + window.width <= recipe.width &&
      window.y + window.height <= recipe.height)
    return;
  throw Error::At(ErrorKind::kUsage, "window",
                  "must be inside the picture of a sphere, which ends at its edges, got " +
                      std::to_string(window.x) + "," + std::to_string(window.y) + "," +
                      std::to_string(window.width) + "," + std::to_string(window.height));
}

}  // namespace

bool NeedsSlopes(const PictureMap& map) {
  return AnySource(map, [](const PictureMap& source) {
    const auto needs = [](Map each) { return InfoOf(each).needs_slopes; };
    return source.built_in ? needs(*source.built_in) : std::ranges::any_of(source.reads, needs);
  });
}

bool NeedsValue(const PictureMap& map) {
  return AnySource(map, [](const PictureMap& source) {
    return source.built_in.has_value() || !source.reads.empty();
  });
}

Halo HaloOf(const Recipe& recipe, std::span<const PictureMap> maps) {
  Halo halo;
  for (const PictureMap& map : maps) {
    ForSources(map, [&](const PictureMap& source) {
      const auto widen = [&](Map each) {
        const MapMaker& maker = MakerOf(each);
        const int64_t pixels = maker.halo ? maker.halo(recipe) : 0;
        if (pixels > halo.pixels) halo = {pixels, source.name, maker.halo_field};
      };
      if (source.built_in) widen(*source.built_in);
      std::ranges::for_each(source.reads, widen);
    });
  }
  return halo;
}

int ThreadsWithin(const Program& program, const RenderOptions& options,
                  std::span<const PictureMap> maps, Size band_bytes, Size maximum) {
  const RenderOptions resolved = Resolved(program, options);
  int threads = resolved.threads;
  while (threads > 0 && BytesOfRun(program, resolved, maps, band_bytes, threads) > maximum)
    --threads;
  return threads;
}

Size BytesOfOneThread(const Program& program, const RenderOptions& options,
                      std::span<const PictureMap> maps, Size band_bytes) {
  return BytesOfRun(program, Resolved(program, options), maps, band_bytes, 1);
}

void CheckWindow(const Program& compiled, const Window& window, std::span<const PictureMap> maps) {
  const Program::Impl& program = compiled.impl();
  if (!IsWithinWindowLimits(window))
    throw Error::At(ErrorKind::kUsage, "window",
                    "is too large or too far from the origin for pixel coordinates");
  if (program.recipe.tiling) return;  // coordinates wrap
  if (program.recipe.domain.IsSphere()) return CheckIsInside(program.recipe, window);
  const Window noise = UnflippedWindow(program.recipe, window);
  CheckReach(program, noise, {});
  if (const Halo halo = HaloOf(program.recipe, maps); halo.pixels > 0)
    CheckReach(program, noise, halo);
}

Window UnflippedWindow(const Recipe& recipe, const Window& window) {
  return recipe.flip ? MirroredWindow(recipe, window) : window;
}

Window MirroredWindow(const Recipe& recipe, const Window& window) {
  return {window.x, recipe.height - window.y - window.height, window.width, window.height};
}

BandReport RenderBands(const Program& program, const HeightRange& range,
                       const RenderOptions& options, std::span<const BandOutput> outputs) {
  const RenderOptions resolved = Resolved(program, options);
  CheckWindow(program, resolved.window, MapsOf(outputs));
  BandRun run(program, range, resolved, outputs);
  return run.Render(resolved.window.x, resolved.window.y, options.progress);
}

HeightRange RangeOfNode(const PictureMap& node, const Bounds& bounds) {
  switch (node.scale) {
    case NodeScale::kValues:
      return {true, 0, 1};
    case NodeScale::kBounds:  // such as a mask that is 0 everywhere
      if (bounds.low == bounds.high && bounds.low >= 0 && bounds.low <= 1) return {false, 0, 1};
      return {false, bounds.low, bounds.high};
    case NodeScale::kRange:
      break;
  }
  return {false, node.node_range.low, node.node_range.high};
}

HeightRange RangeOf(const Program& program, std::span<const PictureMap> maps,
                    const HeightRange& height) {
  HeightRange range;
  const auto node = std::ranges::find_if(maps, &PictureMap::IsNumberNode);
  if (std::ranges::any_of(maps, &NeedsValue)) {
    range = height;
  } else if (node != maps.end()) {
    const auto all = AllMapsOf(program.impl());
    const auto found = std::ranges::find(all, node->Source().name, &ProgramMap::name);
    if (found != all.end()) range = RangeOfNode(node->Source(), found->shown);
  }
  const PictureMap& first = maps.front();
  const bool is_scaled = first.IsNumberNode() || first.Source().built_in == Map::kHeight;
  if (maps.size() == 1 && first.invert && is_scaled) std::swap(range.low, range.high);
  return range;
}

HeightRange ResolveRange(const Program& program, const RenderOptions& options) {
  if (!program.impl().options.value) return {};  // unused
  const Range& range = program.recipe().range;
  if (range.mode == RangeMode::kShares) {
    const auto [low, high] = ShareRange(program.recipe(), program.impl().options);
    if (options.progress) options.progress(1);
    return {false, low, high};
  }
  if (range.mode != RangeMode::kFit) return RangeWithin(range, {program.low(), program.high()});
  RenderOptions whole = options;
  whole.window = {};
  whole.statistics = true;
  const Statistics statistics = RenderBands(program, {}, whole, {}).statistics;
  return {false, statistics.minimum, statistics.maximum};
}

}  // namespace cobble
