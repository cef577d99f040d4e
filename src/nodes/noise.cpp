// Shared by the noise types.
#include "nodes/noise.h"

#include "nodes/fields.h"

namespace cobble::nodes {

std::vector<Field> NoiseFields(std::initializer_list<Field> type_fields) {
  std::vector<Field> fields{
      {.key = "dimensions",
       .type = FieldType::kInteger,
       .minimum = 1,
       .maximum = 3,
       .fallback = "2",
       .flag = "--dimensions",
       .help = "number of axes along which the noise varies: x, then y, then z"},
      {.key = "frequency",
       .minimum = 0,
       .exclusive_minimum = true,
       .fallback = "4",
       .flag = "--frequency",
       .help = "cells per unit; the picture is 1 unit wide by default"},
      OctavesField("1", "number of layers, each finer than the one before"),
      LacunarityField(),
      PersistenceField()};
  fields.insert(fields.end(), type_fields);
  fields.push_back(
      {.key = "seed",
       .type = FieldType::kInteger,
       .minimum = 0,
       .maximum = kMaxSeed,
       .default_text =
           "at /noise, the recipe's seed; elsewhere, derived from that seed and the node's path",
       .help = "a seed for this noise only"});
  return fields;
}

Field TurbulenceField() {
  return {
      .key = "turbulence",
      .type = FieldType::kChoice,
      .choices = Names<Turbulence>(),
      .fallback = "\"none\"",
      .flag = "--turbulence",
      .help = "folds each octave at 0: absolute gives sharp creases, smooth gives rounded ones"};
}

Field MetricField() {
  return {.key = "metric",
          .type = FieldType::kChoice,
          .choices = Names<Metric>(),
          .fallback = "\"euclidean\"",
          .flag = "--metric",
          .help = "distance metric"};
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
