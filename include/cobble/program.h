// A recipe compiled for this machine: a list of steps that computes values and exact slopes at
// positions. Immutable, so threads can share it.
#ifndef COBBLE_PROGRAM_H_
#define COBBLE_PROGRAM_H_

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "cobble/export.h"
#include "cobble/recipe.h"

namespace cobble {

struct CompileOptions {
  // "auto", this machine's fastest level, or a name from `cobble list simd`. The bits are the same.
  std::string simd = "auto";
  // kPixels: for pictures, with slopes along x and y. kPoints: for SamplePoints, with slopes along
  // x, y and z. Slopes are derivatives with respect to P, the position in recipe units (Domain).
  enum Positions : int { kPixels, kPoints } positions = kPixels;
  bool slopes = true;  // false: values only, which is faster
  // Maps to compute besides the noise's value: names of Recipe::maps or Recipe::packs, or "@" and a
  // node's name or JSON pointer ("@rock", "@/noise/a"), which samples the node as if it stood alone
  // in the picture. Built-in maps have no effect: they follow from the value and slopes.
  std::vector<std::string> maps = {};
  bool value = true;  // false: only `maps`; the program then has no value, slopes or bounds
  // For simulations, such as the node drainage's, which run while the recipe is compiled: the
  // maximum of Cost::simulation and Cost::memory, and the number of threads; 0: all.
  double max_cost = 1e14;
  uint64_t max_memory = uint64_t{1} << 32;
  int threads = 0;
};

// Bounds of a node's value: low <= value <= high everywhere in the picture. Coordinates, and what
// depends on them, continue beyond the edge for the quarter of a picture width that maps may read,
// where they can exceed the bounds but stay finite. Interval arithmetic treats inputs as
// independent, so bounds are not always tight: a - a has those of a - b.
struct NodeBounds {
  std::string pointer;  // JSON pointer to the node: "/noise/source", "/nodes/rock"
  std::string type;     // "ridge"
  double low = 0, high = 0;
};

// The work per sample, and that of simulations.
struct Cost {
  // Arithmetic steps, plus noise evaluations: one per neighbour (corner, point or wave) and octave.
  // An evaluation takes about a nanosecond, or down to a tenth if neighbouring samples share work.
  double evaluations = 0;
  std::string field;      // JSON pointer of the key that causes most of them; empty without noises
  double simulation = 0;  // evaluations of all simulations, once for the recipe
  uint64_t memory = 0;    // bytes that the largest simulation needs meanwhile
};

// After a move, every call on the moved-from program except assignment throws Error kUsage.
class COBBLE_EXPORT Program {
 public:
  // Checks and compiles a recipe. In a shape, scale or rotation that cannot tile, it is compiled
  // without tiling if that comes from a preset (Recipe::origins): see recipe(). A node among the
  // maps that does not tile by itself is compiled untiled. Throws Error
  // - kRecipe if Validate (recipe_io.h) does;
  // - kRecipe, or kUsage if a flag is the cause, for parts that do not fit together: a ref to an
  //   unknown node or to itself, a tiling whose periods are not whole numbers of cells, coordinates
  //   beyond 2^40 cells, a node without a slope, such as slope-of, where one is needed;
  // - kLimit if the recipe expands to too much work or memory per sample, or its simulations to
  //   more than the options allow;
  // - kUsage for a SIMD level that this build or machine lacks, and for invalid `positions`.
  static Program Compile(const Recipe& recipe, const CompileOptions& options = {});

  Program(Program&&) noexcept;
  Program& operator=(Program&&) noexcept;
  ~Program();

  const Recipe& recipe() const;
  // Return the bounds of the root node's value, before the range is applied: see NodeBounds.
  double low() const;
  double high() const;
  // Returns the bounds of all nodes behind the value, the root first, then of those that only
  // CompileOptions::maps need, each node before its inputs. A colour has one pair for all channels.
  const std::vector<NodeBounds>& node_bounds() const;
  const Cost& cost() const;
  std::string_view simd() const;  // the SIMD level in use

  struct COBBLE_HIDDEN Impl;  // program/program_impl.h
  const Impl& impl() const;

 private:
  explicit Program(std::unique_ptr<const Impl> impl);
  std::unique_ptr<const Impl> impl_;
};

}  // namespace cobble

#endif  // COBBLE_PROGRAM_H_
