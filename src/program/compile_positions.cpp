// Nodes that decide where others sample: warps, transforms, fractals; and refs, which are computed
// once wherever the same node is asked for at the same positions.
#include <algorithm>
#include <cmath>
#include <utility>

#include "cobble/recipe_io.h"
#include "core/numbers.h"
#include "core/suggest.h"
#include "noise/sampling/grid_axes.h"
#include "program/compile.h"
#include "program/intervals.h"
#include "program/pixel_frame.h"
#include "recipe/fields.h"
#include "recipe/origins.h"

namespace cobble {

Error TooDeep(const Recipe& recipe, const std::string& pointer) {
  return FaultAt(recipe, pointer,
                 "nested deeper than " + std::to_string(kMaxRecipeDepth) + " levels");
}

struct Compiler::Displacement {
  std::array<Result, 3> by;
  std::array<int, 3> value{-1, -1, -1};
  Vector3 most{0, 0, 0};  // in magnitude, by axis
  double amount = 1;
};

Compiled Compiler::Warp(const Visit& visit) {
  const Displacement displacement = CompileBy(visit);
  const Site displaced = Displaced(visit, displacement);
  // Slopes along every axis that the base's own slopes, or those of by, can mix in.
  int inner = visit.slopes;
  for (std::size_t k = 0; k < 3 && visit.slopes > 0; ++k) {
    bool mixes = displacement.by[k].slope != std::array{-1, -1, -1};
    for (int b = 0; b < visit.slopes; ++b)
      mixes |= visit.site.map.m[k][static_cast<std::size_t>(b)] != 0;
    if (mixes) inner = std::max(inner, static_cast<int>(k) + 1);
  }
  const Compiled source = InputAt(visit, "source", displaced, inner);
  return WarpSlopes(source, visit, displacement);
}

Compiler::Displacement Compiler::CompileBy(const Visit& visit) {
  Displacement out;
  out.amount = visit.node.Number("amount");
  const std::vector<Node>& inputs = visit.node.Inputs("by");
  for (std::size_t k = 0; k < inputs.size(); ++k) {
    const std::string pointer = visit.pointer + "/by/" + std::to_string(k);
    const Compiled by = Settled(Compile({inputs[k], pointer, visit.site, visit.slopes}));
    out.by[k] = by.raw;
    out.value[k] = by.raw.value;
    out.most[k] = std::abs(out.amount) * Size(by.bounds);
  }
  return out;
}

Site Compiler::Displaced(const Visit& visit, const Displacement& displacement) {
  const int from = PositionsOf(visit.site);
  const int to = program_.position_sets++;
  Emit(DisplaceStep{from, displacement.value, displacement.amount, to});
  Site out = visit.site;
  out.positions = to;
  out.map = Affine();
  for (std::size_t a = 0; a < 3; ++a) out.span.drift[a] += displacement.most[a];
  out.warp = visit.pointer;
  return out;
}

// J^T g for J = m + amount * (slopes of by), m the map from the base to what was warped.
Compiled Compiler::WarpSlopes(const Compiled& source, const Visit& visit,
                              const Displacement& displacement) {
  Compiled out = source;
  out.raw.slope = {-1, -1, -1};
  for (std::size_t b = 0; b < static_cast<std::size_t>(visit.slopes); ++b) {
    WarpSlopeStep step{{-1, -1, -1}, {-1, -1, -1}, {}, static_cast<float>(displacement.amount), -1};
    int moves = 0, stays = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      const double fixed = visit.site.map.m[k][b];
      const int by = displacement.by[k].slope[b];
      if (source.raw.slope[k] < 0 || (by < 0 && fixed == 0)) continue;
      (by < 0 && fixed == 1 && k == b ? stays : moves)++;
      step.source[k] = source.raw.slope[k];
      step.by[k] = by;
      step.fixed[k] = static_cast<float>(fixed);
    }
    if (moves + stays == 0) continue;
    out.raw.slope[b] = source.raw.slope[b];
    if (moves == 0) continue;
    out.raw.slope[b] = step.to = NewBuffer();
    Emit(step);
  }
  return out;
}

Compiled Compiler::Transform(const Visit& visit) {
  const auto vector = [&](const char* key) {
    const std::vector<double>& numbers = visit.node.Numbers(key);
    return Vector3{numbers[0], numbers[1], numbers[2]};
  };
  Site site =
      visit.site.Through(MakeDomain(vector("translate"), vector("rotate"), vector("scale")));
  site.transform = visit.pointer;
  return InputAt(visit, "source", site, visit.slopes);
}

std::vector<Compiled> Compiler::FractalOctaves(const Visit& visit) {
  const double lacunarity = visit.node.Number("lacunarity");
  if (recipe_.tiling && lacunarity != std::floor(lacunarity))
    Fail(visit, "lacunarity",
         "must be a whole number in a tiled recipe, got " + Shortest(lacunarity));
  std::vector<Compiled> octaves;
  double scale = 1;
  for (uint32_t o = 0; o < static_cast<uint32_t>(visit.node.Number("octaves")); ++o) {
    Affine finer;
    for (std::size_t a = 0; a < 3; ++a) finer.m[a][a] = scale;
    Site site = visit.site.Through(finer);
    site.seed_shift += 32 * o;
    site.fractal = visit.pointer;
    site.fractal_node = &visit.node;
    site.fractal_scale = scale;
    octaves.push_back(InputAt(visit, "source", site, visit.slopes));
    scale *= lacunarity;
  }
  return octaves;
}

