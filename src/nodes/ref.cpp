// ref: uses a named node of the recipe or, in a map, another map.
#include <cstddef>
#include <string>

#include "cobble/enums.h"
#include "core/suggest.h"
#include "nodes/shared/plane_slopes.h"
#include "nodes/shared/values.h"
#include "program/compile.h"
#include "program/node_type.h"
#include "recipe/fields/node_tree.h"

namespace cobble::nodes {
namespace {

// The map slope counts as no steeper, in heights per picture width, so that formulas have bounds.
constexpr double kSteepest = 10000;

void RefuseSlopes(const Compiler& compiler, const NodeContext& context, Map map) {
  if (context.slopes == 0) return;
  const std::string& node = context.site.slope_pointer;
  compiler.Fail(context, "ref",
                "the map " + Quoted(Name(map)) + " has no slope itself, but " +
                    (node.empty() ? "it needs one here" : node + " needs the slope of its source"),
                "use slope-of(s, magnitude, radius=0.005), or nodes that need no slope");
}

// The noise, with the range mapped to 0..1.
Compiled CompileHeight(Compiler& compiler, const NodeContext& context) {
  const Compiled noise = compiler.Noise(context.site, context.slopes);
  const HeightScale height = compiler.HeightScaleFor(context, noise.bounds);
  if (height.keep) return noise;
  const double scale = double{height.scale};
  return compiler.Scaled(noise, scale, double{height.offset} - double{height.low} * scale);
}

// Returns the site of a source whose slopes the node needs.
Site WithSlopesFor(const NodeContext& context) {
  Site site = context.site;
  site.slope_pointer = context.pointer;
  return site;
}

PlaneSlopes SlopesOf(const Compiled& source) {
  PlaneSlopes slopes;
  for (std::size_t a = 0; a < 2; ++a) {
    slopes.slope[a].value = source.raw.slope[a];
    slopes.factors[a][a] = source.raw.slope[a] < 0 ? 0 : source.scale;
  }
  return slopes;
}

// Returns the slopes along x and y of the picture at a site that is not the picture's: those along
// its positions, through the domain.
PlaneSlopes SlopesInPicture(Compiler& compiler, const NodeContext& context,
                            const CompileAt& compile) {
  const auto& domain = compiler.root_site().from_base.m;
  if (domain[2][0] != 0 || domain[2][1] != 0)
    compiler.Fail(context, "ref", "needs a level plane below warps and transforms",
                  "give domain.rotate only an angle around z");
  PlaneSlopes slopes = CompilePlaneSlopes(compiler, context, compile);
  const auto along = slopes.factors;
  for (std::size_t a = 0; a < 2; ++a)
    for (std::size_t b = 0; b < 2; ++b)
      slopes.factors[a][b] = domain[0][a] * along[0][b] + domain[1][a] * along[1][b];
  return slopes;
}

Compiled SteepnessOnSphere(Compiler& compiler, const NodeContext& context, bool is_at_root) {
  if (!is_at_root)
    compiler.Fail(context, "ref", "has no meaning below warps and transforms of a sphere",
                  "name it outside of them");
  const Compiled noise = compiler.Noise(WithSlopesFor(context), 3);
  if (noise.IsConstant()) return Compiled::Constant(0);
  const Result tangential = compiler.Tangential(noise.raw);
  const double scale = noise.scale * compiler.HeightScaleFor(context, noise.bounds).rise;
  const auto length = [&](int a, int b, double factor) {
    PlaneSlopes slopes;
    slopes.slope = {{{.value = a}, {.value = b}}};
    slopes.factors = {{{factor, 0}, {0, factor}}};
    return Steepness(compiler, slopes, 1);
  };
  const Compiled level = length(tangential.slope[0], tangential.slope[1], 1);
  return Clamped(compiler, length(level.raw.value, tangential.slope[2], scale), 0, kSteepest);
}

// The length of the map slope.
Compiled CompileSlope(Compiler& compiler, const NodeContext& context) {
  const Site& root = compiler.root_site();
  const bool is_at_root = PositionsKeyOf(context.site.base, context.site.from_base) ==
                          PositionsKeyOf(root.base, root.from_base);
  if (compiler.recipe().domain.IsSphere()) return SteepnessOnSphere(compiler, context, is_at_root);
  Bounds bounds;
  const auto compile = [&](const Site& site) {
    const Compiled noise = compiler.Noise(site, 2);
    bounds = noise.bounds;
    return noise;
  };
  PlaneSlopes slopes = is_at_root ? SlopesOf(compile(WithSlopesFor(context)))
                                  : SlopesInPicture(compiler, context, compile);
  const HeightScale height = compiler.HeightScaleFor(context, bounds);
  for (std::size_t a = 0; a < 2; ++a)
    for (double& factor : slopes.factors[a]) factor *= height.slope[a];
  if (slopes.IsZero()) return Compiled::Constant(0);
  return Clamped(compiler, Steepness(compiler, slopes, 1), 0, kSteepest);
}

Compiled CompileRef(Compiler& compiler, const NodeContext& context) {
  const std::string& name = context.node.Text("ref");
  const bool is_node = !PointerOfRef(compiler.recipe(), name).empty();
  const auto map = is_node || !compiler.in_maps() ? std::nullopt : SurfaceMapOfRef(name);
  if (!map) return compiler.Ref(context);
  if (*map != Map::kHeight) RefuseSlopes(compiler, context, *map);
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
