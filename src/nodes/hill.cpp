// hill: a sum of waves, mapped so that its heights follow a given distribution.
#include <string>
#include <vector>

#include "nodes/shared/noise.h"
#include "noise/hill/hill.h"

namespace cobble::nodes {
namespace {

constexpr int kMaxWaves = 4096;

Distribution DistributionOf(const Node& node) {
  // By DistributionType.
  static const std::vector<std::string> kKeys[] = {
      {}, {"alpha", "beta"}, {"mean", "deviation"}, {"rate"}, {"low", "mode", "high"}};
  Distribution out;
  out.type = Choice<DistributionType>(node, "distribution.type");
  double* next = out.parameters;
  for (const std::string& key : kKeys[static_cast<std::size_t>(out.type)])
    *next++ = node.Number("distribution." + key);
  return out;
}

// The waves: either their number or their sizes are given.
struct WaveOptions {
  explicit WaveOptions(const Node& node)
      : key(node.Has("sizes") ? "sizes" : "waves"),
        sizes(node.Has("sizes") ? node.Numbers("sizes") : std::vector<double>()),
        count(node.Has("sizes") ? static_cast<double>(sizes.size()) : node.Number("waves")),
        smoothness(node.Has("sizes") ? 0 : node.Number("smoothness")) {}

  std::vector<double> Sizes() const {
    return sizes.empty() ? WaveSizes(static_cast<int>(count), smoothness) : sizes;
  }

  const char* key;
  std::vector<double> sizes;
  double count, smoothness;
};

Bounds BoundsOfHill(const Node& node, const PictureBox&) {
  return cobble::BoundsOf(DistributionOf(node));
}

// Each wave counts as one evaluation per axis.
double HillEvaluations(const Node& node) { return DimensionsOf(node) * WaveOptions(node).count; }

CostlyKey Costly(const Node& node) {
  const WaveOptions waves(node);
  return {waves.count, waves.key};
}

NoiseKernel MakeHill(const Node& node, KernelRequest request) {
  auto args = std::make_shared<HillArgs>();
  static_cast<NoiseArgs&>(*args) = std::move(request.args);
  args->sizes = WaveOptions(node).Sizes();
  args->distribution = DistributionOf(node);
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
     "low + sqrt(u (high - low) (mode - low)) up to mode, high - sqrt((1 - u) (high - low) (high - "
     "mode)) above it"},
    {"u", "the uniform height; all but uniform limit it to 2^-24..1 - 2^-24"},
};

std::vector<Field> HillFields() {
  return NoiseFields({WholeField("waves", {1, kMaxWaves}, "32", "number of waves that are summed"),
                      {.key = "smoothness",
                       .minimum = 0.2,
                       .maximum = 0.95,
                       .fallback = "0.5",
                       .help = "similarity of the wavelengths; lower values give more fine detail",
                       .details = kSmoothness},
                      {.key = "sizes",
                       .type = FieldType::kList,
                       .minimum = kSmall,
                       .maximum = kLarge,
                       .count = kMaxWaves,
                       .excludes = {"waves", "smoothness"},
                       .default_text = "derived from waves and smoothness",
                       .help = "wavelengths in cells; amplitudes are proportional to them"},
                      {.key = "distribution",
                       .type = FieldType::kObject,
                       .inner = ObjectKind::kDistribution,
                       .fallback = "{}",
                       .help = "how often each height occurs"}});
}

std::vector<Field> TriangularFields() {
  const Bounds limits{-kLarge, kLarge};
  Field mode = RequiredNumber("mode", limits, "most frequent height of a triangular distribution");
  mode.not_below = "low";
  Field high = RequiredNumber("high", limits, "maximum height of a triangular distribution");
  high.not_below = "mode";
  high.above = "low";
  return {RequiredNumber("low", limits, "minimum height of a triangular distribution"), mode, high};
}

InnerObject DistributionObject() {
  const Bounds scales{kSmall, kLarge};
  // The maximum height of a Weibull distribution is alpha 16.6^(1 / beta); slopes there are
  // 2^24 / beta times that.
  return {
      .object = ObjectKind::kDistribution,
      .type = {.key = "type",
               .type = FieldType::kChoice,
               .choices = Names<DistributionType>(),
               .fallback = "\"uniform\"",
               .help = "the distribution of heights",
               .details = kDistributions},
      .types = {
          {"uniform", {}},
          {"weibull",
           {RequiredNumber("alpha", scales, "scale of a Weibull distribution"),
            RequiredNumber("beta", {0.1, 100}, "shape of a Weibull distribution")}},
          {"normal",
           {RequiredNumber("mean", {-kLarge, kLarge}, "mean of a normal distribution"),
            RequiredNumber("deviation", scales, "standard deviation of a normal distribution")}},
          {"exponential",
           {RequiredNumber("rate", scales, "rate of an exponential distribution: 1 / mean")}},
          {"triangular", TriangularFields()}}};
}

}  // namespace

NodeType Hill() {
  return {.spec = {.name = "hill",
                   .summary = "a sum of waves, with every height equally frequent by default: "
                              "swell, dunes, soft terrain",
                   .details = kHillDetails,
                   .noise = NoiseSpec{"Bruce Hill, Hill Noise, 2017; S. O. Rice, Mathematical "
                                      "Analysis of Random Noise, 1944",
                                      {0, 1}},
                   .arguments = {"frequency", "waves"},
                   .fields = HillFields(),
                   .inner = {DistributionObject()}},
          .noise = NoiseType{.bounds = &BoundsOfHill,
                             .evaluations = &HillEvaluations,
                             .costly_key = &Costly,
                             .make = &MakeHill}};
}

}  // namespace cobble::nodes
