// What may stand at a place in a formula, for editors.
#pragma once

#include <cstddef>
#include <string_view>

#include "core/json/tree.h"
#include "recipe/formula/parts.h"

namespace cobble {

// Returns the parts of a formula as rows of `kind`, `from` and `to` in bytes, `call`, in whose
// brackets the part is, and `key`, which its argument sets.
JsonTree FormulaPartRows(std::string_view formula, const FormulaPlace& place);

// Returns what may stand at `offset` in a formula, which may go on there: `from`, where the word to
// replace begins; `is_word` if a value without quotes may stand there; and `options`, rows of
// `label`, `kind`, `detail`, `info`, `insert` and `rank`, the highest of which come first. In:
// is_asked, somebody asked for it, so that all that is possible is listed.
JsonTree FormulaCompletions(std::string_view formula, std::size_t offset, bool is_asked,
                            const FormulaPlace& place);

}  // namespace cobble
