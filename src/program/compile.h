// The compiler traverses the tree of nodes once and emits the steps of a Program. It knows no node
// type by name: the file of each type in nodes/ compiles that type with the public functions below.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "program/emitter.h"
#include "program/issue_list.h"
#include "program/noise_compiler.h"
#include "program/octaves.h"
#include "program/refs.h"
#include "program/site.h"

namespace cobble {

// A node to compile: the node, its JSON pointer in the recipe, its site, and the number of slopes
// that its result must have.
struct NodeContext {
  const Node& node;
  const std::string& pointer;
  const Site& site;
  int slopes;
};

class Compiler : public Emitter {
 public:
  explicit Compiler(Program::Impl& program);

  // Emits all steps and sets the program's result, bounds, cost and position limits. The errors of
  // all nodes are collected and thrown together, as one Error.
  void Run();

  // For the node types in nodes/, beside those of the Emitter:

  const Recipe& recipe() const { return recipe_; }

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
  // Checks and counts a node with cells that compiles to other steps than a noise: returns its
  // octaves. In: its type as a noise, of which only the lattice and the cost are used. Returns
  // nullopt if it does not tile because of the shape of the picture, after collecting that.
  std::optional<std::vector<Octave>> Cells(const NodeContext& context, const NoiseType& type);

  // Throws Error about the node.
  [[noreturn]] void FailNode(const NodeContext& context, const std::string& message,
                             const std::string& hint) const;
  // Throws Error about a key of the node.
  [[noreturn]] void Fail(const NodeContext& context, std::string_view key,
                         const std::string& message, const std::string& hint = {}) const;

  // Returns the value of the node within -1..1. In: scale, a key of the node that its value is
  // proportional to, for the probes that measure what is clipped.
  Compiled Clipped(const NodeContext& context, const Compiled& value, double scale);
  // Records the source of a node that counts heights from `low` to `high`, for the probes that
  // measure its extremes.
  void NoteSourceRange(const NodeContext& context, double low, double high, const Result& source);
  // Records a node whose last octaves have waves that are shorter than a pixel. In: the waves per
  // unit of each octave.
  void NoteFineWaves(const NodeContext& context, std::span<const double> waves);
  // Records that the source of the node is sampled in stamps, for the error of a loop that is
  // still.
  void AddStamps(const NodeContext& context) {
    if (program_.stamps.empty()) program_.stamps = context.pointer;
  }

 private:
  Compiled Compile(const NodeContext& context);
  Compiled CompileAnew(const NodeContext& context);
  CompiledColor CompileColor(const NodeContext& context);
  CompiledColor CompileColorAnew(const NodeContext& context);
  // Calls compile(), which returns the node's bounds. Collects its errors, and returns false then.
  bool Guarded(const NodeContext& context, const std::function<Bounds()>& compile);
  CompiledColor ColorRef(const NodeContext& context);
  // Returns the result of a node in results_, in the context's site. In: key, its name or JSON
  // pointer.
  std::optional<Compiled> KnownResult(const std::string& key, const NodeContext& context) const;
  // Adds a map to the program: see CompileOptions::maps.
  void AddMap(const std::string& name, const Site& site);

  const Recipe& recipe_;
  IssueList issues_;
  Refs refs_;
  NoiseCompiler noises_;
  std::size_t compiled_nodes_ = 0;
  int depth_ = 0;                       // of the current node, through refs but without them
  std::set<std::string> failed_nodes_;  // JSON pointers
  std::map<std::string, std::size_t> node_bounds_index_;  // by JSON pointer
  // Results of refs by name and, if pictures show nodes by their JSON pointers, of all nodes by
  // these; and by positions, the parts of the site that a picture's box depends on, seed_shift and
  // slopes.
  using ResultKey = std::tuple<std::string, PositionsKey, Vector3, Vector3, uint32_t, int>;
  static ResultKey ResultKeyOf(const std::string& name, const Site& site, int slopes);
  bool keeps_results_ = false;  // of all nodes
  std::map<ResultKey, Compiled> results_;
  std::map<ResultKey, CompiledColor> color_results_;
};

}  // namespace cobble
