// Shared by the noise types.
#include "nodes/shared/noise.h"

#include <algorithm>
#include <cmath>

namespace cobble::nodes {

namespace {

constexpr Detail kFrequency[] = {
    {"8",
     "8 cells across the width of the picture, so features are 1/8 of the picture wide; twice the "
     "frequency makes them half as large"},
};

constexpr Detail kFrequencies[] = {
    kFrequency[0],
    {"[3, 5]",
     "cells 1/3 wide and 1/5 high, as a transform with scale [3, 5] would make them; if dimensions "
     "is 3, three numbers"},
};

constexpr Detail kOctaves[] = {
    {"sum",
     "(n_0 + persistence n_1 + persistence^2 n_2 + ...) / (1 + persistence + persistence^2 + ...), "
     "n_o = the noise at frequency * lacunarity^o, with a seed of its own"},
};

constexpr Detail kMetrics[] = {
    {"euclidean", "sqrt(x^2 + y^2 + z^2), x, y, z = the distance along each axis: round cells"},
    {"euclidean-squared", "x^2 + y^2 + z^2: round cells with flat centres"},
    {"manhattan", "abs(x) + abs(y) + abs(z): diamonds"},
    {"chebyshev", "max(abs(x), abs(y), abs(z)): squares"},
};

}  // namespace

Field DimensionsField() {
  return WholeField(
      "dimensions", {1, 3}, "2",
      "number of axes along which the noise varies: x, then y, then z; 3 by default on "
      "a sphere");
}

Field FrequencyField() {
  return {.key = "frequency",
          .minimum = 0,
          .exclusive_minimum = true,
          .fallback = "4",
          .help = "cells per unit; the picture is 1 unit wide by default",
          .details = kFrequency};
}

Field SeedField() {
  return {.key = "seed",
          .type = FieldType::kInteger,
          .minimum = 0,
          .maximum = kMaxSeed,
          .excludes = {"pattern"},
          .default_text =
              "at /noise, the recipe's seed; elsewhere, derived from that seed and the node's path",
          .help = "a fixed seed for this noise only; the recipe's seed then has no effect on it"};
}

Field PatternField() {
  return {.key = "pattern",
          .type = FieldType::kText,
          .excludes = {"seed"},
          .default_text = "none (the seed comes from the node's path)",
          .help =
              "a name: noises with the same pattern, type, dimensions and frequency share their "
              "points or lattice, and follow the recipe's seed"};
}

Field FrequenciesField(int axes) {
  Field field = FrequencyField();
  field.type = FieldType::kByAxis;
  field.minimum_count = 2;
  field.count = axes;
  field.help =
      "cells per unit, the same along all axes or one number for each; the picture is 1 unit wide "
      "by default";
  field.details = kFrequencies;
  return field;
}

std::vector<Field> NoiseFields(std::initializer_list<Field> type_fields) {
  std::vector<Field> fields{DimensionsField(), FrequenciesField(),
                            OctavesField("1", "number of layers, each finer than the one before"),
                            LacunarityField(), PersistenceField()};
  std::ranges::find(fields, "octaves", &Field::key)->details = kOctaves;
  fields.insert(fields.end(), type_fields);
  fields.push_back(SeedField());
  fields.push_back(PatternField());
  return fields;
}

Field MetricField() {
  return ChoiceField("metric", Names<Metric>(), "\"euclidean\"", "distance metric", kMetrics);
}

std::vector<Requirement> OffsetRequirements() {
  return {{"function", R"("u")", "limit", {"1"}},
          {"function", R"("v")", "limit", {"1"}},
          {"function", R"("w")", "limit", {"1"}},
          {"function", R"("v")", "dimensions", {"2", "3"}},
          {"function", R"("w")", "dimensions", {"3"}}};
}

Field LimitField() {
  return NumberField("limit", {1, 3}, "1",
                     "maximum distance, in cells: larger distances are cut off to flat areas; a "
                     "higher limit searches more cells and takes longer");
}

int DimensionsOf(const Node& node) { return static_cast<int>(node.Number("dimensions")); }

float LimitOf(const Node& node) { return static_cast<float>(node.Number("limit")); }

int ReachOf(const Node& node) { return static_cast<int>(std::ceil(node.Number("limit"))); }

double PerDimension(const Node& node, double base) {
  double power = 1;
  for (int dimensions = DimensionsOf(node); dimensions > 0; --dimensions) power *= base;
  return power;
}

}  // namespace cobble::nodes
