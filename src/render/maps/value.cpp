// The map `value`: the noise's value, unchanged.
#include "render/maps/map.h"
#include "render/maps/table.h"

namespace cobble {
namespace {

class ValueMap final : public MapFunction {
 public:
  void Run(const MapInput& in, int, float* const*, const float** planes) const noexcept override {
    planes[0] = in.value;
  }
};

}  // namespace

std::unique_ptr<const MapFunction> MakeValue(const MapSetup&) {
  return std::make_unique<ValueMap>();
}

}  // namespace cobble
