// Implements WindowRenderer: one run of bands, whose sinks are redirected for each window.
#include "render/window_renderer.h"

namespace cobble {
namespace {

std::vector<FloatSink> SinksOf(std::span<const PictureMap> maps) {
  std::vector<FloatSink> sinks;
  sinks.reserve(maps.size());
  for (const PictureMap& map : maps) sinks.emplace_back(map.channels, FloatRows{});
  return sinks;
}

std::vector<BandOutput> OutputsOf(std::span<const PictureMap> maps, std::span<FloatSink> sinks) {
  std::vector<BandOutput> outputs;
  outputs.reserve(maps.size());
  for (std::size_t k = 0; k < maps.size(); ++k) outputs.push_back({{maps[k]}, &sinks[k]});
  return outputs;
}

}  // namespace

WindowRenderer::WindowRenderer(const Program& program, const HeightRange& range,
                               std::span<const PictureMap> maps, const Window& window, int threads)
    : width_(window.width),
      height_(window.height),
      threads_(threads),
      sinks_(SinksOf(maps)),
      outputs_(OutputsOf(maps, sinks_)),
      run_(program, range, {.window = window, .threads = threads}, outputs_) {}

void WindowRenderer::Render(int64_t x, int64_t y, std::span<const FloatRows> rows,
                            const std::function<void(double)>& progress) {
  for (std::size_t k = 0; k < sinks_.size(); ++k) sinks_[k].SetRows(rows[k]);
  run_.Render(x, y, progress);
}

}  // namespace cobble
