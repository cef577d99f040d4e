// The compiler traverses the tree of nodes once and emits the steps of a Program. It knows no node
// type by name: the file of each type in nodes/ compiles that type with the public functions below.
// Implementation: the traversal in compile.cpp, arithmetic in compile_values.cpp, positions in
// compile_positions.cpp, refs in compile_refs.cpp, noises in compile_noise.cpp.
#ifndef COBBLE_PROGRAM_COMPILE_H_
#define COBBLE_PROGRAM_COMPILE_H_

#include <array>
#include <functional>
#include <initializer_list>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "cobble/error.h"
#include "noise/steps/ramp_step.h"
#include "program/cost.h"
#include "program/octaves.h"
#include "program/program_impl.h"
#include "program/site.h"
#include "program/tiling.h"

namespace cobble {

// A node to compile: the node, its JSON pointer in the recipe, its site, and the number of slopes
// that its result must have.
struct NodeContext {
  const Node& node;
  const std::string& pointer;
  const Site& site;
  int slopes;
};

// The result of compiling a node: scale * raw + offset, where raw is in buffers and the arithmetic
// on it is deferred until Materialized. Without raw, it is the constant `offset`. `bounds` are
// those of the node's value, not of raw.
struct Compiled {
  Result raw;
  double scale = 1, offset = 0;
  Bounds bounds;

  bool IsConstant() const { return raw.value < 0; }
  bool IsRaw() const { return !IsConstant() && scale == 1 && offset == 0; }

  static Compiled Constant(double value) { return {{}, 0, value, {value, value}}; }
};

// A compiled colour: red, green and blue, linear.
struct CompiledColor {
  std::array<Compiled, 3> channels;

  static CompiledColor Constant(const std::array<double, 3>& rgb);
  static CompiledColor Grey(const Compiled& value) { return {{value, value, value}}; }
};

class Compiler {
 public:
  explicit Compiler(Program::Impl& program);

  // Emits all steps and sets the program's result, bounds, cost and position limits. The errors of
  // all nodes are collected and thrown together, as one Error.
  void Run();

  // For the node types in nodes/:

  const Recipe& recipe() const { return recipe_; }
  int64_t simd_target() const { return program_.level->target; }

  // Compile an input of the node, at the node's site or at another one.
  Compiled Input(const NodeContext& context, std::string_view key);
  Compiled InputAt(const NodeContext& context, std::string_view key, const Site& site, int slopes);
  // Compiles an input that is a colour or a number, which is grey.
  CompiledColor ColorInput(const NodeContext& context, std::string_view key);
  CompiledColor ColorInputAt(const NodeContext& context, std::string_view key, const Site& site);
  // Compiles item `index` of an input that is a list.
  Compiled Item(const NodeContext& context, std::string_view key, std::size_t index);
  // Compiles the node that a ref names, once for each distinct set of positions.
  Compiled Ref(const NodeContext& context);
  // Throws Error about the node.
  [[noreturn]] void FailNode(const NodeContext& context, const std::string& message,
                             const std::string& hint) const;
  // Throws Error about a key of the node.
  [[noreturn]] void Fail(const NodeContext& context, std::string_view key,
                         const std::string& message, const std::string& hint = {}) const;

  // Arithmetic. Adding or multiplying by a constant emits nothing.
  Compiled Scaled(const Compiled& a, double scale, double offset) const;
  Compiled Sum(const Compiled& a, const Compiled& b);
  Compiled Product(const Compiled& a, const Compiled& b);
  // Emits one step over the materialized inputs.
  Compiled Apply(PointwiseArgs args, std::initializer_list<Compiled> inputs, const Bounds& bounds);
  // The same for an operation on a colour.
  CompiledColor ApplyColor(const ColorArgs& args, const CompiledColor& color,
                           const std::array<Bounds, 3>& bounds);
  CompiledColor ApplyRamp(std::shared_ptr<const RampTable> table, const Compiled& source,
                          const std::array<Bounds, 3>& bounds);
  // Returns the same value in a buffer: emits the deferred arithmetic, if any.
  Compiled Materialized(const Compiled& a);

  // Returns the number of the position set with the P of a site; emits the step that computes the
  // set unless it already exists.
  int PositionsOf(const Site& site);

  // Returns the value of the node within -1..1. In: scale, a key of the node that its value is
  // proportional to, for the probes that measure what is clipped.
  Compiled Clipped(const NodeContext& context, const Compiled& value, double scale);

  // Records the source of a node that counts heights from `low` to `high`, for the probes that
  // measure its extremes.
  void NoteSourceRange(const NodeContext& context, double low, double high, const Result& source);

  // Checks and counts a node with cells that compiles to other steps than a noise: returns its
  // octaves. In: its type as a noise, of which only the lattice and the cost are used. Returns
  // nullopt if it does not tile because of the shape of the picture, after collecting that.
  std::optional<std::vector<Octave>> Cells(const NodeContext& context, const NoiseType& type);
  // Returns the mean area of a sample at a site, in square units of its positions; infinite if
  // samples are points, which have none.
  double AreaOfSample(const Site& site) const;
  // Records a node whose last octaves have waves that are shorter than a pixel. In: the waves per
  // unit of each octave.
  void NoteFineWaves(const NodeContext& context, std::span<const double> waves);
  // Returns whether samples at a site can differ in z.
  bool VariesInZ(const Site& site) const;
  // Returns whether the steps from number `first` on read an axis of a position set.
  bool ReadsAxis(int positions, std::size_t axis, std::size_t first) const;
  // Records that the source of the node is sampled in stamps, for the error of a loop that is
  // still.
  void AddStamps(const NodeContext& context) {
    if (program_.stamps.empty()) program_.stamps = context.pointer;
  }
  // How often the steps that are emitted next run per sample, for the cost.
  double step_weight() const { return cost_.step_weight(); }
  void SetStepWeight(double weight) { cost_.SetStepWeight(weight); }

