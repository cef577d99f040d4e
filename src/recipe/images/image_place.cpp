// Places images in pictures.
#include "recipe/images/image_place.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <utility>

#include "cobble/recipe_io.h"
#include "recipe/fields/node_tree.h"
#include "recipe/images/images.h"
#include "recipe/reading/faults.h"

namespace cobble {

PlaneEdges ImageEdgesOf(const Recipe& recipe, const Node& node) {
  if (recipe.domain.IsSphere()) return PlaneEdges::kSphere;
  const auto found = std::ranges::find(kImageEdges, node.Text("edges"));
  if (found == std::end(kImageEdges)) return PlaneEdges::kWrap;  // of a node with errors
  if (*found == "auto") return recipe.tiling ? PlaneEdges::kWrap : PlaneEdges::kExtend;
  return static_cast<PlaneEdges>(found - std::begin(kImageEdges));
}

namespace {

// By longitude and latitude, which are 0..1 on a sphere. Latitude falls from row to row.
ImagePlace PlaceOnSphere(const Image& pixels) {
  const int64_t ends = IsSphereOfVertices(pixels.width, pixels.height) ? 1 : 0;
  const auto columns = static_cast<double>(pixels.width - ends);
  const auto rows = static_cast<double>(pixels.height - ends);
  const double first = ends == 1 ? 0 : -0.5;
  return {.sides = {columns, rows}, .density = {columns, -rows}, .middle = {first, rows + first}};
}

}  // namespace

// On vertices, an image that does not repeat also has its first and last pixels on its edges.
ImagePlace ImagePlaceOf(const Recipe& recipe, const Node& node, const Image& pixels,
                        double stamp_side) {
  if (recipe.domain.IsSphere()) return PlaceOnSphere(pixels);
  const bool is_on_vertices = recipe.domain.grid == Grid::kVertices && !recipe.tiling &&
                              stamp_side == 0 && ImageEdgesOf(recipe, node) == PlaneEdges::kExtend;
  const auto side = [&](int64_t length) {
    return static_cast<double>(std::max<int64_t>(length - (is_on_vertices ? 1 : 0), 1));
  };
  ImagePlace place;
  place.sides = {side(pixels.width), side(pixels.height)};
  place.middle = {static_cast<double>(pixels.width - 1) / 2,
                  static_cast<double>(pixels.height - 1) / 2};
  place.density.fill(place.sides[0]);
  const std::string& fit = node.Text("fit");
  if (fit == "width") return place;
  const auto extent = stamp_side > 0 ? std::array{stamp_side, stamp_side} : recipe.domain.extent;
  const double x = place.sides[0] / extent[0], y = place.sides[1] / extent[1];
  const bool has_same_shape = std::abs(x - y) <= 1e-9 * x;
  place.density = {x, has_same_shape ? x : y};
  if (fit == "contain") {
    place.has_bars = {x < place.density[1], place.density[1] < x};
    place.density.fill(std::ranges::max(place.density));
  }
  if (fit == "cover") place.density.fill(std::ranges::min(place.density));
  return place;
}

ShownNode ShownNodeOf(const Recipe& recipe, const Node* root, std::string pointer) {
  ShownNode shown{.node = root, .pointer = std::move(pointer)};
  for (int depth = 0; shown.node && depth < kMaxRecipeDepth; ++depth) {
    shown.spec = FindNodeSpec(shown.node->type);
    if (shown.node->type == kRefType && shown.node->Has("ref")) {
      shown.pointer = PointerOfRef(recipe, shown.node->Text("ref"));
      shown.node = NodeAt(recipe, shown.pointer);
      if (!shown.node) return {};
    } else if (shown.spec && (shown.spec->smooths_source || shown.spec->keeps_units) &&
               shown.node->inputs.contains("source")) {
      shown.is_changed = shown.is_changed || shown.spec->keeps_units;
      shown.pointer = ChildPointer(shown.pointer, "source");
      shown.node = &shown.node->Input("source");
    } else {
      break;
    }
  }
  return shown;
}

PlacedImage PlacedImageOf(const Recipe& recipe, const Node* root) {
  const auto [node, spec, at, is_changed] = ShownNodeOf(recipe, root);
  if (!node || !spec || !spec->places_image || !node->Has(kImageNameKey)) return {};
  const auto found = recipe.images.find(node->Text(kImageNameKey));
  if (found == recipe.images.end()) return {};
  return {node, found->second.get(), is_changed};
}

}  // namespace cobble
