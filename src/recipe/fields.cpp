// THE table of fields.
#include "recipe/fields.h"

#include <algorithm>
#include <array>

namespace cobble {
namespace {

using enum ObjectKind;
using enum FieldType;

constexpr double kMaxSide = 2147483647;  // pixels, so that a column or a row fits an int
constexpr double kMaxSeed = 4294967295;
// Degrees; up to here a multiple of 90 is found exactly.
constexpr double kMaxAngle = 1e6;

// Lengths of waves and what distributions are made of: up to here, and down to its inverse, what
// noises compute of them and the slopes of that stay well within float32.
constexpr double kLarge = 1e6, kSmall = 1e-6;
constexpr int kMaxWaves = 4096;

// Picture widths that maps look around each pixel. What they look at beyond the picture is
// rendered, too, and rows that hold it are kept in memory.
constexpr double kMaxRadius = 0.25;

// Points of curves: a cubic of a segment has a coefficient of up to 4 y / x^3, y this far from
// -y and x kLeastDifference wide, which is 8e36.
constexpr double kMaxPoint = 1e9;

template <typename Type>
constexpr Types Set(std::initializer_list<Type> types) {
  Types set = 0;
  for (const Type type : types) set |= Types{1} << static_cast<int>(type);
  return set;
}

constexpr Types kAllTypes = ~Types{0};
constexpr Types kRefs = Set({NodeType::kRef});
constexpr Types kTurbulent =
    Set({NodeType::kValue, NodeType::kPerlin, NodeType::kSimplex, NodeType::kSimplexValue});
constexpr Types kVoronoi = Set({NodeType::kVoronoi});
constexpr Types kCell = Set({NodeType::kCell});
constexpr Types kHill = Set({NodeType::kHill});
constexpr Types kNoises = kTurbulent | kVoronoi | kCell | kHill;

constexpr Types kSmoothed = Set({NodeType::kSmoothMin, NodeType::kSmoothMax});
constexpr Types kMix = Set({NodeType::kMix});
constexpr Types kOfTwo =
    kSmoothed | kMix |
    Set({NodeType::kAdd, NodeType::kSubtract, NodeType::kMultiply, NodeType::kMin, NodeType::kMax});
constexpr Types kPower = Set({NodeType::kPower});
constexpr Types kClamp = Set({NodeType::kClamp});
constexpr Types kRemap = Set({NodeType::kRemap});
constexpr Types kSmoothstep = Set({NodeType::kSmoothstep});
constexpr Types kThreshold = Set({NodeType::kThreshold});
constexpr Types kTerrace = Set({NodeType::kTerrace});
constexpr Types kCurve = Set({NodeType::kCurve});
constexpr Types kWarp = Set({NodeType::kWarp});
constexpr Types kTransform = Set({NodeType::kTransform});
constexpr Types kFractal = Set({NodeType::kFractal});
constexpr Types kOfOne = kPower | kClamp | kRemap | kSmoothstep | kThreshold | kTerrace | kCurve |
                         kWarp | kTransform | kFractal |
                         Set({NodeType::kAbs, NodeType::kInvert, NodeType::kRidge});

constexpr Types kWeibull = Set({DistributionType::kWeibull});
constexpr Types kNormalLaw = Set({DistributionType::kNormal});
constexpr Types kExponential = Set({DistributionType::kExponential});
constexpr Types kTriangular = Set({DistributionType::kTriangular});

// A range that is neither named nor fixed does not exist, and "fixed" is written as its numbers.
const std::array kRangeWords{Name(RangeMode::kNatural), Name(RangeMode::kFit),
                             Name(RangeMode::kNone)};

const std::vector<double>& Numbers(const Value& value) {
  return std::get<std::vector<double>>(value);
}

Value GetSize(const Recipe& recipe) {
  return std::vector{static_cast<double>(recipe.width), static_cast<double>(recipe.height)};
}
void SetSize(Recipe& recipe, const Value& value) {
  recipe.width = static_cast<int64_t>(Numbers(value)[0]);
  recipe.height = static_cast<int64_t>(Numbers(value)[1]);
}

template <auto kMember>
Value GetVector(const Recipe& recipe) {
  const auto& array = recipe.domain.*kMember;
  return std::vector<double>(array.begin(), array.end());
}
template <auto kMember>
void SetVector(Recipe& recipe, const Value& value) {
  std::copy(Numbers(value).begin(), Numbers(value).end(), (recipe.domain.*kMember).begin());
}

template <auto kMember>
Value GetText(const Recipe& recipe) {
  return recipe.*kMember;
}
template <auto kMember>
void SetText(Recipe& recipe, const Value& value) {
  recipe.*kMember = std::get<std::string>(value);
}

// A number of one of the recipe's objects.
template <auto kObject, auto kMember>
Value GetOf(const Recipe& recipe) {
  return recipe.*kObject.*kMember;
}
template <auto kObject, auto kMember>
void SetOf(Recipe& recipe, const Value& value) {
  recipe.*kObject.*kMember = std::get<double>(value);
}

// Square pixels.
Value DeriveExtent(const Recipe& recipe) {
  return std::vector{1.0, static_cast<double>(recipe.height) / static_cast<double>(recipe.width)};
}

Value GetRange(const Recipe& recipe) {
  const Range& range = recipe.range;
  if (range.mode == RangeMode::kFixed) return std::vector{range.low, range.high};
  return std::string(Name(range.mode));
}
void SetRange(Recipe& recipe, const Value& value) {
  recipe.range = Range();
  if (const auto* word = std::get_if<std::string>(&value)) {
    FromName(*word, &recipe.range.mode);
  } else {
    recipe.range = {RangeMode::kFixed, Numbers(value)[0], Numbers(value)[1]};
  }
}

// All types but that which is not written as one.
const auto kNodeTypes = Names<NodeType>().first(Names<NodeType>().size() - 1);

// Laid out by hand: with a line for each member a row would take ten.
// clang-format off
const Field kFields[] = {
    {.object = kRecipe, .key = "cobble", .type = kWhole, .least = 1, .greatest = 1,
     .otherwise = "required in a file", .help = "version of the format",
     .get = [](const Recipe&) -> Value { return 1.0; }, .set = [](Recipe&, const Value&) {}},
    {.object = kRecipe, .key = "$schema", .type = kText, .fallback = "\"\"",
     .help = "kept and otherwise ignored",
     .get = GetText<&Recipe::schema>, .set = SetText<&Recipe::schema>},
    {.object = kRecipe, .key = "description", .type = kText, .fallback = "\"\"",
     .flag = "--description", .help = "what the picture shows, kept and otherwise ignored",
     .get = GetText<&Recipe::description>, .set = SetText<&Recipe::description>},
    {.object = kRecipe, .key = "size", .type = kSize, .least = 1, .greatest = kMaxSide, .count = 2,
     .fallback = "[1024, 1024]", .flag = "--size",
     .help = "width and height in pixels, or one number for a square",
     .get = GetSize, .set = SetSize},
    {.object = kRecipe, .key = "seed", .type = kWhole, .least = 0, .greatest = kMaxSeed,
     .fallback = "0", .flag = "--seed", .help = "another seed, another picture of the same kind",
     .get = [](const Recipe& r) -> Value { return static_cast<double>(r.seed); },
     .set = [](Recipe& r, const Value& v) { r.seed = static_cast<uint32_t>(std::get<double>(v)); }},
    {.object = kRecipe, .key = "tiling", .type = kFlag, .fallback = "false", .flag = "--tiling",
     .help = "the picture repeats without a seam, exactly",
     .get = [](const Recipe& r) -> Value { return r.tiling; },
     .set = [](Recipe& r, const Value& v) { r.tiling = std::get<bool>(v); }},
    {.object = kRecipe, .key = "domain", .type = kObject, .inner = kDomain, .fallback = "{}",
     .help = "which part of the endless noise the picture shows"},
    {.object = kRecipe, .key = "noise", .type = kInput, .inner = kNode, .required = true,
     .help = "the noise, or an operation over others"},
    {.object = kRecipe, .key = "nodes", .type = kNodes, .inner = kNode, .otherwise = "none",
     .help = "named nodes, for {\"ref\": \"name\"} anywhere"},
    {.object = kRecipe, .key = "range", .type = kRange, .count = 2, .choices = kRangeWords,
     .fallback = "\"natural\"", .flag = "--range",
     .help = "what becomes 0 and 1: natural (the noise's bounds), two values, fit (the picture's "
             "least and greatest), none (keep the values)",
     .get = GetRange, .set = SetRange},
    {.object = kRecipe, .key = "normal", .type = kObject, .inner = kNormal, .fallback = "{}",
     .help = "how normal maps are made"},
    {.object = kRecipe, .key = "curvature", .type = kObject, .inner = kCurvature,
     .fallback = "{}", .help = "how curvature maps are made"},
    {.object = kRecipe, .key = "ao", .type = kObject, .inner = kAo, .fallback = "{}",
     .help = "how ambient occlusion maps are made"},

    {.object = kDomain, .key = "translate", .type = kVector, .count = 3, .fallback = "[0, 0, 0]",
     .flag = "--translate", .help = "moves the noise, in recipe units",
     .get = GetVector<&Domain::translate>, .set = SetVector<&Domain::translate>},
    {.object = kDomain, .key = "rotate", .type = kVector, .least = -kMaxAngle,
     .greatest = kMaxAngle, .count = 3, .fallback = "[0, 0, 0]", .flag = "--rotate",
     .help = "degrees about x, y and z; z first, then x, then y",
     .get = GetVector<&Domain::rotate>, .set = SetVector<&Domain::rotate>},
    {.object = kDomain, .key = "scale", .type = kScale, .not_zero = true, .count = 3,
     .fallback = "[1, 1, 1]", .flag = "--scale", .help = "one factor, or one each for x, y and z",
     .get = GetVector<&Domain::scale>, .set = SetVector<&Domain::scale>},
    {.object = kDomain, .key = "extent", .type = kVector, .least = 0, .above_least = true,
     .count = 2, .otherwise = "[1, height / width]", .flag = "--extent",
     .help = "the picture's sides in recipe units",
     .get = GetVector<&Domain::extent>, .set = SetVector<&Domain::extent>,
     .derived = DeriveExtent},
    {.object = kDomain, .key = "slice", .type = kNumber, .fallback = "0", .flag = "--slice",
     .help = "the z at which the picture cuts the noise",
     .get = [](const Recipe& r) -> Value { return r.domain.slice; },
     .set = [](Recipe& r, const Value& v) { r.domain.slice = std::get<double>(v); }},

    // A negative strength is that of the picture's negative.
    {.object = kNormal, .key = "strength", .type = kNumber, .least = -1e6, .greatest = 1e6,
     .fallback = "0.1", .flag = "--normal-strength", .help = "the height of 1, in picture widths",
     .get = [](const Recipe& r) -> Value { return r.normal.strength; },
     .set = [](Recipe& r, const Value& v) { r.normal.strength = std::get<double>(v); }},
    {.object = kNormal, .key = "y", .type = kChoice, .choices = Names<NormalY>(),
     .fallback = "\"up\"", .flag = "--normal-y", .help = "up as in OpenGL, down as in DirectX",
     .get = [](const Recipe& r) -> Value { return std::string(Name(r.normal.y)); },
     .set = [](Recipe& r, const Value& v) { FromName(std::get<std::string>(v), &r.normal.y); }},

    {.object = kCurvature, .key = "radius", .type = kNumber, .least = 0, .greatest = kMaxRadius,
     .fallback = "0.005", .flag = "--curvature-radius",
     .help = "how far apart slopes are compared, in picture widths; at least a pixel",
     .get = GetOf<&Recipe::curvature, &Curvature::radius>,
     .set = SetOf<&Recipe::curvature, &Curvature::radius>},
    // A negative scale is that of the picture's negative.
    {.object = kCurvature, .key = "scale", .type = kNumber, .least = -kLarge, .greatest = kLarge,
     .fallback = "0.02", .flag = "--curvature-scale",
     .help = "the contrast: a dome of this radius, in picture widths, is white, a bowl black",
     .get = GetOf<&Recipe::curvature, &Curvature::scale>,
     .set = SetOf<&Recipe::curvature, &Curvature::scale>},

    {.object = kAo, .key = "radius", .type = kNumber, .least = 0, .greatest = kMaxRadius,
     .fallback = "0.05", .flag = "--ao-radius",
     .help = "how far away what hides the sky is looked for, in picture widths; at least a pixel",
     .get = GetOf<&Recipe::ao, &Ao::radius>, .set = SetOf<&Recipe::ao, &Ao::radius>},
    {.object = kAo, .key = "directions", .type = kWhole, .least = 8, .greatest = 16,
     .fallback = "8", .flag = "--ao-directions", .help = "in how many directions that is",
     .get = [](const Recipe& r) -> Value { return static_cast<double>(r.ao.directions); },
     .set = [](Recipe& r, const Value& v) {
       r.ao.directions = static_cast<int>(std::get<double>(v));
     }},

    {.object = kNode, .key = "type", .type = kChoice, .choices = kNodeTypes, .required = true,
     .flag = "--noise", .alias = "--type", .help = "which noise or operation",
     .used_by = kAllTypes & ~kRefs},
    {.object = kNode, .key = "ref", .type = kText, .required = true,
     .help = "the name of a node in `nodes` that stands here, instead of a type and all else",
     .used_by = kRefs},
    {.object = kNode, .key = "value", .type = kNumber, .required = true, .flag = "--value",
     .help = "the value everywhere", .used_by = Set({NodeType::kConstant})},
    {.object = kNode, .key = "a", .type = kInput, .inner = kNode, .required = true,
     .help = "the first operand", .used_by = kOfTwo},
    {.object = kNode, .key = "b", .type = kInput, .inner = kNode, .required = true,
     .help = "the second operand", .used_by = kOfTwo},
    {.object = kNode, .key = "width", .type = kNumber, .least = kLeastDifference,
     .fallback = "0.25", .help = "how far apart values still blend into each other",
     .used_by = kSmoothed},
    {.object = kNode, .key = "source", .type = kInput, .inner = kNode, .required = true,
     .help = "what is operated on", .used_by = kOfOne},
    {.object = kNode, .key = "by", .type = kInputs, .count = 3, .inner = kNode, .required = true,
     .help = "how far the source is moved in x, y and z; a number for none",
     .used_by = kWarp},
    {.object = kNode, .key = "by", .type = kInput, .inner = kNode, .required = true,
     .help = "from a where it is 0 or less to b where it is 1 or more", .used_by = kMix},
    {.object = kNode, .key = "amount", .type = kNumber, .fallback = "1", .flag = "--amount",
     .help = "recipe units that a value of 1 moves the source by", .used_by = kWarp},
    {.object = kNode, .key = "exponent", .type = kNumber, .least = 0.01, .greatest = 100,
     .required = true, .help = "the power of the magnitude; the sign stays", .used_by = kPower},
    {.object = kNode, .key = "low", .type = kNumber, .required = true,
     .help = "what lesser values become", .used_by = kClamp},
    {.object = kNode, .key = "low", .type = kNumber, .fallback = "0", .help = "what becomes 0",
     .used_by = kSmoothstep},
    {.object = kNode, .key = "high", .type = kNumber, .not_below = "low", .required = true,
     .help = "what greater values become", .used_by = kClamp},
    {.object = kNode, .key = "high", .type = kNumber, .above = "low", .fallback = "1",
     .help = "what becomes 1", .used_by = kSmoothstep},
    {.object = kNode, .key = "from", .type = kRange, .count = 2,
     .otherwise = "the source's bounds", .help = "what becomes the numbers of to",
     .used_by = kRemap},
    {.object = kNode, .key = "to", .type = kVector, .count = 2, .fallback = "[0, 1]",
     .help = "what from becomes; values beyond go on beyond", .used_by = kRemap},
    {.object = kNode, .key = "level", .type = kNumber, .required = true,
     .help = "where 0 turns into 1", .used_by = kThreshold},
    {.object = kNode, .key = "softness", .type = kNumber, .least = kLeastDifference,
     .or_zero = true, .fallback = "0.05", .help = "how wide the turn is", .used_by = kThreshold},
    {.object = kNode, .key = "levels", .type = kWhole, .least = 1, .greatest = 256,
     .required = true, .help = "how many steps there are", .used_by = kTerrace},
    {.object = kNode, .key = "sharpness", .type = kNumber, .least = 0, .greatest = 1,
     .fallback = "0.8", .help = "from no steps at all to flat ones", .used_by = kTerrace},
    {.object = kNode, .key = "points", .type = kPairs, .least = -kMaxPoint, .greatest = kMaxPoint,
     .count = 256, .required = true, .help = "what each x becomes; between them smoothly, beyond "
     "them as the last", .used_by = kCurve},
    {.object = kNode, .key = "translate", .type = kVector, .count = 3, .fallback = "[0, 0, 0]",
     .help = "moves the source, in recipe units", .used_by = kTransform},
    {.object = kNode, .key = "rotate", .type = kVector, .least = -kMaxAngle,
     .greatest = kMaxAngle, .count = 3, .fallback = "[0, 0, 0]",
     .help = "degrees about x, y and z; z first, then x, then y", .used_by = kTransform},
    {.object = kNode, .key = "scale", .type = kScale, .not_zero = true, .count = 3,
     .fallback = "[1, 1, 1]", .help = "one factor, or one each for x, y and z",
     .used_by = kTransform},
    {.object = kNode, .key = "kind", .type = kChoice, .choices = Names<FractalKind>(),
     .fallback = "\"fbm\"", .help = "how octaves of the source are summed", .used_by = kFractal},
    {.object = kNode, .key = "dimensions", .type = kWhole, .least = 1, .greatest = 3,
     .fallback = "2", .flag = "--dimensions", .help = "how many of x, y and z the noise depends on",
     .used_by = kNoises},
    {.object = kNode, .key = "frequency", .type = kNumber, .least = 0, .above_least = true,
     .fallback = "4", .flag = "--frequency", .help = "lattice cells a domain unit",
     .used_by = kNoises},
    {.object = kNode, .key = "octaves", .type = kWhole, .least = 1, .greatest = 32,
     .fallback = "1", .flag = "--octaves", .help = "how many layers of finer and finer noise",
     .used_by = kNoises},
    {.object = kNode, .key = "octaves", .type = kWhole, .least = 1, .greatest = 32,
     .fallback = "5", .flag = "--octaves", .help = "how many finer and finer layers of the source",
     .used_by = kFractal},
    {.object = kNode, .key = "lacunarity", .type = kNumber, .least = 1, .greatest = 16,
     .fallback = "2", .flag = "--lacunarity", .help = "frequency from octave to octave",
     .used_by = kNoises | kFractal},
    {.object = kNode, .key = "persistence", .type = kNumber, .least = 0, .greatest = 1,
     .fallback = "0.5", .flag = "--persistence", .help = "amplitude from octave to octave",
     .used_by = kNoises | kFractal},
    {.object = kNode, .key = "gain", .type = kNumber, .least = -kLarge, .greatest = kLarge,
     .fallback = "2", .help = "of ridged: how soon one octave lets the next show",
     .used_by = kFractal},
    {.object = kNode, .key = "offset", .type = kNumber, .least = -kLarge, .greatest = kLarge,
     .fallback = "1", .help = "of ridged: where ridges are; of hybrid: what is added to octaves",
     .used_by = kFractal},
    {.object = kNode, .key = "turbulence", .type = kChoice, .choices = Names<Turbulence>(),
     .fallback = "\"none\"", .flag = "--turbulence", .help = "folds each octave at 0",
     .used_by = kTurbulent},
    {.object = kNode, .key = "metric", .type = kChoice, .choices = Names<Metric>(),
     .fallback = "\"euclidean\"", .flag = "--metric", .help = "how distances are measured",
     .used_by = kVoronoi | kCell},
    {.object = kNode, .key = "function", .type = kChoice, .choices = Names<VoronoiFunction>(),
     .fallback = "\"F1\"", .flag = "--function",
     .help = "what is made of the distances F1 and F2 to the two nearest points; cell-id: a number "
             "for each point's cell, edge: the distance to the cell's wall",
     .used_by = kVoronoi},
    {.object = kNode, .key = "function", .type = kChoice, .choices = Names<CellFunction>(),
     .fallback = "\"F1\"", .flag = "--function",
     .help = "which of the distances F1 to F4 to the four nearest points; cell-id: a number for "
             "each point",
     .used_by = kCell},
    {.object = kNode, .key = "weights", .type = kList, .least = -kLarge, .greatest = kLarge,
     .count = 4, .instead_of = {"function"}, .otherwise = "none: function says what is made",
     .flag = "--weights", .help = "the factors of F1, F2, F3 and F4 in a sum of them",
     .used_by = kCell},
    {.object = kNode, .key = "density", .type = kNumber, .least = 0.1, .greatest = 16,
     .fallback = "4", .flag = "--density", .help = "how many points a cell has in the mean",
     .used_by = kCell},
    {.object = kNode, .key = "smooth", .type = kChoice, .choices = Names<Smooth>(),
     .fallback = "\"none\"", .flag = "--smooth",
     .help = "F1 without creases, of euclidean distances", .used_by = kVoronoi},
    {.object = kNode, .key = "jitter", .type = kNumber, .least = 0, .greatest = 1, .fallback = "1",
     .flag = "--jitter", .help = "how far points stray from their cells' middles",
     .used_by = kVoronoi},
    {.object = kNode, .key = "waves", .type = kWhole, .least = 1, .greatest = kMaxWaves,
     .fallback = "32", .flag = "--waves", .help = "how many waves are summed", .used_by = kHill},
    {.object = kNode, .key = "smoothness", .type = kNumber, .least = 0.2, .greatest = 0.95,
     .fallback = "0.5", .flag = "--smoothness",
     .help = "how alike the waves' sizes are: the less, the more fine detail",
     .used_by = kHill},
    {.object = kNode, .key = "sizes", .type = kList, .least = kSmall, .greatest = kLarge,
     .count = kMaxWaves, .instead_of = {"waves", "smoothness"},
     .otherwise = "none: waves and smoothness make them", .flag = "--sizes",
     .help = "the waves' lengths in cells, in the ratio of their heights", .used_by = kHill},
    {.object = kNode, .key = "distribution", .type = kObject, .inner = kDistribution,
     .fallback = "{}", .help = "how often each height occurs", .used_by = kHill},
    {.object = kNode, .key = "seed", .type = kWhole, .least = 0, .greatest = kMaxSeed,
     .otherwise = "the recipe's at /noise, elsewhere from it and the node's path",
     .help = "the noise's own seed", .used_by = kNoises},

    {.object = kDistribution, .key = "type", .type = kChoice, .choices = Names<DistributionType>(),
     .fallback = "\"uniform\"", .flag = "--distribution",
     .help = "the law by which heights occur", .used_by = kAllTypes},
    {.object = kDistribution, .key = "alpha", .type = kNumber, .least = kSmall, .greatest = kLarge,
     .required = true, .flag = "--alpha", .help = "scale of a Weibull distribution",
     .used_by = kWeibull},
    // The greatest height is alpha 16.6^(1 / beta), and slopes there 2^24 / beta of that.
    {.object = kDistribution, .key = "beta", .type = kNumber, .least = 0.1, .greatest = 100,
     .required = true, .flag = "--beta", .help = "shape of a Weibull distribution",
     .used_by = kWeibull},
    {.object = kDistribution, .key = "mean", .type = kNumber, .least = -kLarge, .greatest = kLarge,
     .required = true, .flag = "--mean", .help = "mean of a normal distribution",
     .used_by = kNormalLaw},
    {.object = kDistribution, .key = "deviation", .type = kNumber, .least = kSmall,
     .greatest = kLarge, .required = true, .flag = "--deviation",
     .help = "standard deviation of a normal distribution", .used_by = kNormalLaw},
    {.object = kDistribution, .key = "rate", .type = kNumber, .least = kSmall, .greatest = kLarge,
     .required = true, .flag = "--rate",
     .help = "rate of an exponential distribution: 1 / mean", .used_by = kExponential},
    {.object = kDistribution, .key = "low", .type = kNumber, .least = -kLarge, .greatest = kLarge,
     .required = true, .flag = "--low", .help = "least height of a triangular distribution",
     .used_by = kTriangular},
    {.object = kDistribution, .key = "mode", .type = kNumber, .least = -kLarge, .greatest = kLarge,
     .not_below = "low", .required = true, .flag = "--mode",
     .help = "most frequent height of a triangular distribution", .used_by = kTriangular},
    {.object = kDistribution, .key = "high", .type = kNumber, .least = -kLarge, .greatest = kLarge,
     .not_below = "mode", .above = "low", .required = true, .flag = "--high",
     .help = "greatest height of a triangular distribution", .used_by = kTriangular},
};
// clang-format on

}  // namespace

std::span<const Field> Fields() { return kFields; }

}  // namespace cobble
