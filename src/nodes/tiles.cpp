// tiles: bricks twice as long as wide, some lying, some standing.
#include "nodes/shared/shapes.h"

namespace cobble::nodes {
namespace {

// Not `pattern`, which names a seed.
constexpr std::string_view kLayouts[] = {"herringbone", "basket"};
constexpr std::string_view kTileFunctions[] = {"height", "id", "u", "v"};

void SetTiles(const Node& node, ShapeArgs* args) {
  if (node.Text("layout") == "basket") args->shape = ShapeArgs::kBasket;
  const double joint = node.Number("gap") / 2;
  SetSize(node, 1 - joint, 0.5 - joint, args);
}

constexpr Detail kLayoutDetails[] = {
    {"herringbone", "zigzags of lying and standing tiles"},
    {"basket", "squares of two tiles, lying and standing in turn"},
};

constexpr Detail kTilesFunctions[] = {
    {"height", "1 on a tile, 0 in the gaps, with smooth edges"},
    {"id", "a random value from 0 to 1 for each tile, constant up to the middle of its gaps"},
    {"u", "0 to 1 along the tile, to the right or downwards; constant in the gaps"},
    {"v", "0 to 1 across the tile, downwards or to the right; constant in the gaps"},
};

constexpr Detail kTilesDetails[] = {
    {"cell",
     "a square, 1 / frequency wide; a tile is one cell wide and two cells long, with half of the "
     "gaps around it"},
    kBevelDetail,
    {"id", "random for each tile and each seed or pattern, as in white"},
    {"tiling", "a multiple of 4 cells along x and y"}};

std::vector<Field> TilesFields() {
  return WithIdSeed(
      {ChoiceField("layout", kLayouts, "\"herringbone\"", "how the tiles are laid", kLayoutDetails),
       FrequenciesField(kPlaneDimensions), UsedBy({"height", "u", "v"}, GapField()),
       UsedBy({"height"}, BevelField()), ShapeFunctionField(kTileFunctions, kTilesFunctions)});
}

}  // namespace

NodeType Tiles() {
  return ShapeType(
      {.name = "tiles",
       .on_sphere = "use voronoi(8), whose cells have 3 dimensions",
       .summary = "tiles twice as long as wide, lying and standing: parquet, paving",
       .value = "function height: S(max(1 - e / b, 0)), e = the distance from the tile made "
                "smaller by b on all sides, in cells, b = min(bevel, (1 - gap) / 2); id: a random "
                "value for each tile; u, v: 0 to 1 along and across the tile. Layout herringbone: "
                "the tile that starts at cell (i, j) lies if i - j is a multiple of 4, and stands "
                "to its left; basket: squares of two tiles lie and stand in turn",
       .details = kTilesDetails,
       .arguments = {"frequency"},
       .fields = TilesFields()},
      ShapeArgs::kHerringbone, &SetTiles, {.cell_multiples = &Multiples<4, 4>});
}

}  // namespace cobble::nodes
