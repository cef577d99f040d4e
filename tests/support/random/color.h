// Random trees of colours, as JSON: every node type that returns a colour, or a number from one.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "support/random/recipe.h"

namespace cobble::test {

class RandomColor {
 public:
  // In: the name of a node of numbers, which the colours depend on.
  RandomColor(Random& random, std::string source) : random_(random), source_(std::move(source)) {}

  // Returns a colour with at most `depth` levels of nodes.
  nlohmann::json Color(int depth);
  nlohmann::json Number(int depth);

 private:
  nlohmann::json Literal();
  nlohmann::json Ramp(int depth);
  nlohmann::json Palette(int depth);
  nlohmann::json Channels(int depth);
  nlohmann::json Blend(int depth);
  nlohmann::json Adjust(int depth);
  nlohmann::json Blur(int depth);

  Random& random_;
  std::string source_;
};

}  // namespace cobble::test
