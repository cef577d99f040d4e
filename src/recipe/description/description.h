// Descriptions of what recipes are made of, as JSON for programs that edit them: keys, types of
// nodes, formulas, presets. Derived from the tables, and from nothing else. What is empty or false
// is left out. include/cobble/README.md lists the members.
#ifndef COBBLE_RECIPE_DESCRIPTION_DESCRIPTION_H_
#define COBBLE_RECIPE_DESCRIPTION_DESCRIPTION_H_

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/json/tree.h"
#include "recipe/fields/node_spec.h"
#include "recipe/formula/tables.h"

namespace cobble {

// Returns the name of a type of value: "integer", "by-axis".
std::string_view NameOfType(FieldType type);

// Returns the keys of an object of this type, except "type" itself.
std::vector<const Field*> KeysOfType(ObjectKind object, int type);

// Returns {word: text, ...}.
JsonTree DetailsTree(std::span<const Detail> details);

// Returns an interval as text: "-1..1".
std::string IntervalText(double low, double high);

// Returns the bounds of a type of node as text: "-1..1; with turbulence 0..1", "lo(s)..hi(s)".
std::string BoundsText(const NodeSpec& spec);

// Returns what a form of an operator expands to, and when: "blend(b, a, c), for colours".
std::string ExpansionText(const FormulaOperator& op);

// Returns the description of a key, with those of the keys of an object inside a node.
JsonTree DescribeField(const Field& field, std::string key);

// Return lists: an object for each row of a table.
JsonTree DescribeRecipeKeys();  // outside nodes; of each, its path: "domain.rotate"
JsonTree DescribeNodes();
JsonTree DescribeFunctions();
JsonTree DescribeOperators();  // for each form of an operator
JsonTree DescribePresets();    // by group, then by name
JsonTree DescribeMaps();

// Returns {name: "#rrggbb", ...}.
JsonTree DescribeColors();

}  // namespace cobble

#endif  // COBBLE_RECIPE_DESCRIPTION_DESCRIPTION_H_
