// hill: a sum of waves, every height as frequent as any other.
#include <initializer_list>
#include <string>

#include "nodes/fields.h"
#include "nodes/noise.h"
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

Bounds BoundsOf(const Node& node) { return cobble::BoundsOf(DistributionOf(node)); }

double WavesOf(const Node& node) {
  return node.Has("sizes") ? static_cast<double>(node.Numbers("sizes").size())
                           : node.Number("waves");
}

// A wave along an axis is an evaluation.
double Evaluations(const Node& node) { return DimensionsOf(node) * WavesOf(node); }

CostlyKey Costly(const Node& node) {
  return {WavesOf(node), node.Has("sizes") ? "sizes" : "waves"};
}

NoiseKernel Make(const Node& node, std::vector<Octave> octaves, const KernelRequest& request) {
  auto args = std::make_shared<HillArgs>();
  args->dimensions = DimensionsOf(node);
  args->slopes = request.slopes;
  args->sizes = node.Has("sizes")
                    ? node.Numbers("sizes")
                    : WaveSizes(static_cast<int>(node.Number("waves")), node.Number("smoothness"));
  args->distribution = DistributionOf(node);
  args->octaves = std::move(octaves);
  MakeWaves(args.get());
  const Kernel kernel = SelectHill(*args, request.form, request.simd_target);
  return {std::move(args), kernel};
}

std::vector<Field> Fields() {
  return NoiseFields({{.key = "waves",
                       .type = FieldType::kWhole,
                       .least = 1,
                       .greatest = kMaxWaves,
                       .fallback = "32",
                       .flag = "--waves",
                       .help = "how many waves are summed"},
                      {.key = "smoothness",
                       .least = 0.2,
                       .greatest = 0.95,
                       .fallback = "0.5",
                       .flag = "--smoothness",
                       .help = "how alike the waves' sizes are: the less, the more fine detail"},
                      {.key = "sizes",
                       .type = FieldType::kList,
                       .least = kSmall,
                       .greatest = kLarge,
                       .count = kMaxWaves,
                       .instead_of = {"waves", "smoothness"},
                       .otherwise = "none: waves and smoothness make them",
                       .flag = "--sizes",
                       .help = "the waves' lengths in cells, in the ratio of their heights"},
                      {.key = "distribution",
                       .type = FieldType::kObject,
                       .inner = ObjectKind::kDistribution,
                       .fallback = "{}",
                       .help = "how often each height occurs"}});
}

// A parameter of a distribution, which has no default.
Field Parameter(std::string_view key, std::string_view flag, double minimum, double maximum,
                std::string_view help) {
  return {.key = key,
          .least = minimum,
          .greatest = maximum,
          .required = true,
          .flag = flag,
          .help = help};
}

InnerObject DistributionObject() {
  // The greatest height of a Weibull distribution is alpha 16.6^(1 / beta), and slopes there
  // 2^24 / beta of that.
  Field mode = Parameter("mode", "--mode", -kLarge, kLarge,
                         "most frequent height of a triangular distribution");
  mode.not_below = "low";
  Field high =
      Parameter("high", "--high", -kLarge, kLarge, "greatest height of a triangular distribution");
  high.not_below = "mode";
  high.above = "low";
  return {
      .object = ObjectKind::kDistribution,
      .type = {.key = "type",
               .type = FieldType::kChoice,
               .choices = Names<DistributionType>(),
               .fallback = "\"uniform\"",
               .flag = "--distribution",
               .help = "the law by which heights occur"},
      .types = {
          {"uniform", {}},
          {"weibull",
           {Parameter("alpha", "--alpha", kSmall, kLarge, "scale of a Weibull distribution"),
            Parameter("beta", "--beta", 0.1, 100, "shape of a Weibull distribution")}},
          {"normal",
           {Parameter("mean", "--mean", -kLarge, kLarge, "mean of a normal distribution"),
            Parameter("deviation", "--deviation", kSmall, kLarge,
                      "standard deviation of a normal distribution")}},
          {"exponential",
           {Parameter("rate", "--rate", kSmall, kLarge,
                      "rate of an exponential distribution: 1 / mean")}},
          {"triangular",
           {Parameter("low", "--low", -kLarge, kLarge, "least height of a triangular distribution"),
            mode, high}}}};
}

}  // namespace

const NodeType& Hill() {
  static const NoiseType noise{
      .bounds = &BoundsOf, .evaluations = &Evaluations, .costly_key = &Costly, .make = &Make};
  static const NodeType type{
      .spec = {.name = "hill",
               .summary = "a sum of waves, every height as frequent as any other: swell, dunes, "
                          "soft terrain",
               .noise = NoiseSpec{"Bruce Hill, Hill Noise, 2017; S. O. Rice, Mathematical Analysis "
                                  "of Random Noise, 1944",
                                  {0, 1}},
               .fields = Fields(),
               .inner = {DistributionObject()}},
      .noise = &noise};
  return type;
}

}  // namespace cobble::nodes
