// Random trees of nodes, as JSON: every type, every option, shared nodes.
#ifndef COBBLE_TESTS_SUPPORT_RANDOM_TREE_H_
#define COBBLE_TESTS_SUPPORT_RANDOM_TREE_H_

#include <map>
#include <string>
#include <vector>

#include "support/random_noise.h"

namespace cobble::test {

class RandomTree {
 public:
  RandomTree(Random& random, const RecipeWish& wish, const RandomTiling& tiling, RandomNoise& noise)
      : random_(random), wish_(wish), tiling_(tiling), noise_(noise) {}

  // `noise`, and `nodes`.
  void AddTo(nlohmann::json& recipe);

 private:
  // A node, and what keeps trees tame: the largest magnitude of its values, how many times its
  // noises' errors have grown, and the least that its bounds can be apart (0: who knows).
  struct Made {
    nlohmann::json node;
    double maximum = 1, growth = 1, span = 1;
  };
  // What a node may cost: nodes below and with it, noises evaluated a sample; and how many times
  // finer its noises become.
  struct Budget {
    int nodes = 1, noises = 1;
    double finest = 1;

    Budget Share(int inputs) const;
  };

  Made Node(const Budget& budget);
  Made Leaf(const Budget& budget);
  Made Input(const Budget& budget);  // or a number
  Made Noise(const Budget& budget);
  Made OneInput(const Budget& budget);
  Made TwoInputs(const Budget& budget);
  Made Mix(const Budget& budget);
  Made Warp(const Budget& budget);
  Made Transform(const Budget& budget);
  Made Fractal(const Budget& budget);

  void Power(Made& made);
  void Clamp(Made& made);
  void Remap(Made& made);
  void Smoothstep(Made& made);
  void Ridge(Made& made);
  void Threshold(Made& made);
  void Terrace(Made& made);
  void Curve(Made& made);
  Made Tamed(Made made);

  std::string OneInputType(const Made& source);
  nlohmann::json Turn();

  Random& random_;
  const RecipeWish& wish_;
  const RandomTiling& tiling_;
  RandomNoise& noise_;
  std::map<std::string, Made> shared_;
};

}  // namespace cobble::test

#endif  // COBBLE_TESTS_SUPPORT_RANDOM_TREE_H_
