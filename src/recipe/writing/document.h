// Lays out recipes for people: nodes become formulas, keys get an order, values fill lines.
#pragma once

#include <string>
#include <string_view>

#include "recipe/formula/names.h"
#include "recipe/json/json.h"

namespace cobble {

// Replaces each node without comments inside by a formula that expands to the same nodes, with the
// same seeds, if there is one that people would rather read. Formulas in the recipe get the usual
// blanks. In: expanded, the recipe with its formulas expanded; nodes, the number of nodes that they
// made; names, its named nodes.
void ShortenNodes(const Json& expanded, const FormulaNames& names, int nodes, Json* recipe);

// Returns the formula with the usual blanks: around + and -, comparisons, ? and :, behind commas,
// and on both sides of another operator that has one on either side.
std::string SpacedFormula(std::string_view text);

// Sorts the keys of all objects of a recipe as in the table of fields, but with `nodes` above
// `noise`. A key that the table lacks stays behind the key that it follows. Named nodes, maps and
// packs keep their order, and each stands on a line of its own.
void OrderKeys(Json* recipe);

// Returns whether a comment stands inside the value, or beside or above one of its items.
bool HasComments(const Json& json);

// Prints it with its comments and a final newline, in lines of up to kDocumentWidth bytes where it
// can be broken. A list or an object without comments inside stays on one line if it fits.
inline constexpr std::size_t kDocumentWidth = 100;
std::string PrintDocument(const Json& root);

}  // namespace cobble
