// The maps that a recipe defines: its own maps, views of its nodes, and packs of several maps.
#include <algorithm>
#include <vector>

#include "cobble/error.h"
#include "core/suggest.h"
#include "render/maps/table.h"

namespace cobble {
namespace {

// Consecutive planes of the program's maps, unchanged.
class ProgramPlanes final : public MapFunction {
 public:
  ProgramPlanes(int first, int count) : first_(first), count_(count) {}

  void Run(const MapInput& in, int, float* const*, const float** planes) const noexcept override {
    std::copy_n(in.maps + first_, count_, planes);
  }

 private:
  int first_, count_;
};

class Pack final : public MapFunction {
 public:
  Pack(const MapSetup& setup, const std::vector<PictureMap>& parts) {
    std::size_t channel = 0;
    for (const PictureMap& part : parts) {
      parts_.push_back({part.number ? nullptr : MakeMap(setup, part), part.channels, part.invert,
                        static_cast<float>(part.number.value_or(0))});
      if (part.weight) weights_.push_back(channel);
      channel += static_cast<std::size_t>(part.channels);
    }
  }

  void Run(const MapInput& in, int n, float* const* scratch,
           const float** planes) const noexcept override {
    std::size_t channel = 0;
    for (const Part& part : parts_) {
      float* const* const own = scratch + channel;
      const float** const out = planes + channel;
      if (part.function) {
        part.function->Run(in, n, own, out);
        if (part.invert) Invert(n, own, out);
      } else {
        std::fill_n(own[0], n, part.number);
        out[0] = own[0];
      }
      channel += static_cast<std::size_t>(part.channels);
    }
    if (!weights_.empty()) Weigh(n, scratch, planes);
  }

 private:
  struct Part {
    std::unique_ptr<const MapFunction> function;  // null: `number`
    int channels;
    bool invert;  // only with one channel
    float number;
  };

  static void Invert(int n, float* const* scratch, const float** planes) {
    std::transform(planes[0], planes[0] + n, scratch[0], [](float x) { return 1 - x; });
    planes[0] = scratch[0];
  }

  // Divides the weights by their sum.
  void Weigh(int n, float* const* scratch, const float** planes) const {
    constexpr float kMaxWeight = 1e37F;  // so that the sum is finite
    for (int i = 0; i < n; ++i) {
      float sum = 0;
      for (const std::size_t k : weights_) {
        scratch[k][i] = std::clamp(planes[k][i], 0.0F, kMaxWeight);
        sum += scratch[k][i];
      }
      if (sum > 0)
        for (const std::size_t k : weights_) scratch[k][i] /= sum;
      else
        scratch[weights_.front()][i] = 1;
    }
    for (const std::size_t k : weights_) planes[k] = scratch[k];
  }

  std::vector<Part> parts_;
  std::vector<std::size_t> weights_;  // their channels
};

}  // namespace

std::unique_ptr<const MapFunction> MakeMap(const MapSetup& setup, const PictureMap& map) {
  if (map.built_in) return MakerOf(*map.built_in).make(setup);
  if (!map.parts.empty()) return std::make_unique<Pack>(setup, map.parts);
  int first = 0;
  for (const ProgramMap& each : setup.program_maps) {
    const auto channels = static_cast<int>(each.buffers.size());
    if (each.name == map.name) {
      if (!map.IsNode() || map.is_color) return std::make_unique<ProgramPlanes>(first, channels);
      const HeightRange range = RangeWithin(setup.recipe.range, each.bounds);
      return MakeNodeHeight(setup, HeightScaleOf(setup.recipe, range), first);
    }
    first += channels;
  }
  throw Error(ErrorKind::kUsage, "",
              "the map " + Quoted(map.name) + " needs a program compiled with it",
              "set CompileOptions::maps");
}

}  // namespace cobble
