// The octaves of a noise in its domain: seeds, shares, frequencies, and the periods of a tiling.
#ifndef COBBLE_PROGRAM_OCTAVES_H_
#define COBBLE_PROGRAM_OCTAVES_H_

#include <cstdint>
#include <string>
#include <vector>

#include "cobble/recipe.h"
#include "core/affine.h"
#include "noise/kernel.h"
#include "program/node_type.h"
#include "program/site.h"

namespace cobble {

// Cell indices beyond this are refused: doubles hold them, but too little of their fractions.
inline constexpr double kFarthestCell = 0x1p40;

// A noise node, the JSON pointer where it stands, and where it samples.
struct NoisePlace {
  const Recipe& recipe;
  const Node& node;
  const NoiseType& type;
  const std::string& pointer;
  const Site& site;
  Affine domain;  // from the site's base to the noise's positions
  Affine whole;   // from the picture's P
  Span span;      // of the noise's positions

  NoisePlace(const Recipe& recipe_in, const Node& node_in, const NoiseType& type_in,
             const std::string& pointer_in, const Site& site_in, const Affine& recipe_domain)
      : recipe(recipe_in),
        node(node_in),
        type(type_in),
        pointer(pointer_in),
        site(site_in),
        domain(Compose(recipe_domain, site.map)),
        whole(Compose(recipe_domain, site.whole)),
        span(site.span.Through(recipe_domain)) {}
};

// The accumulator that a noise's octave 0 starts from: of its own seed; else at the root of the
// recipe's; else of the recipe's and its place.
uint32_t StartOf(const NoisePlace& place);

// All octaves, slope_scale not yet filled. In a tiled recipe periods are set and frequencies made
// to fit them. Throws Error naming /.../frequency or lacunarity where a period is not whole,
// /domain/rotate where the rotation does not carry the tiling onto itself.
std::vector<Octave> MakeOctaves(const NoisePlace& place);

// Holds where no cell index passes kFarthestCell on one axis of one noise: stretch . |P| <= room.
struct Reach {
  Vector3 stretch;
  double room;

  // In: |P|, the largest magnitude on each axis.
  bool Holds(const Vector3& magnitude) const {
    return stretch[0] * magnitude[0] + stretch[1] * magnitude[1] + stretch[2] * magnitude[2] <=
           room;
  }
};

// One a used axis, of the finest octave.
std::vector<Reach> ReachesOf(const NoisePlace& place, const std::vector<Octave>& octaves);

// Which field to lower where the picture reaches too far. In: |P| of the picture.
std::string FieldToLower(const NoisePlace& place, const std::vector<Octave>& octaves,
                         const Vector3& magnitude);

}  // namespace cobble

#endif  // COBBLE_PROGRAM_OCTAVES_H_
