// Replaces the nodes of a document by formulas.
#pragma once

#include "recipe/formula/names.h"
#include "recipe/json/json.h"
#include "recipe/writing/document.h"

namespace cobble {

// Replaces each node without comments inside by a formula that expands to the same nodes with the
// same seeds, if people would rather read it. Formulas already in the document get the usual
// blanks. In: expanded, the document's recipe with its formulas expanded; names, its named nodes;
// nodes, the number of nodes that the formulas made.
void ShortenNodes(const Json& expanded, const FormulaNames& names, int nodes,
                  DocumentValue* recipe);

// Returns the formula with the usual blanks: around + and -, comparisons, ? and :, after commas,
// and on both sides of other operators that have one on either side.
std::string SpacedFormula(std::string_view text);

}  // namespace cobble
