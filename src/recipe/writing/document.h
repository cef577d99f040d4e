// Lays out recipes for people: formulas rather than nodes, an order of keys, lines.
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

// Returns the formula with the usual blanks: those around + and -, comparisons, ? and :, behind
// commas, and around other operators on both sides if there is one on either.
std::string SpacedFormula(std::string_view text);

// Sorts the keys of all objects of a recipe: as in the table of fields, but with `nodes` above
// `noise`. Named nodes, maps and packs keep their order and stand on lines of their own; a key that
// the table lacks stays behind the key that it follows.
void OrderKeys(Json* recipe);

// Returns whether a comment stands inside the value, or beside or above one of its items.
bool HasComments(const Json& json);

// Prints it in lines of up to kDocumentWidth bytes where it can be broken, with its comments and a
// final newline. A list or an object stays on one line if it fits and has no comments inside.
inline constexpr std::size_t kDocumentWidth = 100;
std::string PrintDocument(const Json& root);

}  // namespace cobble
