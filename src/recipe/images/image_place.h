// Where the nodes `image` show their images.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>

#include "cobble/image.h"
#include "cobble/recipe.h"
#include "recipe/fields/node_spec.h"
#include "recipe/images/image_planes.h"

namespace cobble {

// The values of `edges`: those of PlaneEdges, in order, followed by the one that depends on the
// recipe.
inline constexpr std::string_view kImageEdges[] = {"wrap", "clamp", "extend", "auto"};
inline constexpr std::string_view kImageFits[] = {"width", "stretch", "contain", "cover"};

PlaneEdges ImageEdgesOf(const Recipe& recipe, const Node& node);

// Along x and y; of a sphere, along longitude and latitude, whose unit is all of it.
struct ImagePlace {
  std::array<double, 2> sides{};    // in pixels
  std::array<double, 2> density{};  // pixels per unit
  std::array<double, 2> middle{};   // the pixel at position 0; pixel k covers k - 1/2 to k + 1/2
  std::array<bool, 2> has_bars{};   // beside an image that is contained in the picture

  double Units(std::size_t a) const { return sides[a] / density[a]; }
  double PixelAt(std::size_t a, double position) const { return position * density[a] + middle[a]; }
};

// In: node, an `image`; stamp_side, of the stamp if the node is in one, else 0.
ImagePlace ImagePlaceOf(const Recipe& recipe, const Node& node, const Image& pixels,
                        double stamp_side = 0);

// The node that a noise or a map is, below nodes that smooth it or keep its place and units. Null
// if a ref has no target.
struct ShownNode {
  const Node* node = nullptr;
  const NodeSpec* spec = nullptr;
  std::string pointer;
  bool is_changed = false;  // beyond smoothing
};
// In: root, the noise or the map, or null; pointer, its JSON pointer; the recipe may have errors.
ShownNode ShownNodeOf(const Recipe& recipe, const Node* root, std::string pointer = {});

// The `image` that is a ShownNode; null if that is something else, or the recipe does not have the
// image yet.
struct PlacedImage {
  const Node* node = nullptr;
  const SourceImage* image = nullptr;
  bool is_changed = false;
};
PlacedImage PlacedImageOf(const Recipe& recipe, const Node* root);
inline PlacedImage PlacedImageOf(const Recipe& recipe) {
  return PlacedImageOf(recipe, &recipe.noise);
}

}  // namespace cobble
