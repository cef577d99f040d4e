// Keys shared by several node types.
#include "nodes/shared/fields.h"

namespace cobble::nodes {

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

std::vector<Field> OperandFields(std::initializer_list<Field> others) {
  std::vector<Field> fields{InputField("a", "the first operand"),
                            InputField("b", "the second operand")};
  fields.insert(fields.end(), others);
  return fields;
}

Field OctavesField(std::string_view fallback, std::string_view help) {
  return {.key = "octaves",
          .type = FieldType::kInteger,
          .minimum = 1,
          .maximum = 32,
          .fallback = fallback,
          .flag = "--octaves",
          .help = help,
          .brief = "levels of detail"};
}

Field LacunarityField() {
  return {.key = "lacunarity",
          .minimum = 1,
          .maximum = 16,
          .fallback = "2",
          .flag = "--lacunarity",
          .help = "frequency multiplier from one octave to the next"};
}

Field PersistenceField() {
  return {.key = "persistence",
          .minimum = 0,
          .maximum = 1,
          .fallback = "0.5",
          .flag = "--persistence",
          .help = "amplitude multiplier from one octave to the next"};
}

}  // namespace cobble::nodes
