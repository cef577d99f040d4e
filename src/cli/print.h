// How tables are laid out for people: columns, wrapped blocks, and Markdown.
#ifndef COBBLE_CLI_PRINT_H_
#define COBBLE_CLI_PRINT_H_

#include <iosfwd>
#include <string>
#include <utility>
#include <vector>

#include "cli/tables.h"

namespace cobble {

// Columns under each other, without a heading, for people and for awk. A cell that is far longer
// than most moves the rest of its own line alone.
void PrintColumns(const TableRows& rows, std::ostream& out);

// A label and what it labels.
using LabelledText = std::pair<std::string, std::string>;

// The texts in a column of their own, wrapped between words.
void PrintLabelled(const std::vector<LabelledText>& lines, std::ostream& out);

// A block for each row: its first cell labels the second, and below, indented, each further cell
// stands with its key. Cells that are empty are left out.
void PrintBlocks(const TableRows& rows, std::ostream& out);

// As GitHub writes tables.
void PrintMarkdown(const TableRows& rows, std::ostream& out);

}  // namespace cobble

#endif  // COBBLE_CLI_PRINT_H_
