// What a sample of a program costs, counted before anything runs, and which key of the recipe asks
// for most of it.
#ifndef COBBLE_PROGRAM_COST_H_
#define COBBLE_PROGRAM_COST_H_

#include <map>
#include <string>

#include "cobble/program.h"
#include "program/octaves.h"

namespace cobble {

class CostCounter {
 public:
  // Counts a visit of a noise.
  void AddNoise(const NoisePlace& place);
  // A step of arithmetic.
  void AddStep() { cost_.evaluations += 1; }

  const Cost& cost() const { return cost_; }

 private:
  Cost cost_;
  std::map<std::string, double> by_noise_;  // by its pointer: in all octaves of fractals
  double maximum_ = 0;                      // of one noise
};

}  // namespace cobble

#endif  // COBBLE_PROGRAM_COST_H_
