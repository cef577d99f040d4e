// Random trees of colours, as JSON: every type of node whose result is a colour, and those that
// turn colours into numbers.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "support/random/recipe.h"

namespace cobble::test {

class RandomColor {
 public:
  // In: the name of a node of numbers, which the colours depend on.
  RandomColor(Random& random, std::string source) : random_(random), source_(std::move(source)) {}

  // Returns a colour of at most `depth` nodes above one another.
  nlohmann::json Color(int depth);
  // Returns a number.
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
