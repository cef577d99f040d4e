// Builds and evaluates trees: refs, seeds by path, warps, transforms, octaves of fractals.
#include "support/oracle/tree.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

#include "support/oracle/bounds.h"
#include "support/oracle/colors.h"
#include "support/oracle/images/image.h"

namespace cobble::test {
namespace {

uint32_t Fnv1a(const std::string& bytes) {
  uint32_t hash = 2166136261u;
  for (const char c : bytes) hash = (hash ^ static_cast<unsigned char>(c)) * 16777619u;
  return hash;
}

// Returns a noise's seed: its own, else one derived from its pattern, else the recipe's at the
// root, else one derived from its path.
uint32_t SeedOf(const Recipe& recipe, const Node& node, const std::string& path) {
  if (node.Has("seed")) return static_cast<uint32_t>(node.Number("seed"));
  const auto derived = [&](const std::string& text) {
    return HashValue(HashEat(HashSeed(recipe.seed), Fnv1a(text)));
  };
  if (node.Has("pattern")) return derived("pattern:" + node.Text("pattern"));
  return path == "/noise" ? recipe.seed : derived(path);
}

Vec3 VectorAt(const Node& node, const char* key) {
  const std::vector<double>& numbers = node.Numbers(key);
  return {numbers[0], numbers[1], numbers[2]};
}

std::vector<Bounds> BoundsOf(const auto& parts) {
  std::vector<Bounds> bounds;
  bounds.reserve(parts.size());
  for (const auto& part : parts) bounds.push_back(part.bounds);
  return bounds;
}

}  // namespace

OracleTree::OracleTree(const Recipe& recipe) : recipe_(recipe), stamp_recipe_(recipe) {
  stamp_recipe_.tiling = stamp_recipe_.loop = false;
  root_ =
      BuildMoved(recipe_.noise,
                 OracleMap(recipe_.domain.translate, recipe_.domain.rotate, recipe_.domain.scale),
                 {.path = "/noise"});
}

OracleTree::Part OracleTree::Build(const Node& node, const Place& place) const {
  const std::string& type = node.type;
  if (type == "constant") {
    const double value = node.Number("value");
    return {.type = type, .number = value, .bounds = {value, value}};
  }
  if (type == "ref") {
    const std::string& name = node.Text("ref");
    return Build(recipe_.nodes.at(name),
                 {"/nodes/" + name, place.shift, place.map, place.moved, place.in_stamp});
  }
  if (type == "warp") return BuildWarp(node, place);
  if (type == "transform") {
    const OracleMap map(VectorAt(node, "translate"), VectorAt(node, "rotate"),
                        VectorAt(node, "scale"));
    return BuildMoved(node.Input("source"), map, place.Below("source"));
  }
  if (type == "fractal") return BuildFractal(node, place);
  if (type == "scatter") return BuildScatter(node, place);
  if (type == "erosion") return BuildErosion(node, place);
  if (type == "phasor") return BuildPhasor(node, place);
  if (IsMask(type)) return BuildMask(node, place);
  if (IsPattern(type)) return BuildPattern(node, place);
  if (type == "luminance" || type == "channel") return BuildFromColor(node, place);
  return IsOperation(type) ? BuildOperation(node, place) : BuildNoise(node, place);
}

OracleTree::Part OracleTree::BuildOperation(const Node& node, const Place& place) const {
  Part part{.type = node.type};
  for (const char* key : OperandKeys(node.type))
    part.inputs.push_back(Build(node.Input(key), place.Below(key)));
  part.operation = MakeOperation(node, BoundsOf(part.inputs));
  part.bounds = part.operation.bounds;
  return part;
}

// A number is grey.
std::array<OracleTree::Part, 3> OracleTree::BuildColor(const Node& node, const Place& place) const {
  const auto below = [&](const char* key) { return Build(node.Input(key), place.Below(key)); };
  if (node.type == "channels") return {below("red"), below("green"), below("blue")};
  std::array<Part, 3> out;
  if (node.type == "color") {
    for (std::size_t c = 0; c < 3; ++c)
      out[c] = Build(Node::Constant(node.Numbers("value")[c]), place);
  } else if ((node.type == "image" || node.type == "by-example") &&
             node.Text("channel") == "color") {
    constexpr const char* kNames[] = {"red", "green", "blue"};
    for (std::size_t c = 0; c < 3; ++c)
      out[c] = Build(ImageChannelNode(recipe_, node, kNames[c]), place);
  } else if (node.type == "blend") {
    const auto base = BuildColor(node.Input("base"), place.Below("base"));
    const auto over = BuildColor(node.Input("over"), place.Below("over"));
    for (std::size_t c = 0; c < 3; ++c) {
      out[c] = {.type = node.type, .inputs = {base[c], over[c], below("by")}};
      if (node.Text("mode") == "height")
        for (const char* const key : {"base-height", "over-height"})
          out[c].inputs.push_back(below(key));
      out[c].operation = MakeBlend(node, BoundsOf(out[c].inputs));
      out[c].bounds = out[c].operation.bounds;
    }
  } else if (node.type == "adjust") {
    const auto source = BuildColor(node.Input("source"), place.Below("source"));
    for (std::size_t c = 0; c < 3; ++c) {
      out[c] = {.type = node.type, .inputs = {source.begin(), source.end()}};
      for (const char* const key : kAdjustKeys) out[c].inputs.push_back(below(key));
      out[c].operation = MakeAdjust(node, c);
    }
  } else if (node.type == "blur") {
    const OracleMask mask = MakeMask(recipe_, node);
    const auto source = BuildColor(node.Input("source"), Around(place, mask));
    for (std::size_t c = 0; c < 3; ++c)
      out[c] = {.type = node.type, .mask = mask, .inputs = {source[c]}, .bounds = source[c].bounds};
  } else {
    out.fill(Build(node, place));
  }
  return out;
}

OracleTree::Part OracleTree::BuildFromColor(const Node& node, const Place& place) const {
  const auto source = BuildColor(node.Input("source"), place.Below("source"));
  if (node.type == "channel") {
    const std::string& name = node.Text("channel");
    if (name == "red") return source[0];
    return source[name == "green" ? 1 : 2];
  }
  Part part{.type = node.type, .inputs = {source.begin(), source.end()}};
  part.operation = MakeLuminance(BoundsOf(part.inputs));
  part.bounds = part.operation.bounds;
  return part;
}

OracleTree::Part OracleTree::BuildWarp(const Node& node, const Place& place) const {
  Part part{.type = node.type, .number = node.Number("amount")};
  Place displaced = place.Below("source");
  std::vector<Part> inputs;
  for (const Node& by : node.Inputs("by")) {
    const std::size_t axis = inputs.size();
    inputs.push_back(Build(by, place.Below("by/" + std::to_string(axis))));
    displaced.moved[axis] += std::abs(part.number) * Magnitude(inputs.back().bounds).high;
  }
  part.inputs.push_back(Build(node.Input("source"), displaced));
  std::ranges::move(inputs, std::back_inserter(part.inputs));
  part.bounds = part.inputs[0].bounds;
  return part;
}

OracleTree::Place OracleTree::Around(const Place& place, const OracleMask& mask) {
  Place around = place.Below("source");
  for (std::size_t a = 0; a < 2; ++a) around.moved[a] += mask.radius;
  return around;
}

OracleTree::Part OracleTree::BuildMask(const Node& node, const Place& place) const {
  Part part{.type = node.type, .mask = MakeMask(recipe_, node)};
  part.inputs.push_back(Build(node.Input("source"), Around(place, part.mask)));
  part.bounds = node.type == "blur" ? part.inputs[0].bounds : part.mask.operation.bounds;
  return part;
}

OracleTree::Part OracleTree::BuildMoved(const Node& source, const OracleMap& map,
                                        const Place& place) const {
  Part part{.type = "transform", .map = map};
  Place moved = place;
  moved.map.matrix = Product(map.matrix, place.map.matrix);
  moved.map.translate = map.Apply(place.map.translate);
  for (std::size_t a = 0; a < 3; ++a) {
    moved.moved[a] = 0;
    for (std::size_t b = 0; b < 3; ++b)
      moved.moved[a] += std::abs(map.matrix[a][b]) * place.moved[b];
  }
  part.inputs.push_back(Build(source, moved));
  part.bounds = part.inputs[0].bounds;
  return part;
}

OracleTree::Part OracleTree::BuildFractal(const Node& node, const Place& place) const {
  Part part{.type = node.type};
  double finer = 1;
  for (uint32_t o = 0; o < static_cast<uint32_t>(node.Number("octaves")); ++o) {
    Place octave = place.Below("source");
    octave.shift += 32 * o;
    part.inputs.push_back(
        BuildMoved(node.Input("source"), OracleMap({}, {}, {finer, finer, finer}), octave));
    finer *= node.Number("lacunarity");
  }
  part.operation = MakeFractal(node, BoundsOf(part.inputs));
  part.bounds = part.operation.bounds;
  return part;
}

OracleTree::Part OracleTree::BuildNoise(const Node& node, const Place& place) const {
  Part part{.type = node.type};
  part.noise = std::make_shared<OracleNoise>(
      RecipeAt(place), node,
      OraclePlace{SeedOf(recipe_, node, place.path), place.shift, place.map.matrix});
  part.bounds = part.noise->bounds();
  return part;
}

OracleTree::Part OracleTree::BuildPattern(const Node& node, const Place& place) const {
  Part part{.type = node.type};
  const uint32_t accumulator = HashSeed(SeedOf(recipe_, node, place.path)) + place.shift;
  part.pattern = std::make_shared<OraclePattern>(
      MakePattern(RecipeAt(place), node, {accumulator, place.map, place.moved, place.in_stamp}));
  part.bounds = part.pattern->bounds;
  return part;
}

std::array<double, 2> OracleTree::PeriodsAt(const Place& place) const {
  std::array<double, 2> lengths{};
  for (std::size_t a = 0; a < 2 && RecipeAt(place).tiling; ++a) {
    const Vec3& m = place.map.matrix[a];
    lengths[a] = std::abs(m[0]) * recipe_.domain.extent[0] +
                 std::abs(m[1]) * recipe_.domain.extent[1] + std::abs(m[2]);
  }
  return lengths;
}

OracleTree::Part OracleTree::BuildErosion(const Node& node, const Place& place) const {
  Part part{.type = node.type};
  part.inputs.push_back(Build(node.Input("source"), place.Below("source")));
  part.erosion = std::make_shared<OracleErosion>(
      node, HashSeed(SeedOf(recipe_, node, place.path)) + place.shift, PeriodsAt(place),
      part.inputs[0].bounds);
  part.bounds = part.erosion->bounds();
  return part;
}

OracleTree::Part OracleTree::BuildPhasor(const Node& node, const Place& place) const {
  Part part{.type = node.type, .bounds = {-1, 1}};
  part.inputs.push_back(Build(node.Input("angle"), place.Below("angle")));
  part.phasor = std::make_shared<OraclePhasor>(
      node, HashSeed(SeedOf(recipe_, node, place.path)) + place.shift, PeriodsAt(place));
  return part;
}

OracleTree::Part OracleTree::BuildScatter(const Node& node, const Place& place) const {
  const uint32_t accumulator = HashSeed(SeedOf(recipe_, node, place.path)) + place.shift;
  Part part{.type = node.type};
  part.scatter = std::make_shared<OracleScatter>(node, accumulator, PeriodsAt(place));
  part.inputs.push_back(
      Build(node.Input("source"),
            {.path = place.path + "/source", .shift = place.shift, .in_stamp = true}));
  part.bounds = part.scatter->BoundsOf(part.inputs[0].bounds);
  return part;
}

OracleSample OracleTree::Evaluate(const Part& part, const Vec3& position, double slack) const {
  if (part.type == "constant")
    return {.value = part.number, .value_slack = kRounding * std::abs(part.number)};
  if (part.noise) return part.noise->At(position, slack);
  if (part.pattern) return part.pattern->At(position, slack);
  if (part.scatter)
    return part.scatter->At(position, slack, [&](const Vec3& local, double local_slack) {
      return Evaluate(part.inputs[0], local, local_slack);
    });
  if (part.erosion)
    return part.erosion->At(position, slack,
                            [&](const Vec3& at) { return Evaluate(part.inputs[0], at, slack); });
  if (part.phasor)
    return part.phasor->At(position, slack,
                           [&](const Vec3& at) { return Evaluate(part.inputs[0], at, slack); });
  if (part.type == "warp") return Warp(part, position, slack);
  if (part.type == "transform") return Moved(part, position, slack);
  if (IsMask(part.type))
    return part.mask.At(position,
                        [&](const Vec3& at) { return Evaluate(part.inputs[0], at, slack); });
  std::vector<OracleSample> inputs;
  for (const Part& input : part.inputs) inputs.push_back(Evaluate(input, position, slack));
  return Operate(part.operation, inputs);
}

// f(P + amount by(P)); slope_a = f_a + amount sum_k f_k d by_k / dP_a.
OracleSample OracleTree::Warp(const Part& part, const Vec3& position, double slack) const {
  const double amount = part.number;
  std::vector<OracleSample> by;
  Vec3 moved = position;
  double moved_slack = slack;
  for (std::size_t k = 1; k < part.inputs.size(); ++k) {
    by.push_back(Evaluate(part.inputs[k], position, slack));
    moved[k - 1] += amount * by.back().value;
    moved_slack += std::abs(amount) * by.back().value_slack;
  }
  const OracleSample source = Evaluate(part.inputs[0], moved, moved_slack);
  OracleSample result = source;
  for (std::size_t k = 0; k < by.size(); ++k) {
    result.slope = Plus(result.slope, by[k].slope, amount * source.slope[k]);
    result.slope_slack += std::abs(amount) * (source.slope_slack * Largest(by[k].slope) +
                                              std::abs(source.slope[k]) * by[k].slope_slack);
    result.kink |= by[k].kink;
    result.jump |= by[k].jump;
  }
  return result;
}

OracleSample OracleTree::Moved(const Part& part, const Vec3& position, double slack) const {
  const double scale = part.map.MaxScale();
  OracleSample sample = Evaluate(part.inputs[0], part.map.Apply(position), slack * scale);
  sample.slope = part.map.PullBack(sample.slope);
  sample.slope_slack *= scale;
  return sample;
}

}  // namespace cobble::test
