// Keys that several types of nodes have in common, and limits of their numbers.
#ifndef COBBLE_NODES_FIELDS_H_
#define COBBLE_NODES_FIELDS_H_

#include <initializer_list>
#include <vector>

#include "recipe/field.h"

namespace cobble::nodes {

// Lengths of waves and parameters of distributions: within these, what noises compute of them and
// the slopes of that stay well within float32.
inline constexpr double kLarge = 1e6, kSmall = 1e-6;

Field InputField(std::string_view key, std::string_view help);
Field SourceField();
// The operands a and b, then `own`.
std::vector<Field> OperandFields(std::initializer_list<Field> own = {});
// Of sums over octaves.
Field OctavesField(std::string_view fallback, std::string_view help);
Field LacunarityField();
Field PersistenceField();

}  // namespace cobble::nodes

#endif  // COBBLE_NODES_FIELDS_H_
