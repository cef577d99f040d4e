// A recipe compiled for this machine: the list of steps that turns positions into values and exact
// slopes. Immutable, so that threads share it.
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
  // "auto" (the best of this machine) or a level by name; every level gives the same bits.
  std::string simd = "auto";
  // kPixels: rows of pixels, slopes in x and y of P. kPoints: any points, slopes in x, y and z.
  enum Positions : int { kPixels, kPoints } positions = kPixels;
  bool slopes = true;  // false: values alone, faster
};

// What a node's own value never leaves, by interval arithmetic over its inputs as if they varied
// independently: not always tight (of a - a, say).
struct NodeBounds {
  std::string pointer;  // "/noise/source", "/nodes/rock"
  std::string type;     // "ridge"
  double low = 0, high = 0;
};

// What one sample takes.
struct Cost {
  // Of noises at one of their neighbours (a corner, a point or a wave), in all octaves; and steps
  // of arithmetic. One takes about a nanosecond where neighbouring samples share nothing, and as
  // little as a tenth where they do.
  double evaluations = 0;
  std::string field;  // the pointer of the key that asks for most of them; empty: no noise
};

// One that was moved from has nothing to say: every call but assignment throws Error kUsage.
class COBBLE_EXPORT Program {
 public:
  // Throws what Validate (recipe_io.h) throws, and Error kRecipe (or kUsage, where a flag is at
  // fault) for a recipe whose parts do not fit each other: a ref to no node or to itself, a tiling
  // that cannot close, coordinates past 2^40 cells. Error kLimit for one that unfolds into more
  // than a sample can be asked for. Error kUsage for a SIMD level that this build or machine has
  // not, and for positions that are neither.
  static Program Compile(const Recipe& recipe, const CompileOptions& options = {});

  Program(Program&&) noexcept;
  Program& operator=(Program&&) noexcept;
  ~Program();

  const Recipe& recipe() const;
  // The bounds of the noise's own value: no sample lies outside.
  double low() const;
  double high() const;
  // Of all nodes that the value is made of: each before its inputs, the root first.
  const std::vector<NodeBounds>& node_bounds() const;
  const Cost& cost() const;
  std::string_view simd() const;  // the level's name

  struct COBBLE_HIDDEN Impl;  // program/program_impl.h
  const Impl& impl() const;

 private:
  explicit Program(std::unique_ptr<const Impl> impl);
  std::unique_ptr<const Impl> impl_;
};

}  // namespace cobble

#endif  // COBBLE_PROGRAM_H_
