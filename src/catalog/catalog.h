// What cobble has, as data: presets, types of nodes, keys, formulas, maps, formats and engines.
// Made of the tables that the library itself uses. Lists, explanations, searches, the Python module
// and the page print it; include/cobble/README.md lists the members.
#pragma once

#include <string>

#include "core/json/tree.h"
#include "recipe/fields/node_spec.h"

namespace cobble {

// Each returns a list of objects, whose first member is the name of what they describe. What is
// empty or false is left out.
JsonTree PresetRows();    // by group, then by name
JsonTree NodeRows();      // types of nodes
JsonTree FieldRows();     // all keys, by path: "domain.rotate", "noise.octaves"
JsonTree FunctionRows();  // of formulas, as are the next four
JsonTree OperatorRows();  // each form of an operator
JsonTree ConstantRows();  // numbers
JsonTree CoordinateRows();
JsonTree RuleRows();  // the rules of the language
JsonTree MapRows();   // built-in maps
JsonTree FormatRows();
JsonTree ReadableFormatRows();  // of pictures that cobble reads
JsonTree EngineRows();

// Returns {name: "#rrggbb", ...}.
JsonTree ColorValues();

// Returns the rows of one type of node and of one key. In: path, under which the key is described.
JsonTree NodeRow(const NodeSpec& spec);
JsonTree FieldRow(const Field& field, const std::string& path);

// Returns {section: rows, ...}, with the versions of cobble and of its noise.
JsonTree Catalog();

}  // namespace cobble
