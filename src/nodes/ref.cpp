// ref: uses a named node of the recipe or, in a map, another map.
#include <cstddef>
#include <string>

#include "cobble/enums.h"
#include "nodes/shared/plane_slopes.h"
#include "program/compile.h"
#include "program/node_type.h"
#include "recipe/fields/node_tree.h"

namespace cobble::nodes {
namespace {

// The noise, with the range mapped to 0..1.
Compiled CompileHeight(Compiler& compiler, const NodeContext& context) {
  const Compiled noise = compiler.Noise(context.site, context.slopes);
  const HeightScale height = compiler.HeightScaleFor(context, noise.bounds);
  if (height.keep) return noise;
  const double scale = double{height.scale};
  return compiler.Scaled(noise, scale, double{height.offset} - double{height.low} * scale);
}

// The length of the map slope. Slopes of the noise along x and y of the picture are by the base of
// the root's site; elsewhere they follow from those along its positions, through the domain D.
Compiled CompileSlope(Compiler& compiler, const NodeContext& context) {
  if (context.slopes > 0)
    compiler.Fail(context, "ref",
                  "the map \"slope\" has no slope itself, but " +
                      (context.site.slope_pointer.empty()
                           ? "it needs one here"
                           : context.site.slope_pointer + " needs the slope of its source"),
                  "use slope-of(s, magnitude, radius=0.005)");
  const Site& root = compiler.root_site();
  const auto& domain = root.from_base.m;
  Bounds bounds;
  const auto compile = [&](const Site& site) {
    const Compiled noise = compiler.Noise(site, 2);
    bounds = noise.bounds;
    return noise;
  };
  const bool is_at_root = PositionsKeyOf(context.site.base, context.site.from_base) ==
                          PositionsKeyOf(root.base, root.from_base);
  PlaneSlopes slopes;
  if (is_at_root) {
    Site site = context.site;
    site.slope_pointer = context.pointer;
    const Compiled noise = compile(site);
    for (std::size_t a = 0; a < 2; ++a) {
      slopes.slope[a].value = noise.raw.slope[a];
      slopes.factors[a][a] = noise.raw.slope[a] < 0 ? 0 : noise.scale;
    }
  } else {
    if (domain[2][0] != 0 || domain[2][1] != 0)
      compiler.Fail(context, "ref", "needs a level plane below warps and transforms",
                    "give domain.rotate only an angle around z");
    const PlaneSlopes along = CompilePlaneSlopes(compiler, context, compile);
    slopes.slope = along.slope;
    for (std::size_t a = 0; a < 2; ++a)
      for (std::size_t b = 0; b < 2; ++b)
        slopes.factors[a][b] =
            domain[0][a] * along.factors[0][b] + domain[1][a] * along.factors[1][b];
  }
  const HeightScale height = compiler.HeightScaleFor(context, bounds);
  for (std::size_t a = 0; a < 2; ++a)
    for (double& factor : slopes.factors[a]) factor *= height.slope[a];
  if (slopes.IsZero()) return Compiled::Constant(0);
  return Steepness(compiler, slopes, 1);
}

Compiled CompileRef(Compiler& compiler, const NodeContext& context) {
  const std::string& name = context.node.Text("ref");
  const bool is_node = !PointerOfRef(compiler.recipe(), name).empty();
  const auto map = is_node || !compiler.in_maps() ? std::nullopt : SurfaceMapOfRef(name);
  if (!map) return compiler.Ref(context);
  switch (*map) {
    case Map::kHeight:
      return CompileHeight(compiler, context);
    case Map::kSlope:
      return CompileSlope(compiler, context);
    default:
      return compiler.PictureRow(context, *map);
  }
}

}  // namespace

NodeType Ref() {
  return {
      .spec = {.name = kRefType,
               .summary =
                   "a named node from nodes or, in a map, another map; refs to it at the same "
                   "positions share one result",
               .value = "the value of the named node or map",
               .bounds = "the bounds of the named node or map",
               .fields = {{.key = "ref",
                           .type = FieldType::kText,
                           .required = true,
                           .help = "the name of the node in `nodes` to use here; in a map, also "
                                   "of another map, or height, slope, ao or curvature; no "
                                   "other key is allowed beside it"}}},
      .compile = &CompileRef};
}

}  // namespace cobble::nodes
