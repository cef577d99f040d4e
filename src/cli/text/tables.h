// The tables that `cobble list` prints.
#ifndef COBBLE_CLI_TEXT_TABLES_H_
#define COBBLE_CLI_TEXT_TABLES_H_

#include <span>
#include <string_view>

#include "core/json/tree.h"
#include "recipe/fields/fields.h"

namespace cobble {

// An array of objects (the rows), which all have the same keys in the same order.
using TableRows = JsonTree;

// Returns a row for each item: make(item).
template <typename Items, typename Make>
TableRows MakeRows(const Items& items, const Make& make) {
  TableRows rows = TableRows::array();
  for (const auto& item : items) rows.push_back(make(item));
  return rows;
}

struct Table {
  std::string_view name;
  TableRows (*make)();
  // Makes the rows to print as text blocks: a name, a summary, then details. An object among the
  // details holds further details. If null, the rows of `make` are printed in columns.
  TableRows (*make_text)() = nullptr;
  // Makes the rows of the Markdown table, where they differ from those to print as text.
  TableRows (*make_markdown)() = nullptr;
};

std::span<const Table> Tables();

// Returns the row of a field in the table "fields".
TableRows FieldRow(const Field& field);

}  // namespace cobble

#endif  // COBBLE_CLI_TEXT_TABLES_H_
