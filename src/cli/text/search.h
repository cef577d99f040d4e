// Finds what a word means in the texts of the tables, for `explain` and `list`.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "cli/line/command_line.h"
#include "core/json/tree.h"

namespace cobble {

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
