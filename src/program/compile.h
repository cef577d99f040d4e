// The compiler's inside: one walk over the tree of nodes, emitting steps. What kinds of nodes there
// are stands in compile.cpp; their arithmetic in compile_values.cpp, what moves positions in
// compile_positions.cpp, noises in compile_noise.cpp.
#ifndef COBBLE_PROGRAM_COMPILE_H_
#define COBBLE_PROGRAM_COMPILE_H_

#include <map>
#include <set>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "cobble/error.h"
#include "program/cost.h"
#include "program/octaves.h"
#include "program/program_impl.h"
#include "program/site.h"

namespace cobble {

// A node, where it stands in the recipe, where it samples, and how many slopes are asked of it.
struct Visit {
  const Node& node;
  const std::string& pointer;
  const Site& site;
  int slopes;
};

// What a node has become: scale * raw + offset, which no step has worked out yet; a constant where
// there is no raw. The bounds are those of the node's value.
struct Compiled {
  Result raw;
  double scale = 1, offset = 0;
  Bounds bounds;

  bool IsConstant() const { return raw.value < 0; }
  bool IsRaw() const { return !IsConstant() && scale == 1 && offset == 0; }

  static Compiled Constant(double value) { return {{}, 0, value, {value, value}}; }
};

// Nodes, through refs, may stand within each other as deep as in a recipe's text.
Error TooDeep(const Recipe& recipe, const std::string& pointer);

class Compiler {
 public:
  explicit Compiler(Program::Impl& program);

  // Emits all steps and fills in the program's result, bounds and reaches. Throws one Error with
  // the faults of all nodes.
  void Run();

 private:
  using Handler = Compiled (Compiler::*)(const Visit&);
  static Handler HandlerOf(NodeType type);

  Compiled Compile(const Visit& visit);
  // Of the node among the program's node_bounds; visited again, at another site, it has the same.
  std::size_t PlaceOf(const Visit& visit);
  // The node at `key` of the visited one, or item `k` of it, at the same site or another.
  Compiled Input(const Visit& visit, const char* key);
  Compiled InputAt(const Visit& visit, const char* key, const Site& site, int slopes);
  void Collect(const Error& error);
  [[noreturn]] void Fail(const Visit& visit, const char* key, const std::string& message) const;

  // compile_values.cpp
  Compiled Constant(const Visit& visit);
  Compiled Add(const Visit& visit);
  Compiled Subtract(const Visit& visit);
  Compiled Multiply(const Visit& visit);
  Compiled Extreme(const Visit& visit);
  Compiled SmoothExtreme(const Visit& visit);
  Compiled Mix(const Visit& visit);
  Compiled Abs(const Visit& visit);
  Compiled Invert(const Visit& visit);
  Compiled Power(const Visit& visit);
  Compiled Clamp(const Visit& visit);
  Compiled Remap(const Visit& visit);
  Compiled Smoothstep(const Visit& visit);
  Compiled Ridge(const Visit& visit);
  Compiled Threshold(const Visit& visit);
  Compiled Terrace(const Visit& visit);
  Compiled Curve(const Visit& visit);
  Compiled SumOf(const Compiled& a, const Compiled& b);
  Compiled ProductOf(const Compiled& a, const Compiled& b);
  Compiled RidgeOf(const Compiled& a, double offset);
  Compiled ClampOf(const Compiled& a, double low, double high);
  // The same with its arithmetic done: raw, in a buffer.
  Compiled Settled(const Compiled& a);
  Compiled Apply(PointwiseArgs args, std::initializer_list<Compiled> inputs, const Bounds& bounds);

  // compile_positions.cpp
  struct Displacement;  // of a warp: what its by inputs are
  Compiled Warp(const Visit& visit);
  Compiled Transform(const Visit& visit);
  Compiled Fractal(const Visit& visit);
  Compiled Ref(const Visit& visit);
  // The names that the walk is in; `names` below.
  using Names = std::vector<std::string_view>;
  const Node& Named(const Node& ref, const std::string& pointer, const Names& names) const;
  // Tell of refs that lead nowhere, or back, in named nodes that the recipe does not use.
  void CheckNamed(const std::string& name, const Node& node, Names names);
  void CheckRefs(const Node& node, const std::string& pointer, const Names& names);
  Displacement CompileBy(const Visit& visit);
  Site Displaced(const Visit& visit, const Displacement& displacement);
  Compiled WarpSlopes(const Compiled& source, const Visit& visit, const Displacement& displacement);
  std::vector<Compiled> FractalOctaves(const Visit& visit);
  Compiled Fbm(const Visit& visit, const std::vector<Compiled>& octaves);
  Compiled Ridged(const Visit& visit, const std::vector<Compiled>& octaves);
  Compiled Hybrid(const Visit& visit, const std::vector<Compiled>& octaves);
  int PositionsOf(const Site& site);
  int PositionsThrough(int base, const Affine& map);

  // compile_noise.cpp
  Compiled Noise(const Visit& visit);
  Frame NoiseFrame(const NoisePlace& place, NoiseStep* step);
  void CheckReach(const NoisePlace& place, const std::vector<Octave>& octaves);
  void CountCost(const NoisePlace& place);

  int NewBuffer() { return program_.buffers++; }
  template <typename S>
  void Emit(S step) {
    CountStep();
    if constexpr (!std::is_same_v<S, NoiseStep>) cost_.AddStep();
    program_.steps.emplace_back(std::move(step));
  }
  // Throw Error kLimit where there are too many.
  void CountStep() const;
  void Count(std::size_t count, std::size_t most, const char* things) const;

  Program::Impl& program_;
  const Recipe& recipe_;
  const Affine domain_;
  ErrorKind kind_ = ErrorKind::kBug;  // of the first fault
  std::vector<Issue> issues_;
  struct EnoughFaults {};         // thrown where no more would be told
  std::set<std::string> faulty_;  // pointers of nodes that are refused

  CostCounter cost_;
  std::size_t visits_ = 0;                                         // of nodes
  int depth_ = 0;                                                  // of the walk, through refs
  bool is_told_too_deep_ = false;                                  // once is enough
  Names refs_;                                                     // those that the walk is in
  std::set<std::string_view> seen_;                                // named nodes, used or checked
  std::map<std::string, std::size_t> places_;                      // by pointer: PlaceOf
  using Where = std::tuple<int, std::array<Vector3, 3>, Vector3>;  // base, map
  static Where WhereOf(int base, const Affine& map) { return {base, map.m, map.t}; }
  std::map<Where, int> positions_;  // sets that exist already
  std::map<std::tuple<std::string, Where, uint32_t, int>, Compiled> shared_;  // of refs
};

}  // namespace cobble

#endif  // COBBLE_PROGRAM_COMPILE_H_
