// Keys that several node types share, and limits on their values.
#pragma once

#include <initializer_list>
#include <span>
#include <string_view>
#include <vector>

#include "core/bounds.h"
#include "recipe/fields/field.h"

namespace cobble::nodes {

// Limits on wavelengths, distributions and weights that keep noises and slopes within float32.
inline constexpr double kLarge = 1e6, kSmall = 1e-6;

// Return the field of a number, a whole number, or one of some words. In: fallback, as JSON.
Field NumberField(std::string_view key, Bounds limits, std::string_view fallback,
                  std::string_view help);
Field WholeField(std::string_view key, Bounds limits, std::string_view fallback,
                 std::string_view help);
Field ChoiceField(std::string_view key, std::span<const std::string_view> choices,
                  std::string_view fallback, std::string_view help,
                  std::span<const Detail> details = {});
// A number without a default.
Field RequiredNumber(std::string_view key, Bounds limits, std::string_view help);
// Returns a field that has an effect only if `key` has one of these values, at most 4.
Field UsedIf(std::string_view key, std::initializer_list<std::string_view> values, Field field);

// Returns the field of a number, or of an input, with the bounds of what is useful.
Field Useful(Bounds bounds, Field field);

Field InputField(std::string_view key, std::string_view help);
Field SourceField();
// An optional input. In: fallback, its default, a number.
Field OptionalField(std::string_view key, std::string_view fallback, std::string_view help);
// An input that is a colour, or a number as grey.
Field ColorField(std::string_view key, std::string_view help);
// The operands a and b.
std::vector<Field> OperandFields();
// Keys of nodes that sum octaves.
Field OctavesField(std::string_view fallback, std::string_view help);
Field LacunarityField();
Field PersistenceField();

}  // namespace cobble::nodes
