// Tests that each node type is complete, and that its spec agrees with its keys.
#include <doctest/doctest.h>

#include <algorithm>
#include <string>

#include "cobble/recipe_io.h"
#include "program/node_type.h"
#include "recipe/fields/fields.h"

namespace cobble {
namespace {

TEST_CASE("every type is computed from positions or has its own compile function") {
  for (const NodeType& type : NodeTypes()) {
    CAPTURE(type.spec.name);
    CHECK(FindNodeType(type.spec.name) == &type);
    const bool has_compile = type.spec.is_color ? type.compile_color || type.spec.name == "ref"
                                                : type.compile != nullptr;
    const bool may_be_color = !type.spec.color_if.empty() || !type.spec.color_choice.word.empty();
    CHECK((type.compile && type.compile_color) == may_be_color);
    CHECK(has_compile == !type.noise.has_value());
    if (!type.noise) CHECK_FALSE(type.spec.noise.has_value());
    if (!type.noise) continue;
    const NoiseType& noise = *type.noise;
    CHECK(noise.make != nullptr);
    if (!type.spec.noise) continue;
    CHECK_FALSE(type.spec.noise->source.empty());
    CHECK(type.spec.noise->bounds.low < type.spec.noise->bounds.high);
  }
  CHECK(FindNodeType("no such type") == nullptr);
}

TEST_CASE("the keys of a lattice are keys of the node") {
  for (const NodeType& type : NodeTypes()) {
    CAPTURE(type.spec.name);
    const auto has = [&](std::string_view key) {
      return std::ranges::find(type.spec.fields, key, &Field::key) != type.spec.fields.end();
    };
    const std::string_view name = type.spec.name;
    const bool has_cells =
        name == "by-example" || name == "scatter" || name == "erosion" || name == "phasor";
    if (!type.noise && !has_cells) CHECK_FALSE(has("frequency"));
    if (!type.noise) continue;
    const bool by_keys = type.noise->lattice == nullptr;
    if (type.spec.noise) CHECK(by_keys);
    const Recipe recipe = ReadRecipe(
        R"({"cobble": 1, "noise": {"type": ")" + std::string(type.spec.name) + "\"}}", "test");
    const Lattice lattice = LatticeOf(*type.noise, recipe.noise);
    CHECK(lattice.dimensions >= 1);
    CHECK(lattice.dimensions <= 3);
    if (!lattice.has_cells) continue;
    for (int a = 0; a < lattice.dimensions; ++a)
      CHECK(has(lattice.frequency_keys[static_cast<std::size_t>(a)]));
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
