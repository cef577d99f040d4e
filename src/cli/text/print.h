// Prints tables as aligned columns, wrapped blocks or Markdown.
#pragma once

#include <cstddef>
#include <iosfwd>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/json/tree.h"
#include "core/primaries.h"

namespace cobble {

// Appends the text, wrapped between words, to the last line of `to`. Further lines start at
// `column`, and all stop at `end`.
void AppendWrapped(const std::string& text, std::size_t column, std::size_t end, std::string* to);

// Prints aligned columns without a heading, for people and awk. A wide cell shifts only its line.
void PrintColumns(const JsonTree& rows, std::ostream& out);

// Returns the number in at most six digits, and never "-0".
std::string SixDigits(double number);

// Returns the primaries' name in kPrimaries, or "red 0.68, 0.32, green ..., white 0.314, 0.351".
std::string PrimariesText(const Chromaticities& primaries);

using LabelledText = std::pair<std::string, std::string>;

// Prints labels, and texts wrapped between words.
void PrintLabelled(const std::vector<LabelledText>& lines, std::ostream& out);

// Prints a block per row: the first cell labels the second, the others follow, indented and
// labelled with their keys. Omits empty cells.
void PrintBlocks(const JsonTree& rows, std::ostream& out);

// Prints a GitHub Markdown table. The first cell of each row is code.
void PrintMarkdown(const JsonTree& rows, std::ostream& out);

// Prints a row as Markdown: the second cell as a sentence, the others as a list labelled with their
// keys. Omits empty cells and the first, which is the heading.
void PrintMarkdownList(const JsonTree& row, std::ostream& out);

// Escapes text so that * and _ stand for themselves.
std::string MarkdownText(std::string_view text);

}  // namespace cobble
