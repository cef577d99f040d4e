// Tests of the node types: each is complete, and their specs agree with their keys.
#include <doctest/doctest.h>

#include "program/node_type.h"
#include "recipe/fields.h"

namespace cobble {
namespace {

TEST_CASE("every type is a complete noise or has its own compile function") {
  for (const NodeType* type : NodeTypes()) {
    CAPTURE(type->spec.name);
    CHECK(FindNodeType(type->spec.name) == type);
    CHECK((type->compile != nullptr) == (type->noise == nullptr));
    CHECK(type->spec.noise.has_value() == (type->noise != nullptr));
    if (!type->noise) continue;
    const NoiseType& noise = *type->noise;
    const bool is_whole = noise.bounds && noise.evaluations && noise.make;
    CHECK(is_whole);
    CHECK_FALSE(type->spec.noise->source.empty());
    CHECK(type->spec.noise->bounds.low < type->spec.noise->bounds.high);
  }
  CHECK(FindNodeType("no such type") == nullptr);
}

TEST_CASE("exactly the noises have a frequency") {
  const Field* const frequency = FindField(ObjectKind::kNode, "frequency");
  REQUIRE(frequency != nullptr);
  int type = 0;
  for (const NodeSpec* spec : NodeSpecs()) {
    CAPTURE(spec->name);
    CHECK(Uses(type++, *frequency) == spec->noise.has_value());
  }
}

TEST_CASE("the fields of a type are in the order of its spec") {
  int number = 0;
  for (const NodeSpec* spec : NodeSpecs()) {
    CAPTURE(spec->name);
    const auto rows = FieldsOf(ObjectKind::kNode, number);
    const std::size_t first = spec->name == kRefType ? 0 : 1;  // after the key `type`
    REQUIRE(rows.size() == spec->fields.size() + first);
    for (std::size_t k = 0; k < spec->fields.size(); ++k) {
      CHECK(rows[first + k]->key == spec->fields[k].key);
      CHECK(Uses(number, *rows[first + k]));
    }
    ++number;
  }
}

TEST_CASE("the types of an inner object are the choices of its key `type`") {
  for (const NodeSpec* spec : NodeSpecs()) {
    for (const InnerObject& inner : spec->inner) {
      REQUIRE(inner.types.size() == inner.type.choices.size());
      for (std::size_t k = 0; k < inner.types.size(); ++k)
        CHECK(inner.types[k].name == inner.type.choices[k]);
    }
  }
}

}  // namespace
}  // namespace cobble
