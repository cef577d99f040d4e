// The maps that a recipe defines: its own maps, views of its nodes, and packs of several maps.
#include <algorithm>
#include <vector>

#include "cobble/error.h"
#include "core/suggest.h"
#include "render/maps/table.h"

namespace cobble {
namespace {

// Consecutive planes of the program's maps, as they are.
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
    for (const PictureMap& part : parts)
      parts_.push_back({part.number ? nullptr : MakeMap(setup, part), part.channels, part.invert,
                        static_cast<float>(part.number.value_or(0))});
  }

  void Run(const MapInput& in, int n, float* const* scratch,
           const float** planes) const noexcept override {
    for (const Part& part : parts_) {
      if (part.function) {
        part.function->Run(in, n, scratch, planes);
        if (part.invert) Invert(n, scratch, planes);
      } else {
        std::fill_n(scratch[0], n, part.number);
        planes[0] = scratch[0];
      }
      scratch += part.channels;
      planes += part.channels;
    }
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

  std::vector<Part> parts_;
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
