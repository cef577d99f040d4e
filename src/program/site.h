// A Site: where a node is sampled, as a set of base positions and an affine map from them to the
// node's position p. Transforms and fractals only change the map. A warp's displacement is not
// affine: the displaced positions become a new base, and the map starts again at the identity.
//
//   node                 its p                        its site
//   warp                 p0 = D(P)                    base = pixels    from_base = D
//   |- by: value         p0                           base = pixels    from_base = D
//   `- source:
//      transform by T    p1 = p0 + amount * by(p0)    base = set p1    from_base = identity
//      `- perlin         p2 = T(p1)                   base = set p1    from_base = T
//
// D is the recipe's domain, which maps the picture's P to the positions p of the root. The source
// of a scatter is sampled at local positions, each in a stamp of its own. They are a new base that
// has no map from P: there, from_picture maps the local position.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "cobble/recipe.h"
#include "core/affine.h"

namespace cobble {

// An upper bound on the coordinates of positions, given |P_b|, the coordinates of the picture's P:
// |p_a| <= sum_b linear_ab |P_b| + translation_a + displacement_a + local_a.
struct PositionBound {
  std::array<Vector3, 3> linear{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
  Vector3 translation{0, 0, 0};   // by the domain and transforms
  Vector3 displacement{0, 0, 0};  // by warps
  Vector3 local{0, 0, 0};         // of positions in a stamp, which no key moves

  // Returns the bound on map(p).
  PositionBound Through(const Affine& map) const;
};

// Slopes computed at a site are with respect to its base positions.
struct Site {
  int base = -1;     // a set of positions; -1: the positions of the pixels
  Affine from_base;  // from the base to p
  // From the picture's P, or in a stamp from the local position, to p, without the displacements of
  // warps.
  Affine from_picture;
  PositionBound bound;      // of p
  uint32_t seed_shift = 0;  // added to the first seed of each noise, by fractals
  // JSON pointers of the innermost enclosing node of each type; empty if there is none.
  std::string transform_pointer, fractal_pointer;
  // JSON pointer of the key that sets the innermost displacement: the amount of a warp, a radius.
  std::string displacement_pointer;
  // The same, of the innermost node that computes its value from slopes; empty if slopes of this
  // site are those of the picture.
  std::string slope_pointer;
  const Node* transform_node = nullptr;
  const Node* fractal_node = nullptr;
  double fractal_scale = 1;  // frequency of this octave relative to the fractal's first
  // Of the innermost enclosing scatter: its JSON pointer, empty if there is none, and the mean
  // number of stamps around a sample.
  std::string scatter_pointer;
  double stamps = 1;
  // Whether the site is sampled in batches (noise/sampling/batches.h): results are not those of the
  // run's samples.
  bool is_in_batches = false;

  bool IsInStamp() const { return !scatter_pointer.empty(); }

  // Returns the site of an input that is sampled at inner(p).
  Site Through(const Affine& inner) const;
  // Returns the site of an input that is sampled at p + offset, as part of computing this node at
  // p. A pattern that is limited to the picture, or repeats with it, remains where it is, as below
  // a warp that displaces by up to `reach`. `field`: the JSON pointer of the key that sets the
  // offset.
  Site Beside(const Vector3& offset, const Vector3& reach, const std::string& field) const;
};

}  // namespace cobble
