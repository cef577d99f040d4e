// The tables of `cobble list`: their rows of the catalog, and their columns.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "core/json/tree.h"

namespace cobble {

struct Column {
  std::string_view label;
  std::string_view member = {};                     // of the row; empty: `label`
  JsonTree (*cell)(const JsonTree& row) = nullptr;  // what to show instead of the member
};

struct Table {
  std::string_view name;
  JsonTree (*rows)();
  std::span<const Column> columns;
  bool has_blocks = false;  // as text: a block for each row, with a name, a summary, then details
  std::span<const Column> markdown = {};  // where it has other columns
};

std::span<const Table> Tables();

// Returns the row for readers: {label: cell, ...}. Cells of missing members are empty.
JsonTree Shown(const JsonTree& row, std::span<const Column> columns);

void AddFlag(JsonTree* row);
// Returns the rows of all keys, each with its flag.
JsonTree FieldRowsWithFlags();
// Returns the default of a key as text, or "required".
JsonTree DefaultOf(const JsonTree& key);
// Returns what an operator of formulas expands to, and when: "blend(b, a, c), for colours".
JsonTree ExpansionOf(const JsonTree& row);
// Returns a member's text, or nothing.
std::string TextAt(const JsonTree& row, const char* member);
std::string Joined(const JsonTree& list, std::string_view separator);

}  // namespace cobble
