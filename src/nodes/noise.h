// What the types that are noises have in common.
#ifndef COBBLE_NODES_NOISE_H_
#define COBBLE_NODES_NOISE_H_

#include <initializer_list>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "cobble/enums.h"
#include "program/node_type.h"

namespace cobble::nodes {

// The keys of all noises, with those of its own before the last of them, the seed.
std::vector<Field> NoiseFields(std::initializer_list<Field> own);
Field TurbulenceField();
Field MetricField();

int DimensionsOf(const Node& node);

// The value of a key that is a choice.
template <typename Enum>
Enum Choice(const Node& node, std::string_view key) {
  Enum value{};
  FromName(node.Text(key), &value);
  return value;
}

// -1..1, or 0..1 where turbulence folds the noise.
Bounds FoldableBounds(const Node& node);

// base^dimensions.
double PerDimension(const Node& node, double base);

// The kernel that a family's selector gives for its arguments, with what all families have set.
template <typename Args>
NoiseKernel Select(std::shared_ptr<Args> args, const Node& node, std::vector<Octave> octaves,
                   const KernelRequest& request,
                   Kernel (*select)(const Args&, Frame::Kind, int64_t)) {
  args->dimensions = DimensionsOf(node);
  args->slopes = request.slopes;
  args->octaves = std::move(octaves);
  const Kernel kernel = select(*args, request.kind, request.simd_target);
  return {std::move(args), kernel};
}

}  // namespace cobble::nodes

#endif  // COBBLE_NODES_NOISE_H_
