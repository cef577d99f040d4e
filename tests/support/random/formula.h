// Random formulas and their nodes, as JSON.
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <string>

#include "support/random/recipe.h"

namespace cobble::test {

// Writes a tree of nodes and its formula at the same time, by its own rules.
class RandomFormula {
 public:
  // In: pointer, to the formula, which the patterns of its noises contain.
  RandomFormula(Random& random, std::string pointer)
      : random_(random), pointer_(std::move(pointer)) {}

  // How tightly a text's outermost operator binds.
  enum Binding { kChoice, kCompare, kSum, kProduct, kUnary, kPower, kAtom };
  struct Part {
    std::string text;
    nlohmann::json node;  // an object, never a number
    Binding binding = kAtom;
  };

  // Returns a formula with at most `depth` levels of operators and calls. It is not a single noise,
  // whose seed would depend on its place.
  Part Make(int depth);

 private:
  Part Any(int depth);
  Part Leaf();
  Part Noise();
  Part Operator(int depth);
  Part Sign(int depth);
  Part Power(int depth);
  Part Comparison(int depth);
  Part Choice(int depth);
  Part Function(int depth);
  Part Call(int depth);
  Part Mask();
  // Returns the text, in brackets if it binds less than `minimum` or by chance.
  std::string Bracketed(const Part& part, Binding minimum);
  std::string Blank() { return random_.OneOf<const char*>({"", " ", "  ", "\n", "\t"}); }
  Part Number();

  Random& random_;
  std::string pointer_;
  std::map<std::string, int> calls_;
};

}  // namespace cobble::test
