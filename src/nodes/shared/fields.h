// Keys shared by several node types, and limits of their values.
#pragma once

#include <initializer_list>
#include <span>
#include <string_view>
#include <vector>

#include "core/bounds.h"
#include "recipe/fields/field.h"

namespace cobble::nodes {

// Limits on wavelengths, distribution parameters and weights. Within them, values and slopes of
// noises stay well within float32.
inline constexpr double kLarge = 1e6, kSmall = 1e-6;

// Return the field of a number, of a whole number, and of one of some words. In: limits, minimum
// and maximum; fallback, as JSON.
Field NumberField(std::string_view key, Bounds limits, std::string_view fallback,
                  std::string_view help);
Field WholeField(std::string_view key, Bounds limits, std::string_view fallback,
                 std::string_view help);
Field ChoiceField(std::string_view key, std::span<const std::string_view> choices,
                  std::string_view fallback, std::string_view help,
                  std::span<const Detail> details = {});
// A number without a default.
Field RequiredNumber(std::string_view key, Bounds limits, std::string_view help);
// Returns the field of a key that has an effect only if `key` has one of these values, at most 4.
Field UsedIf(std::string_view key, std::initializer_list<std::string_view> values, Field field);

Field InputField(std::string_view key, std::string_view help);
Field SourceField();
// An input that need not be given. In: fallback, its default, a number.
Field OptionalField(std::string_view key, std::string_view fallback, std::string_view help);
// An input that is a colour, or a number, which is grey.
Field ColorField(std::string_view key, std::string_view help);
// Returns the operands a and b, followed by `others`.
std::vector<Field> OperandFields(std::initializer_list<Field> others = {});
// Keys of nodes that sum octaves.
Field OctavesField(std::string_view fallback, std::string_view help);
Field LacunarityField();
Field PersistenceField();

}  // namespace cobble::nodes