  std::size_t step_count() const { return program_.steps.size(); }
  int NewBuffer() { return program_.buffers++; }
  int NewPositions() { return program_.position_sets++; }
  template <typename S>
  void Emit(S step) {
    CheckStepCount();
    if constexpr (!std::is_same_v<S, NoiseStep>) cost_.AddStep();
    program_.steps.emplace_back(std::move(step));
  }

 private:
  using RefNames = std::vector<std::string_view>;

  Compiled Compile(const NodeContext& context);
  Compiled CompileAnew(const NodeContext& context);
  CompiledColor CompileColorAnew(const NodeContext& context);
  CompiledColor EmitColor(ColorStep step, const std::array<Bounds, 3>& bounds);
  CompiledColor CompileColor(const NodeContext& context);
  // Calls compile(), which returns the node's bounds. Collects its errors, and returns false then.
  bool Guarded(const NodeContext& context, const std::function<Bounds()>& compile);
  // Adds a map to the program: see CompileOptions::maps.
  void AddMap(const std::string& name, const Site& site);
  // Returns an index into the program's node_bounds. A node compiled at several sites has one
  // entry.
  std::size_t NodeBoundsIndex(const NodeContext& context);
  void Collect(const Error& error);
  // Throw Error kLimit if the count exceeds its maximum.
  void CheckStepCount() const;
  void CheckCount(std::size_t count, std::size_t maximum, const char* unit) const;

  // compile_refs.cpp
  // Returns the result of a node in ref_results_, in the context's site. In: key, its name or JSON
  // pointer.
  std::optional<Compiled> KnownResult(const std::string& key, const NodeContext& context) const;
  Error TooDeep(const std::string& pointer) const;
  CompiledColor ColorRef(const NodeContext& context);
  void EnterRef(const std::string& name, const std::string& pointer);
  const Node& NamedNode(const Node& ref, const std::string& pointer, const RefNames& names) const;
  // Check named nodes that the recipe does not use: collect errors for unknown names and cycles.
  void CheckNamedNode(const std::string& name, const Node& node, RefNames names);
  void CheckRefs(const Node& node, const std::string& pointer, const RefNames& names);

  // compile_positions.cpp
  int TransformedPositions(int base, const Affine& map);

  // compile_noise.cpp
  NoiseContext NoiseContextOf(const NodeContext& context, const NoiseType& type) const;
  Compiled Noise(const NodeContext& context, const NoiseType& type);
  void EmitProbe(const NoiseContext& noise, const NoiseStep& step);
  Frame NoiseFrame(const NoiseContext& noise, const std::vector<Octave>& octaves, NoiseStep* step);
  // Reports a list of frequencies that is not one for each axis.
  void CheckFrequencies(const NoiseContext& noise);
  void CheckNoise(const NoiseContext& noise);
  void CheckExtent(const NoiseContext& noise, const PictureBox& box);
  // Returns the octaves. If they do not tile because of the shape of the picture, collects that,
  // and returns nullopt.
  std::optional<std::vector<Octave>> OctavesOf(const NoiseContext& noise);
  // Reports the noises that do not tile because of the shape: one by itself, several in one line.
  void ReportShape();
  void CheckPositionLimits(const NoiseContext& noise, const std::vector<Octave>& octaves);
  void CountCost(const NoiseContext& noise);

  Program::Impl& program_;
  const Recipe& recipe_;
  ErrorKind error_kind_ = ErrorKind::kBug;  // of the first error
  std::vector<Issue> issues_;
  struct TooManyErrors {};              // thrown once kMaxReported errors are collected
  std::set<std::string> failed_nodes_;  // JSON pointers
  std::vector<TiledNoise> tiled_noises_;
  std::map<std::string, Error> shape_errors_;  // by the noise's JSON pointer

  CostCounter cost_;
  std::size_t compiled_nodes_ = 0;
  int depth_ = 0;                          // of the current node, through refs but without them
  bool reported_too_deep_ = false;         // this error is reported only once
  RefNames active_refs_;                   // the refs on the path from the root to the current node
  std::set<std::string_view> seen_names_;  // named nodes compiled or checked
  std::map<std::string, std::size_t> node_bounds_index_;                  // by JSON pointer
  using PositionsKey = std::tuple<int, std::array<Vector3, 3>, Vector3>;  // base, map
  static PositionsKey KeyOf(int base, const Affine& map) { return {base, map.m, map.t}; }
  std::map<PositionsKey, int> position_sets_;  // sets that already exist
  // Results of refs by name and, if pictures show nodes by their JSON pointers, of all nodes by
  // these; and by positions, the parts of the site that a picture's box depends on, seed_shift and
  // slopes.
  using RefKey = std::tuple<std::string, PositionsKey, Vector3, Vector3, uint32_t, int>;
  bool keeps_results_ = false;  // of all nodes
  static RefKey RefKeyOf(const std::string& name, const Site& site, int slopes);
  std::map<RefKey, Compiled> ref_results_;
  std::map<RefKey, CompiledColor> color_ref_results_;
};

}  // namespace cobble

#endif  // COBBLE_PROGRAM_COMPILE_H_
