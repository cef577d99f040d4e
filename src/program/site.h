// Where a node samples: a set of base positions, and the affine map from them to the node's own P.
#ifndef COBBLE_PROGRAM_SITE_H_
#define COBBLE_PROGRAM_SITE_H_

#include <array>
#include <cstdint>
#include <string>

#include "cobble/recipe.h"
#include "core/affine.h"

namespace cobble {

// How far positions lie from the origin, by axis: |p_a| <= sum_b stretch_ab |P_b| + shift_a +
// drift_a, for the picture's own P.
struct Span {
  std::array<Vector3, 3> stretch{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
  Vector3 shift{0, 0, 0};  // by translations
  Vector3 drift{0, 0, 0};  // by warps

  Span Through(const Affine& map) const;
};

// Slopes of what is computed at a site are with respect to its base positions.
struct Site {
  int positions = -1;       // the base: a set of positions, or -1: those of the pixels
  Affine map;               // from the base to P
  Affine whole;             // from the picture's P, but for what warps add
  Span span;                // of P
  uint32_t seed_shift = 0;  // what fractals add to the accumulators of noises
  // The pointers of the innermost warp, transform and fractal; empty: none.
  std::string warp, transform, fractal;
  const Node* fractal_node = nullptr;
  double fractal_scale = 1;  // how many times finer than the fractal's first octave this one is

  // The site of inputs that sample at inner(P).
  Site Through(const Affine& inner) const;
};

}  // namespace cobble

#endif  // COBBLE_PROGRAM_SITE_H_
