// The compiler: one walk over the tree of nodes, emitting steps. It knows no type of node by name:
// each type's file in nodes/ says how it compiles, with the public functions below. Values are
// worked out in compile_values.cpp, positions in compile_positions.cpp, refs in compile_refs.cpp,
// noises in compile_noise.cpp.
#ifndef COBBLE_PROGRAM_COMPILE_H_
#define COBBLE_PROGRAM_COMPILE_H_

#include <initializer_list>
#include <map>
#include <set>
#include <string>
#include <string_view>
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

class Compiler {
 public:
  explicit Compiler(Program::Impl& program);

  // Emits all steps and fills in the program's result, bounds and reaches. Throws one Error with
  // the faults of all nodes.
  void Run();

  // For the types in nodes/:

  const Recipe& recipe() const { return recipe_; }

  // Compiles an input of the visited node, at the same site or another.
  Compiled Input(const Visit& visit, std::string_view key);
  Compiled InputAt(const Visit& visit, std::string_view key, const Site& site, int slopes);
  // Item `index` of an input that is a list.
  Compiled Item(const Visit& visit, std::string_view key, std::size_t index);
  // The node that the visited ref names. Computed once wherever it is asked for at the same
  // positions.
  Compiled Ref(const Visit& visit);
  // Throws Error about a key of the visited node.
  [[noreturn]] void Fail(const Visit& visit, std::string_view key,
                         const std::string& message) const;

  // Arithmetic. Constant sums and factors emit nothing.
  Compiled Scaled(const Compiled& a, double scale, double offset) const;
  Compiled Sum(const Compiled& a, const Compiled& b);
  Compiled Product(const Compiled& a, const Compiled& b);
  // One step over inputs whose arithmetic is done.
  Compiled Apply(PointwiseArgs args, std::initializer_list<Compiled> inputs, const Bounds& bounds);
  // The same value with its arithmetic done: raw, in a buffer.
  Compiled Settled(const Compiled& a);

  // The set of positions of a site.
  int PositionsOf(const Site& site);

  int NewBuffer() { return program_.buffers++; }
  int NewPositions() { return program_.position_sets++; }
  template <typename S>
  void Emit(S step) {
    CountStep();
    if constexpr (!std::is_same_v<S, NoiseStep>) cost_.AddStep();
    program_.steps.emplace_back(std::move(step));
  }

 private:
  // The names of refs that the walk is in.
  using Names = std::vector<std::string_view>;

  Compiled Compile(const Visit& visit);
  // Of the node among the program's node_bounds; visited again, at another site, it has the same.
  std::size_t PlaceOf(const Visit& visit);
  void Collect(const Error& error);
  // Throw Error kLimit where there are too many.
  void CountStep() const;
  void Count(std::size_t count, std::size_t maximum, const char* things) const;

  // compile_refs.cpp
  Error TooDeep(const std::string& pointer) const;
  const Node& Named(const Node& ref, const std::string& pointer, const Names& names) const;
  // Report refs that lead nowhere, or back, in named nodes that the recipe does not use.
  void CheckNamed(const std::string& name, const Node& node, Names names);
  void CheckRefs(const Node& node, const std::string& pointer, const Names& names);

  // compile_positions.cpp
  int PositionsThrough(int base, const Affine& map);

  // compile_noise.cpp
  Compiled Noise(const Visit& visit, const NoiseType& type);
  Frame NoiseFrame(const NoisePlace& place, NoiseStep* step);
  void CheckNoise(const NoisePlace& place);
  void CheckReach(const NoisePlace& place, const std::vector<Octave>& octaves);
  void CountCost(const NoisePlace& place);

  Program::Impl& program_;
  const Recipe& recipe_;
  const Affine domain_;
  ErrorKind kind_ = ErrorKind::kBug;  // of the first fault
  std::vector<Issue> issues_;
  struct EnoughFaults {};         // thrown where no more would be reported
  std::set<std::string> faulty_;  // pointers of nodes that are refused

  CostCounter cost_;
  std::size_t visits_ = 0;                                         // of nodes
  int depth_ = 0;                                                  // of the walk, through refs
  bool reported_too_deep_ = false;                                 // once is enough
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
