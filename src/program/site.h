// A Site: where a node is sampled, as base positions and an affine map from them to the node's
// position p. Transforms and fractals only change the map. A warp's displacement is not affine, so
// the displaced positions become a new base and the map starts again at the identity.
//
//   node                 its p                        its site
//   warp                 p0 = D(P)                    base = pixels    from_base = D
//   |- by: value         p0                           base = pixels    from_base = D
//   `- source:
//      transform by T    p1 = p0 + amount * by(p0)    base = set p1    from_base = identity
//      `- perlin         p2 = T(p1)                   base = set p1    from_base = T
//
// D is the recipe's domain, which maps the picture's P to the positions p of the root. The source
// of a scatter is sampled at positions local to a stamp. They are a new base without a map from P,
// so there from_picture maps the local position.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "cobble/recipe.h"
#include "core/affine.h"

namespace cobble {

// An upper bound on coordinates of positions, given |P_b|, the coordinates of the picture's P:
// |p_a| <= sum_b linear_ab |P_b| + translation_a + displacement_a + local_a.
struct PositionBound {
  std::array<Vector3, 3> linear{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
  Vector3 translation{0, 0, 0};   // by the domain and transforms
  Vector3 displacement{0, 0, 0};  // by warps
  Vector3 local{0, 0, 0};         // of positions in a stamp; no key moves them

  PositionBound Through(const Affine& map) const;
};

// Returns the three numbers of a key.
Vector3 VectorOf(const Node& node, std::string_view key);

// Slopes at a site are with respect to its base positions.
struct Site {
  int base = -1;     // a set of positions; -1: the positions of the pixels
  Affine from_base;  // from the base to p
  // From the picture's P (in a stamp, the local position) to p, without the displacements of warps.
  Affine from_picture;
  PositionBound bound;      // of p
  uint32_t seed_shift = 0;  // added to the first seed of each noise, by fractals
  // JSON pointers of the innermost enclosing node of each type, or empty.
  std::string transform_pointer, fractal_pointer;
  // JSON pointer of the key that sets the innermost displacement: the amount of a warp, a radius.
  std::string displacement_pointer;
  // The innermost node that computes its value from slopes; empty if slopes here are the picture's.
  std::string slope_pointer;
  const Node* transform_node = nullptr;
  const Node* fractal_node = nullptr;
  double fractal_scale = 1;  // frequency of this octave relative to the fractal's first
  // The innermost scatter's JSON pointer (or empty) and its mean number of stamps around a sample.
  std::string scatter_pointer;
  double stamps = 1;
  double stamp_pixel = 0;  // width of a pixel in the largest stamp's positions
  // Whether the site is sampled in batches (noise/sampling/batches.h), not at the run's samples.
  bool is_in_batches = false;

  bool IsInStamp() const { return !scatter_pointer.empty(); }

  // Returns the site of an input that is sampled at inner(p).
  Site Through(const Affine& inner) const;
  // Returns the site of an input that is sampled at p + offset to compute this node at p. As below
  // a warp that displaces by up to `reach`, a pattern that is limited to the picture or repeats
  // with it stays in place. In: field, the JSON pointer of the key that sets the offset.
  Site Beside(const Vector3& offset, const Vector3& reach, const std::string& field) const;
};

}  // namespace cobble
