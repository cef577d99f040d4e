// Combines values before applying scale and offset: differences of nearby values stay exact.
#include "nodes/shared/places.h"

#include <algorithm>
#include <array>
#include <utility>

#include "recipe/reading/faults.h"

namespace cobble::nodes {

Site SiteAt(const NodeContext& context, const Vector3& offset, double radius) {
  return context.site.Beside(offset, {radius, radius, 0}, ChildPointer(context.pointer, "radius"));
}

Compiled SourceAt(Compiler& compiler, const NodeContext& context, const Vector3& offset,
                  double radius) {
  return compiler.InputAt(context, "source", SiteAt(context, offset, radius), context.slopes);
}

Compiled Combined(Compiler& compiler, PointwiseArgs args, std::initializer_list<Compiled> inputs,
                  double weight) {
  const Compiled& first = *inputs.begin();
  const bool is_alike = std::ranges::all_of(inputs, [&](const Compiled& input) {
    return !input.IsConstant() && input.scale == first.scale && input.offset == first.offset;
  });
  std::array<Compiled, 3> raw;
  std::size_t count = 0;
  for (const Compiled& input : inputs)
    raw[count++].raw = is_alike ? input.raw : compiler.Materialized(input).raw;
  Compiled out = count == 2 ? compiler.Apply(std::move(args), {raw[0], raw[1]}, {})
                            : compiler.Apply(std::move(args), {raw[0], raw[1], raw[2]}, {});
  if (is_alike) out = compiler.Scaled(out, first.scale, weight * first.offset);
  return out;
}

}  // namespace cobble::nodes
