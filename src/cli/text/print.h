// Prints tables as aligned columns, wrapped blocks or Markdown.
#pragma once

#include <iosfwd>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/json/tree.h"

namespace cobble {

// Prints aligned columns without a heading, for readers and for awk. A cell that is too wide shifts
// the rest of its line only.
void PrintColumns(const JsonTree& rows, std::ostream& out);

// A label and its text.
using LabelledText = std::pair<std::string, std::string>;

// Prints two columns: labels, and texts wrapped between words.
void PrintLabelled(const std::vector<LabelledText>& lines, std::ostream& out);

// Prints a block for each row: the first cell labels the second; the other cells follow, indented
// and labelled with their keys. Omits empty cells.
void PrintBlocks(const JsonTree& rows, std::ostream& out);

// Prints a GitHub Markdown table. The first cell of each row is code.
void PrintMarkdown(const JsonTree& rows, std::ostream& out);

// Prints a row as Markdown: the second cell as a sentence, the others as a list, labelled with
// their keys. Omits the first cell, which is the heading, and empty cells.
void PrintMarkdownList(const JsonTree& row, std::ostream& out);

// Returns text for Markdown, in which * and _ stand for themselves.
std::string MarkdownText(std::string_view text);

}  // namespace cobble
