// Random trees of nodes, as JSON: every type, every option, shared nodes.
#pragma once

#include <map>
#include <string>

#include "support/random/noise.h"

namespace cobble::test {

class RandomTree {
 public:
  RandomTree(Random& random, const RecipeWish& wish, const RandomTiling& tiling, RandomNoise& noise)
      : random_(random), wish_(wish), tiling_(tiling), noise_(noise) {}

  // Adds `noise` and `nodes`.
  void AddTo(nlohmann::json& recipe);

 private:
  // The maximum growth of errors below operations that increase it.
  static constexpr double kMaxGrowth = 12;

  // A node, the maximum magnitude of its values, the growth of its noises' errors, and the minimum
  // width of its bounds (0: unknown).
  struct Subtree {
    nlohmann::json node;
    double maximum = 1, growth = 1, span = 1;
  };
  // The maximum number of nodes of a subtree and of noises evaluated per sample, and the factor
  // that raises its noises' frequency.
  struct Budget {
    int nodes = 1, noises = 1;
    double frequency_factor = 1;

    Budget DividedBy(int inputs) const;
  };

  Subtree Node(const Budget& budget);
  Subtree Leaf(const Budget& budget);
  Subtree Input(const Budget& budget);  // a node or a number
  Subtree Noise(const Budget& budget);
  Subtree Pattern(const Budget& budget);
  Subtree Shape(const Budget& budget);
  Subtree OneInput(const Budget& budget);
  Subtree TwoInputs(const Budget& budget);
  Subtree Mix(const Budget& budget);
  Subtree FromColor(const Budget& budget);
  Subtree Blend(const Budget& budget);
  Subtree Adjust(const Budget& budget);
  Subtree Shade(const Budget& budget);
  Subtree Warp(const Budget& budget);
  Subtree Transform(const Budget& budget);
  Subtree Fractal(const Budget& budget);
  Subtree Mask(const Budget& budget);
  Subtree SlopeMask(const Budget& budget, bool is_sloped);
  Subtree Blur(const Budget& budget);
  Subtree Erosion(const Budget& budget);
  Subtree Phasor(const Budget& budget);
  Subtree Drainage(const Budget& budget);
  Subtree Quantile(const Budget& budget);
  Subtree Image();
  Subtree Scatter(const Budget& budget);

  void Power(Subtree& subtree);
  void Clamp(Subtree& subtree);
  void Remap(Subtree& subtree);
  void Smoothstep(Subtree& subtree);
  void Ridge(Subtree& subtree);
  void Threshold(Subtree& subtree);
  void Terrace(Subtree& subtree);
  void Curve(Subtree& subtree);
  void Wave(Subtree& subtree);
  void Jumps(Subtree& subtree);
  void Exp(Subtree& subtree);
  void Log(Subtree& subtree);
  Subtree Positive(Subtree subtree);
  Subtree Division(const Subtree& a, const Subtree& b);
  Subtree Tamed(Subtree subtree);

  std::string OneInputType(const Subtree& source);
  nlohmann::json Turn();

  Random& random_;
  const RecipeWish& wish_;
  const RandomTiling& tiling_;
  RandomNoise& noise_;
  std::map<std::string, Subtree> shared_;
  bool needs_slopes_ = false;  // of the nodes being generated
};

}  // namespace cobble::test
