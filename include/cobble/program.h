// A recipe compiled for this machine: a list of steps that computes values, and exact slopes, at
// positions. Immutable, so threads can share it.
#ifndef COBBLE_PROGRAM_H_
#define COBBLE_PROGRAM_H_

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "cobble/export.h"
#include "cobble/recipe.h"

namespace cobble {

struct CompileOptions {
  // "auto", the fastest level of this machine, or a name from `cobble list simd`. Results are
  // bit-identical at all levels.
  std::string simd = "auto";
  // kPixels: for pictures, with slopes along x and y. kPoints: for SamplePoints, with slopes along
  // x, y and z. Slopes are derivatives with respect to P, the position in recipe units (see
  // Domain).
  enum Positions : int { kPixels, kPoints } positions = kPixels;
  bool slopes = true;  // false: values only, which is faster
  // The maps that the program computes beside the value of its noise: names of Recipe::maps or
  // Recipe::packs, or "@" and the name of a node or a JSON pointer to one ("@rock", "@/noise/a"):
  // it is sampled as if it stood on its own in the picture. The names of built-in maps may be among
  // them, and have no effect: those maps are made of the value and its slopes.
  std::vector<std::string> maps = {};
  bool value = true;  // false: only `maps`; the program then has no value, slopes or bounds
};

// Bounds of a node's value: low <= value <= high at every position in the picture. Only a
// coordinate, and what depends on one, can exceed them beyond the picture's edge: it goes on there
// for a quarter of the picture's width, which maps may read, and values remain finite. Computed by
// interval arithmetic, which treats inputs as independent, so they are not always tight: a - a has
// the bounds of a - b.
struct NodeBounds {
  std::string pointer;  // JSON pointer to the node: "/noise/source", "/nodes/rock"
  std::string type;     // "ridge"
  double low = 0, high = 0;
};

// The work per sample.
struct Cost {
  // Steps of arithmetic, plus noise evaluations: one per neighbour (corner, point or wave) and
  // octave. One evaluation takes about a nanosecond if neighbouring samples share no work, and as
  // little as a tenth of that if they do.
  double evaluations = 0;
  std::string field;  // JSON pointer of the key that causes most of them; empty without noises
};

// After a move, every call on the moved-from program except assignment throws Error kUsage.
class COBBLE_EXPORT Program {
 public:
  // Checks and compiles a recipe. Throws Error
  // - kRecipe if Validate (recipe_io.h) does;
  // - kRecipe, or kUsage if a flag is the cause, for parts that do not fit together: a ref to an
  //   unknown node or to itself, a tiling whose periods are not whole numbers of cells,
  //   coordinates beyond 2^40 cells, a node without a slope, such as slope-of, where one is needed;
  // - kLimit for a recipe that expands to too much work or memory per sample;
  // - kUsage for a SIMD level that this build or machine lacks, and for invalid `positions`.
  static Program Compile(const Recipe& recipe, const CompileOptions& options = {});

  Program(Program&&) noexcept;
  Program& operator=(Program&&) noexcept;
  ~Program();

  const Recipe& recipe() const;
  // Return the bounds of the root node's value in the picture, before the range is applied: low()
  // <= value <= high(). See NodeBounds.
  double low() const;
  double high() const;
  // Returns the bounds of all nodes that contribute to the value, the root first, and then of those
  // that contribute only to CompileOptions::maps; each node before its inputs. The bounds of a
  // colour are those of all its channels.
  const std::vector<NodeBounds>& node_bounds() const;
  const Cost& cost() const;
  std::string_view simd() const;  // name of the SIMD level in use

  struct COBBLE_HIDDEN Impl;  // program/program_impl.h
  const Impl& impl() const;

 private:
  explicit Program(std::unique_ptr<const Impl> impl);
  std::unique_ptr<const Impl> impl_;
};

}  // namespace cobble

#endif  // COBBLE_PROGRAM_H_
