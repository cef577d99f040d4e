// hill: a sum of waves, mapped so that its heights follow a given distribution.
#include <initializer_list>
#include <string>

#include "nodes/shared/fields.h"
#include "nodes/shared/noise.h"
#include "noise/hill/hill.h"

namespace cobble::nodes {
namespace {

constexpr int kMaxWaves = 4096;

Distribution DistributionOf(const Node& node) {
  Distribution out;
  const auto set = [&](std::initializer_list<const char*> keys) {
    double* next = out.parameters;
    for (const char* const key : keys) *next++ = node.Number(std::string("distribution.") + key);
  };
  switch (out.type = Choice<DistributionType>(node, "distribution.type")) {
    case DistributionType::kUniform:
      break;
    case DistributionType::kWeibull:
      set({"alpha", "beta"});
      break;
    case DistributionType::kNormal:
      set({"mean", "deviation"});
      break;
    case DistributionType::kExponential:
      set({"rate"});
      break;
    case DistributionType::kTriangular:
      set({"low", "mode", "high"});
      break;
  }
  return out;
}

Bounds BoundsOfHill(const Node& node) { return cobble::BoundsOf(DistributionOf(node)); }

double WavesOf(const Node& node) {
  return node.Has("sizes") ? static_cast<double>(node.Numbers("sizes").size())
                           : node.Number("waves");
}

// Each wave counts as one evaluation per axis.
double HillEvaluations(const Node& node) { return DimensionsOf(node) * WavesOf(node); }

CostlyKey Costly(const Node& node) {
  return {WavesOf(node), node.Has("sizes") ? "sizes" : "waves"};
}

NoiseKernel MakeHill(const Node& node, std::vector<Octave> octaves, const KernelRequest& request) {
  auto args = std::make_shared<HillArgs>();
  args->dimensions = DimensionsOf(node);
  args->slopes = request.slopes;
  args->sizes = node.Has("sizes")
                    ? node.Numbers("sizes")
                    : WaveSizes(static_cast<int>(node.Number("waves")), node.Number("smoothness"));
  args->distribution = DistributionOf(node);
  args->octaves = std::move(octaves);
  MakeWaves(args.get());
  const Kernel kernel = SelectHill(*args, request.kind, request.simd_target);
  return {std::move(args), kernel};
}

constexpr Detail kHillDetails[] = {
    {"sum",
     "y = the sum over waves i and dimensions of size_i sin(2 pi direction . c / size_i + offset), "
     "c = the position in cells; z = y / (the standard deviation of y)"},
    {"height", "u = 0.5 + 0.5 sign(z) sqrt(1 - exp(-2 z^2/pi)), mapped by distribution"},
};

constexpr Detail kSmoothness[] = {
    {"size_i", "((i + 0.5)/(waves + 1))^(-ln smoothness) cells, 0 <= i < waves"},
};

constexpr Detail kDistributions[] = {
    {"uniform", "u: every height from 0 to 1 is equally frequent"},
    {"weibull", "alpha (-ln(1 - u))^(1/beta)"},
    {"normal", "mean + deviation * (the standard normal quantile of u)"},
    {"exponential", "-ln(1 - u) / rate"},
    {"triangular",
     "low + sqrt(u (high - low) (mode - low)) up to mode, "
     "high - sqrt((1 - u) (high - low) (high - mode)) above it"},
    {"u", "the uniform height; all but uniform limit it to 2^-24..1 - 2^-24"},
};

std::vector<Field> HillFields() {
  return NoiseFields({{.key = "waves",
                       .type = FieldType::kInteger,
                       .minimum = 1,
                       .maximum = kMaxWaves,
                       .fallback = "32",
                       .flag = "--waves",
                       .help = "number of waves that are summed"},
                      {.key = "smoothness",
                       .minimum = 0.2,
                       .maximum = 0.95,
                       .fallback = "0.5",
                       .flag = "--smoothness",
                       .help = "similarity of the wavelengths; lower values give more fine detail",
                       .details = kSmoothness},
                      {.key = "sizes",
                       .type = FieldType::kList,
                       .minimum = kSmall,
                       .maximum = kLarge,
                       .count = kMaxWaves,
                       .excludes = {"waves", "smoothness"},
                       .default_text = "derived from waves and smoothness",
                       .flag = "--sizes",
                       .help = "wavelengths in cells; amplitudes are proportional to them"},
                      {.key = "distribution",
                       .type = FieldType::kObject,
                       .inner = ObjectKind::kDistribution,
                       .fallback = "{}",
                       .help = "how often each height occurs"}});
}

// The keys of the distributions; none has a default. Formatted by hand: clang-format would spread a
// row over seven lines.
// clang-format off
const std::vector<Field>& WeibullFields() {
  static const std::vector<Field> fields{
      {.key = "alpha", .minimum = kSmall, .maximum = kLarge, .required = true,
       .flag = "--alpha", .help = "scale of a Weibull distribution"},
      // The maximum height is alpha 16.6^(1 / beta); slopes there are 2^24 / beta times that.
      {.key = "beta", .minimum = 0.1, .maximum = 100, .required = true,
       .flag = "--beta", .help = "shape of a Weibull distribution"}};
  return fields;
}

const std::vector<Field>& NormalFields() {
  static const std::vector<Field> fields{
      {.key = "mean", .minimum = -kLarge, .maximum = kLarge, .required = true,
       .flag = "--mean", .help = "mean of a normal distribution"},
      {.key = "deviation", .minimum = kSmall, .maximum = kLarge, .required = true,
       .flag = "--deviation", .help = "standard deviation of a normal distribution"}};
  return fields;
}

const std::vector<Field>& ExponentialFields() {
  static const std::vector<Field> fields{
      {.key = "rate", .minimum = kSmall, .maximum = kLarge, .required = true,
       .flag = "--rate", .help = "rate of an exponential distribution: 1 / mean"}};
  return fields;
}

const std::vector<Field>& TriangularFields() {
  static const std::vector<Field> fields{
      {.key = "low", .minimum = -kLarge, .maximum = kLarge, .required = true,
       .flag = "--low", .help = "minimum height of a triangular distribution"},
      {.key = "mode", .minimum = -kLarge, .maximum = kLarge, .not_below = "low", .required = true,
       .flag = "--mode", .help = "most frequent height of a triangular distribution"},
      {.key = "high", .minimum = -kLarge, .maximum = kLarge, .not_below = "mode", .above = "low",
       .required = true,
       .flag = "--high", .help = "maximum height of a triangular distribution"}};
  return fields;
}
// clang-format on

InnerObject DistributionObject() {
  return {.object = ObjectKind::kDistribution,
          .type = {.key = "type",
                   .type = FieldType::kChoice,
                   .choices = Names<DistributionType>(),
                   .fallback = "\"uniform\"",
                   .flag = "--distribution",
                   .help = "the distribution of heights",
                   .details = kDistributions},
          .types = {{"uniform", {}},
                    {"weibull", WeibullFields()},
                    {"normal", NormalFields()},
                    {"exponential", ExponentialFields()},
                    {"triangular", TriangularFields()}}};
}

}  // namespace

const NodeType& Hill() {
  static const NoiseType noise{.bounds = &BoundsOfHill,
                               .evaluations = &HillEvaluations,
                               .costly_key = &Costly,
                               .make = &MakeHill};
  static const NodeType type{
      .spec = {.name = "hill",
               .summary = "a sum of waves, with every height equally frequent by default: swell, "
                          "dunes, soft terrain",
               .details = kHillDetails,
               .noise = NoiseSpec{"Bruce Hill, Hill Noise, 2017; S. O. Rice, Mathematical Analysis "
                                  "of Random Noise, 1944",
                                  {0, 1}},
               .fields = HillFields(),
               .inner = {DistributionObject()}},
      .noise = &noise};
  return type;
}

}  // namespace cobble::nodes
