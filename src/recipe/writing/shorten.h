// Replaces the nodes of a document by formulas.
#pragma once

#include "recipe/formula/names.h"
#include "recipe/json/json.h"
#include "recipe/writing/document.h"

namespace cobble {

// Replaces each node that has no comments inside by a formula that expands to the same nodes, with
// the same seeds, if there is one that people would rather read. Formulas that stand in the
// document get the usual blanks. In: expanded, the recipe of the document with its formulas
// expanded; nodes, the number of nodes that they made; names, its named nodes.
void ShortenNodes(const Json& expanded, const FormulaNames& names, int nodes,
                  DocumentValue* recipe);

// Returns the formula with the usual blanks: those around + and -, comparisons, ? and :, behind
// commas, and around other operators on both sides if there is one on either.
std::string SpacedFormula(std::string_view text);

}  // namespace cobble
