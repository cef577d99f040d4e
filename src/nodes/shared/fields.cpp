// Keys that several node types share.
#include "nodes/shared/fields.h"

#include <algorithm>

namespace cobble::nodes {

Field NumberField(std::string_view key, Bounds limits, std::string_view fallback,
                  std::string_view help) {
  return {.key = key,
          .minimum = limits.low,
          .maximum = limits.high,
          .fallback = fallback,
          .help = help};
}

Field WholeField(std::string_view key, Bounds limits, std::string_view fallback,
                 std::string_view help) {
  Field field = NumberField(key, limits, fallback, help);
  field.type = FieldType::kInteger;
  return field;
}

Field ChoiceField(std::string_view key, std::span<const std::string_view> choices,
                  std::string_view fallback, std::string_view help,
                  std::span<const Detail> details) {
  return {.key = key,
          .type = FieldType::kChoice,
          .choices = choices,
          .fallback = fallback,
          .help = help,
          .details = details};
}

Field RequiredNumber(std::string_view key, Bounds limits, std::string_view help) {
  Field field = NumberField(key, limits, "", help);
  field.required = true;
  return field;
}

Field UsedIf(std::string_view key, std::initializer_list<std::string_view> values, Field field) {
  field.effective_if = key;
  std::ranges::copy(values, field.effective_values.begin());
  return field;
}

Field Useful(Bounds bounds, Field field) {
  field.useful = bounds;
  return field;
}

Field InputField(std::string_view key, std::string_view help) {
  return {.key = key,
          .type = FieldType::kInput,
          .inner = ObjectKind::kNode,
          .required = true,
          .help = help};
}

Field ColorField(std::string_view key, std::string_view help) {
  Field field = InputField(key, help);
  field.accepts = Accepts::kColor;
  return field;
}

Field OptionalField(std::string_view key, std::string_view fallback, std::string_view help) {
  Field field = InputField(key, help);
  field.required = false;
  field.fallback = fallback;
  return field;
}

Field SourceField() { return InputField("source", "the input"); }

std::vector<Field> OperandFields() {
  return {InputField("a", "the first operand"), InputField("b", "the second operand")};
}

Field OctavesField(std::string_view fallback, std::string_view help) {
  return Useful({1, 12}, WholeField("octaves", {1, 32}, fallback, help));
}

Field LacunarityField() {
  return Useful({1.5, 4}, NumberField("lacunarity", {1, 16}, "2",
                                      "frequency multiplier from one octave to the next"));
}

Field PersistenceField() {
  return NumberField("persistence", {0, 1}, "0.5",
                     "amplitude multiplier from one octave to the next");
}

}  // namespace cobble::nodes
