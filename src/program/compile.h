// The compiler's inside: one walk over the tree of nodes, emitting steps.
#ifndef COBBLE_PROGRAM_COMPILE_H_
#define COBBLE_PROGRAM_COMPILE_H_

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "cobble/error.h"
#include "program/octaves.h"
#include "program/program_impl.h"

namespace cobble {

// Where nodes sample: the pixels themselves, or a set of positions P; and how far P may lie from
// the pixels' own (by warps), in recipe units.
struct Site {
  int positions = -1;  // -1: pixels
  double drift = 0;
  std::string warp = {};  // the pointer of the innermost warp
};

// A node's result and the bounds of its value.
struct Compiled {
  Result result;
  Bounds bounds;
};

class Compiler {
 public:
  explicit Compiler(Program::Impl& program);

  // Emits all steps and fills in the program's result, bounds and reaches. Throws one Error with
  // the faults of all nodes.
  void Run();

 private:
  Compiled Compile(const Node& node, const std::string& pointer, const Site& site, int slopes);
  Compiled CompileConstant(const Node& node);
  Compiled CompileAdd(const Node& node, const std::string& pointer, const Site& site, int slopes);
  Compiled CompileWarp(const Node& node, const std::string& pointer, const Site& site, int slopes);
  Compiled CompileNoise(const Node& node, const std::string& pointer, const Site& site, int slopes);
  Compiled CompileSound(const NoisePlace& place, const Site& site, int slopes);
  void Collect(const Error& error);

  // The by inputs of a warp.
  struct Displacement {
    std::array<Result, 3> by;
    std::array<int, 3> value{-1, -1, -1};
    double most = 0;  // of any axis, in magnitude
    int axes = 0;     // the last axis that varies, + 1
  };
  Displacement CompileBy(const Node& node, const std::string& pointer, const Site& site,
                         int slopes);
  Site Displaced(const Site& site, const Displacement& displacement, double amount,
                 const std::string& pointer);
  Result WarpSlopes(const Result& source, const Displacement& displacement, double amount,
                    int slopes);

  Frame NoiseFrame(const Node& node, const Site& site, NoiseStep* step);
  void FoldSlopeScale(const Frame& frame, int dimensions, bool is_diagonal,
                      std::vector<Octave>& octaves) const;
  void CheckReach(const NoisePlace& place, const Site& site, const std::vector<Octave>& octaves);

  int NewBuffer() { return program_.buffers++; }
  int PositionsOf(const Site& site);
  int TransformedPositions(int from);
  template <typename S>
  void Emit(S step) {
    program_.steps.emplace_back(std::move(step));
  }

  Program::Impl& program_;
  const Recipe& recipe_;
  const Affine domain_;
  ErrorKind kind_ = ErrorKind::kBug;  // of the first fault
  std::vector<Issue> issues_;
  int pixel_positions_ = -1;
  std::map<int, int> transformed_;  // positions -> the same through the domain
};

}  // namespace cobble

#endif  // COBBLE_PROGRAM_COMPILE_H_
