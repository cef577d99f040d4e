// Counts a program's cost per sample as it compiles, and finds the key that causes most of it.
#pragma once

#include <map>
#include <string>

#include "cobble/program.h"
#include "program/octaves.h"

namespace cobble {

class CostCounter {
 public:
  // Counts a noise that is compiled at one site.
  void AddNoise(const NoiseContext& noise);
  // Counts any other step.
  void AddStep() { cost_.evaluations += step_weight_; }
  // How often the noises and steps added next run per sample.
  double step_weight() const { return step_weight_; }
  void SetStepWeight(double weight) { step_weight_ = weight; }

  const Cost& cost() const { return cost_; }

 private:
  Cost cost_;
  std::map<std::string, double> by_noise_;  // evaluations by JSON pointer, over all sites
  double maximum_ = 0;                      // of by_noise_
  double step_weight_ = 1;
};

}  // namespace cobble
