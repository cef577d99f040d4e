// What a sample of a program costs, counted before anything runs, and which key of the recipe asks
// for most of it.
#ifndef COBBLE_PROGRAM_COST_H_
#define COBBLE_PROGRAM_COST_H_

#include <map>
#include <string>

#include "cobble/program.h"
#include "cobble/recipe.h"

namespace cobble {

// How many evaluations an octave of the noise takes: one for each of its neighbours that a sample
// looks at, be it a corner of its cell, a point of the cells around, or a wave along an axis.
double Neighbours(const Node& noise);

class CostCounter {
 public:
  // Counts a visit of a noise. fractal: the innermost that it stands in, with its pointer; null and
  // empty where there is none.
  void AddNoise(const Node& noise, const std::string& pointer, const Node* fractal,
                const std::string& fractal_pointer);
  // A step of arithmetic.
  void AddStep() { cost_.evaluations += 1; }

  const Cost& cost() const { return cost_; }

 private:
  Cost cost_;
  std::map<std::string, double> by_noise_;  // by its pointer: in all octaves of fractals
  double most_ = 0;                         // of one noise
};

}  // namespace cobble

#endif  // COBBLE_PROGRAM_COST_H_
