// What the types that are noises have in common.
#include "nodes/noise.h"

#include "nodes/fields.h"

namespace cobble::nodes {

std::vector<Field> NoiseFields(std::initializer_list<Field> own) {
  std::vector<Field> fields{{.key = "dimensions",
                             .type = FieldType::kWhole,
                             .minimum = 1,
                             .maximum = 3,
                             .fallback = "2",
                             .flag = "--dimensions",
                             .help = "how many of x, y and z the noise depends on"},
                            {.key = "frequency",
                             .minimum = 0,
                             .exclusive_minimum = true,
                             .fallback = "4",
                             .flag = "--frequency",
                             .help = "lattice cells a domain unit"},
                            OctavesField("1", "how many layers of finer and finer noise"),
                            LacunarityField(),
                            PersistenceField()};
  fields.insert(fields.end(), own);
  fields.push_back({.key = "seed",
                    .type = FieldType::kWhole,
                    .minimum = 0,
                    .maximum = kMaxSeed,
                    .otherwise = "the recipe's at /noise, elsewhere from it and the node's path",
                    .help = "the noise's own seed"});
  return fields;
}

Field TurbulenceField() {
  return {.key = "turbulence",
          .type = FieldType::kChoice,
          .choices = Names<Turbulence>(),
          .fallback = "\"none\"",
          .flag = "--turbulence",
          .help = "folds each octave at 0"};
}

Field MetricField() {
  return {.key = "metric",
          .type = FieldType::kChoice,
          .choices = Names<Metric>(),
          .fallback = "\"euclidean\"",
          .flag = "--metric",
          .help = "how distances are measured"};
}

int DimensionsOf(const Node& node) { return static_cast<int>(node.Number("dimensions")); }

Bounds FoldableBounds(const Node& node) {
  return {Choice<Turbulence>(node, "turbulence") == Turbulence::kNone ? -1.0 : 0.0, 1};
}

double PerDimension(const Node& node, double base) {
  double power = 1;
  for (int dimensions = DimensionsOf(node); dimensions > 0; --dimensions) power *= base;
  return power;
}

}  // namespace cobble::nodes
