// The compiler walks the tree of nodes once and emits the steps of a Program. It knows no node type
// by name: each type's file in nodes/ compiles it with the public functions below.
#pragma once

#include <array>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "program/emitter.h"
#include "program/height_scale.h"
#include "program/issue_list.h"
#include "program/noise_compiler.h"
#include "program/octaves.h"
#include "program/refs.h"
#include "program/site.h"

namespace cobble {

struct NodeType;

// A node to compile. Its result must have `slopes` slopes.
struct NodeContext {
  const Node& node;
  const std::string& pointer;
  const Site& site;
  int slopes;
};

class Compiler : public Emitter {
 public:
  explicit Compiler(Program::Impl& program);

  // Emits all steps and sets the program's result, bounds, cost and position limits. Throws the
  // errors of all nodes as one Error.
  void Run();

  // For the node types in nodes/, in addition to the Emitter's functions:

  const Recipe& recipe() const { return recipe_; }
  int threads() const { return program_.options.threads; }  // see CompileOptions

  // Compile an input of the node, at its own site or another.
  Compiled Input(const NodeContext& context, std::string_view key);
  Compiled InputAt(const NodeContext& context, std::string_view key, const Site& site, int slopes);
  // Compile an input that is a colour or a number; a number is grey.
  CompiledColor ColorInput(const NodeContext& context, std::string_view key);
  CompiledColor ColorInputAt(const NodeContext& context, std::string_view key, const Site& site);
  // Compiles an input as a program of its own, which computes its values at points: positions P of
  // a picture with this domain, which the site maps to positions p. Throws the errors of its nodes.
  std::shared_ptr<const Program::Impl> InputAlone(const NodeContext& context, std::string_view key,
                                                  const Domain& domain, Site site);
  // Compiles item `index` of an input that is a list.
  Compiled Item(const NodeContext& context, std::string_view key, std::size_t index);
  // Compiles the node that a ref names, once for each distinct set of positions.
  Compiled Ref(const NodeContext& context);
  // Compiles the recipe's noise at a site.
  Compiled Noise(const Site& site, int slopes);
  // Returns how heights follow from the noise, whose bounds are given. With the range fit, they
  // are computed again once it is known.
  HeightScale HeightScaleFor(const NodeContext& context, const Bounds& noise);
  // Returns the map ao or curvature at the run's pixels: see Program::Impl::second. Throws Error
  // if the site is not the picture's.
  Compiled PictureRow(const NodeContext& context, Map map);
  const Site& root_site() const { return root_site_; }
  // Returns the site with the recipe's domain undone: its positions are the P of a sphere, moved by
  // warps and transforms alone.
  Site OnSphere(const Site& site) const;
  bool in_maps() const { return refs_.in_maps(); }
  // Checks and counts a node that has cells but does not compile to a noise. Returns its octaves,
  // or collects an error and returns nullopt if it does not tile because of the picture's shape.
  // In: its type as a noise; only the lattice and the cost are used.
  std::optional<std::vector<Octave>> Cells(const NodeContext& context, const NoiseType& type);

  [[noreturn]] void FailNode(const NodeContext& context, const std::string& message,
                             const std::string& hint) const;
  [[noreturn]] void Fail(const NodeContext& context, std::string_view key,
                         const std::string& message, const std::string& hint = {}) const;

  // Limits a value to -1..1. In: scale, which it is proportional to, for probes of clipping.
  Compiled Clipped(const NodeContext& context, const Compiled& value, double scale);
  // Records the source of a node that counts heights from `low` to `high`, for probes of extremes.
  void NoteSourceRange(const NodeContext& context, double low, double high, const Result& source);
  // Records a node whose last octaves have waves shorter than a pixel. In: waves per unit of each.
  void NoteFineWaves(const NodeContext& context, std::span<const double> waves);
  // Records that the node depends on the values that the range fit finds. Returns others, to
  // compile it with until they are known. Throws Error for a node of the noise, which decides about
  // them.
  Bounds WaitForRange(const NodeContext& context);
  // Records a simulation. Returns whether to run it: a recipe is first compiled without, to find
  // all errors and what simulations need.
  bool Simulates(Simulation simulation);
  // Adds a warning about a key, once.
  void Warn(const NodeContext& context, std::string_view key, Phrase message, Phrase hint);
  // Records an image that a node shows.
  void NoteImage(ShownImage shown);
  // Records a land that the node shows.
  void NoteLand(const NodeContext& context, std::shared_ptr<nodes::Land> land, double width);
  // Records that the node samples its source in stamps, for the error about a still loop.
  void AddStamps(const NodeContext& context) {
    if (program_.stamps.empty()) program_.stamps = context.pointer;
  }

 private:
  void AddWarning(const Issue& warning);
  void AddSimulation(Simulation simulation);
  Compiled Compile(const NodeContext& context);
  Compiled CompileAnew(const NodeContext& context);
  // Throws Error for a node that does not fit the recipe's surface.
  void CheckSurface(const NodeContext& context) const;
  // Completes the program once its steps are emitted.
  void Finish();
  // Takes over what is known about a part that is a program of its own.
  void Include(const Program::Impl& part);
  // Nodes that depend on the position alone share a result, as refs do.
  Compiled CompileNoise(const NodeContext& context, const NoiseType& type);
  CompiledColor CompileColor(const NodeContext& context);
  CompiledColor CompileColorAnew(const NodeContext& context);
  // Calls compile(), which returns the node's bounds. Collects its errors; returns false if any.
  bool Guarded(const NodeContext& context, const std::function<Bounds()>& compile);
  CompiledColor ColorRef(const NodeContext& context);
  // Returns a node's result at the context's site from results_. In: key, its name or JSON pointer.
  std::optional<Compiled> KnownResult(const std::string& key, const NodeContext& context) const;
  // Adds a map of CompileOptions::maps to the program, untiled if it is one of untiled_nodes.
  void AddMap(const std::string& name);
  void AddTiledMap(const std::string& name);
  // Compiles the maps of Program::Impl::second, and lists them with the others.
  void CompileSecond();

  const Recipe& recipe_;
  IssueList issues_;
  Refs refs_;
  NoiseCompiler noises_;
  std::size_t compiled_nodes_ = 0;
  int depth_ = 0;                       // of the current node, through refs but without them
  std::set<std::string> failed_nodes_;  // JSON pointers
  std::unordered_map<std::string, std::size_t> node_bounds_index_;  // by JSON pointer
  // Results of refs by name and, if maps show nodes by JSON pointer, of all nodes by pointer. The
  // key also holds the parts of the site that the result depends on, the slopes, and whether the
  // result tiles.
  using ResultKey = std::tuple<std::string, PositionsKey, Vector3, Vector3, uint32_t, int, bool>;
  ResultKey ResultKeyOf(const std::string& name, const Site& site, int slopes) const;
  Site root_site_;
  std::array<int, kPictureMaps.size()> picture_rows_{-1, -1};  // buffers, by map
  bool is_in_noise_ = false;                                   // else in a map
  bool keeps_results_ = false;                                 // of all nodes, not only refs
  std::map<ResultKey, Compiled> results_;
  std::map<ResultKey, CompiledColor> color_results_;
};

}  // namespace cobble
