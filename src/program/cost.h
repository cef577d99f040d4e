// Counts the cost of a program per sample while it is compiled, and finds the recipe key that
// causes most of that cost.
#ifndef COBBLE_PROGRAM_COST_H_
#define COBBLE_PROGRAM_COST_H_

#include <map>
#include <string>
#include <utility>

#include "cobble/program.h"
#include "program/octaves.h"

namespace cobble {

class CostCounter {
 public:
  // Counts a noise that is compiled at one site.
  void AddNoise(const NoiseContext& noise);
  // Counts any other step.
  void AddStep() { cost_.evaluations += weight_; }
  // Sets how often noises and steps run per sample, for those added next. Returns the weight
  // before.
  double SetStepWeight(double weight) { return std::exchange(weight_, weight); }

  const Cost& cost() const { return cost_; }

 private:
  Cost cost_;
  std::map<std::string, double> by_noise_;  // evaluations by JSON pointer, over all sites
  double maximum_ = 0;                      // of by_noise_
  double weight_ = 1;
};

}  // namespace cobble

#endif  // COBBLE_PROGRAM_COST_H_
