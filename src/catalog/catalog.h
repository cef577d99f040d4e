// What cobble has, as data from the library's own tables: presets, types of nodes, keys, formulas,
// maps, formats and engines. Lists, explanations, searches, the Python module and the page print
// it. include/cobble/README.md lists the members.
#pragma once

#include <string>

#include "cobble/recipe.h"
#include "core/json/tree.h"
#include "recipe/fields/node_spec.h"

namespace cobble {

// Each returns objects whose first member is a name. Empty and false members are left out.
JsonTree PresetRows();    // by group, then by name
JsonTree NodeRows();      // types of nodes
JsonTree FieldRows();     // all keys, by path: "domain.rotate", "noise.octaves"
JsonTree FunctionRows();  // of formulas, like the next four
JsonTree LibraryRows();   // functions of the built-in library
JsonTree OperatorRows();  // each form of an operator
JsonTree ConstantRows();
JsonTree CoordinateRows();
JsonTree RuleRows();  // of the language
JsonTree MapRows();   // built-in maps
JsonTree FormatRows();
JsonTree ReadableFormatRows();  // of pictures that cobble reads
JsonTree EngineRows();

// Returns the recipe's knobs: {name, value, range, step, description}.
JsonTree KnobRows(const Recipe& recipe);
// Returns those of all presets, each with the preset's name.
JsonTree PresetKnobRows();

// Returns {name: "#rrggbb", ...}.
JsonTree ColorValues();

// Return the row of one type of node or one key. In: path, the name in the key's row.
JsonTree NodeRow(const NodeSpec& spec);
JsonTree FieldRow(const Field& field, const std::string& path);

// Returns {section: rows, ...} and the versions of cobble and its noise.
JsonTree Catalog();

}  // namespace cobble
