// tint: a node type with every kind of colour field, for tests of reading and writing.
#include "nodes/shared/fields.h"
#include "program/node_type.h"

namespace cobble::nodes {

NodeType Tint() {
  return {.spec = {.name = "tint",
                   .is_color = true,
                   .summary = "a colour, for tests",
                   .value = "base, stops and palette at source",
                   .bounds = "none",
                   .fields = {SourceField(),
                              {.key = "base",
                               .type = FieldType::kInput,
                               .accepts = Accepts::kColor,
                               .inner = ObjectKind::kNode,
                               .required = true,
                               .help = "the colour to tint"},
                              {.key = "stops",
                               .type = FieldType::kStops,
                               .minimum = -100,
                               .maximum = 100,
                               .count = 8,
                               .fallback = R"([[0, "black"], [1, "white"]])",
                               .help = "colours at values of the source"},
                              {.key = "palette",
                               .type = FieldType::kColors,
                               .count = 4,
                               .fallback = R"(["red", [0, 2, 0.5]])",
                               .help = "colours to choose from"},
                              {.key = "paint",
                               .type = FieldType::kColor,
                               .fallback = R"("teal")",
                               .help = "the colour of the paint"},
                              {.key = "layers",
                               .type = FieldType::kInputs,
                               .count = 3,
                               .accepts = Accepts::kAny,
                               .inner = ObjectKind::kNode,
                               .required = true,
                               .help = "more colours"}}}};
}

}  // namespace cobble::nodes