Compiled Compiler::Fractal(const Visit& visit) {
  const std::vector<Compiled> octaves = FractalOctaves(visit);
  const std::string& kind = visit.node.Text("kind");
  const Compiled sum = kind == Name(FractalKind::kFbm)      ? Fbm(visit, octaves)
                       : kind == Name(FractalKind::kRidged) ? Ridged(visit, octaves)
                                                            : Hybrid(visit, octaves);
  const double persistence = visit.node.Number("persistence");
  double share = 1, all = 0;
  for (std::size_t o = 0; o < octaves.size(); ++o, share *= persistence) all += share;
  return ProductOf(sum, Compiled::Constant(1 / all));
}

Compiled Compiler::Fbm(const Visit& visit, const std::vector<Compiled>& octaves) {
  const double persistence = visit.node.Number("persistence");
  Compiled sum = octaves[0];
  double share = 1;
  for (std::size_t o = 1; o < octaves.size(); ++o)
    sum = SumOf(sum, ProductOf(octaves[o], Compiled::Constant(share *= persistence)));
  return sum;
}

// Based on: F. Kenton Musgrave et al., "Texturing and Modeling: A Procedural Approach", 1994.
Compiled Compiler::Ridged(const Visit& visit, const std::vector<Compiled>& octaves) {
  const double persistence = visit.node.Number("persistence");
  const Compiled gain = Compiled::Constant(visit.node.Number("gain"));
  const double offset = visit.node.Number("offset");
  Compiled ridge = RidgeOf(octaves[0], offset), sum = ridge;
  double share = 1;
  for (std::size_t o = 1; o < octaves.size(); ++o) {
    const Compiled weight = ClampOf(ProductOf(ridge, gain), 0, 1);
    ridge = ProductOf(RidgeOf(octaves[o], offset), weight);
    sum = SumOf(sum, ProductOf(ridge, Compiled::Constant(share *= persistence)));
  }
  return sum;
}

Compiled Compiler::Hybrid(const Visit& visit, const std::vector<Compiled>& octaves) {
  constexpr double kUnlimited = -3e38;
  const double persistence = visit.node.Number("persistence");
  const Compiled offset = Compiled::Constant(visit.node.Number("offset"));
  Compiled signal = SumOf(octaves[0], offset), sum = signal, weight = Compiled::Constant(1);
  double share = 1;
  for (std::size_t o = 1; o < octaves.size(); ++o) {
    weight = ClampOf(ProductOf(weight, signal), kUnlimited, 1);
    signal = ProductOf(SumOf(octaves[o], offset), Compiled::Constant(share *= persistence));
    sum = SumOf(sum, ProductOf(weight, signal));
  }
  return sum;
}

// The node that a ref means. Throws Error where there is none, or where the walk is in it already.
const Node& Compiler::Named(const Node& ref, const std::string& pointer, const Names& names) const {
  const std::string& name = ref.Text("ref");
  const auto found = recipe_.nodes.find(name);
  if (found == recipe_.nodes.end()) {
    std::vector<std::string_view> known;
    for (const auto& [each, node] : recipe_.nodes) known.push_back(each);
    throw FaultAt(
        recipe_, pointer + "/ref", "no node is called " + Quoted(name),
        IsOwnKey(name) ? "names that begin with x- are ignored" : DidYouMean(name, known));
  }
  if (std::find(names.begin(), names.end(), name) != names.end())
    throw FaultAt(recipe_, pointer + "/ref", Quoted(name) + " refers back to itself");
  return found->second;
}

void Compiler::CheckNamed(const std::string& name, const Node& node, Names names) {
  if (!seen_.insert(name).second) return;
  names.push_back(name);
  CheckRefs(node, "/nodes/" + name, names);
}

void Compiler::CheckRefs(const Node& node, const std::string& pointer, const Names& names) try {
  if (names.size() > static_cast<std::size_t>(kMaxRecipeDepth)) {
    if (!std::exchange(is_told_too_deep_, true)) throw TooDeep(recipe_, pointer);
    return;
  }
  if (node.type == NodeType::kRef) CheckNamed(node.Text("ref"), Named(node, pointer, names), names);
  for (const auto& [key, inputs] : node.inputs) {
    const bool is_list = node.type == NodeType::kWarp && key == "by";
    for (std::size_t k = 0; k < inputs.size(); ++k)
      CheckRefs(inputs[k], pointer + "/" + key + (is_list ? "/" + std::to_string(k) : ""), names);
  }
} catch (const Error& error) {
  Collect(error);
}

Compiled Compiler::Ref(const Visit& visit) {
  const Node& named = Named(visit.node, visit.pointer, refs_);
  const std::string& name = visit.node.Text("ref");
  const auto [entry, is_new] = shared_.try_emplace(
      {name, WhereOf(visit.site.positions, visit.site.map), visit.site.seed_shift, visit.slopes});
  if (!is_new) return entry->second;
  seen_.insert(name);
  refs_.push_back(name);
  entry->second = Compile({named, "/nodes/" + name, visit.site, visit.slopes});
  refs_.pop_back();
  return entry->second;
}

int Compiler::PositionsOf(const Site& site) {
  if (site.positions >= 0) return PositionsThrough(site.positions, site.map);
  const auto [entry, is_new] = positions_.try_emplace(WhereOf(-1, site.map), -1);
  if (is_new) {
    Frame frame = PixelFrame(program_, site.map);
    frame.form = Frame::kAffine;
    entry->second = program_.position_sets++;
    Emit(PixelPositionsStep{frame, entry->second});
  }
  return entry->second;
}

// All three axes, so that noises of different dimensions share them.
int Compiler::PositionsThrough(int base, const Affine& map) {
  if (map == Affine()) return base;
  const auto [entry, is_new] = positions_.try_emplace(WhereOf(base, map), -1);
  if (is_new) {
    entry->second = program_.position_sets++;
    Emit(TransformStep{map, base, entry->second});
  }
  return entry->second;
}

}  // namespace cobble
