// The tables of `cobble list`: their rows of the catalog, their columns, and what a word finds in
// them, for `explain` and `list`.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "cli/line/command_line.h"
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

// Returns what a knob may be: "0..1", "6..42 by 6", "a colour"; and its value.
JsonTree KnobRange(const JsonTree& knob);
JsonTree KnobValue(const JsonTree& knob);

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

// Returns the rows of all tables whose name or summary has each word of `query`, in singular or
// plural, and the choices of keys whose meanings have them. If none do, returns rows that have the
// words anywhere; if none do either, the same for words that begin so: "gauss" finds a Gaussian.
// What other programs call by that word comes first. A row: table, name, summary.
JsonTree Search(std::string_view query);

// How list and explain print.
struct TextFlags {
  bool json = false, markdown = false, quiet = false;

  // In: what --json and --markdown print.
  void Add(CommandLine* line, const std::string& as_json, const std::string& as_markdown);
};

// Prints such rows: as text, at most kMaxFoundRows of each table, under its name. Unless quiet,
// says on standard error that the word is not a `kind`.
inline constexpr std::size_t kMaxFoundRows = 12;
void PrintFound(const JsonTree& rows, std::string_view word, std::string_view kind,
                const TextFlags& flags, Streams& streams);

}  // namespace cobble
