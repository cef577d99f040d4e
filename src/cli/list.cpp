// cobble list: prints the tables that cobble is made of.
#include <fmt/format.h>

#include <ostream>

#include "cli/command.h"
#include "cli/command_line.h"
#include "cli/print.h"
#include "cli/tables.h"
#include "cobble/error.h"
#include "core/suggest.h"

namespace cobble {
namespace {

std::vector<std::string_view> TableNames() {
  std::vector<std::string_view> names;
  for (const Table& table : Tables()) names.push_back(table.name);
  return names;
}

const Table& FindTable(const Words& words) {
  const auto names = TableNames();
  const std::string all = fmt::format("{}", fmt::join(names, ", "));
  if (words.empty()) throw Error(ErrorKind::kUsage, "", "list what?", "one of " + all);
  for (const Table& table : Tables())
    if (table.name == words[0]) return table;
  std::string hint = DidYouMean(words[0], names);
  if (hint.empty()) hint = "one of " + all;
  throw Error(ErrorKind::kUsage, "", "no list is called " + Quoted(words[0]), hint);
}

}  // namespace

int RunList(const Words& words, Streams& streams) {
  const std::string usage = fmt::format("{} [--json | --markdown]", fmt::join(TableNames(), "|"));
  CommandLine line("list", usage, "Prints one of the tables that cobble is made of.");
  bool json = false, markdown = false;
  line.AddSwitch({.names = "--json", .help = "as JSON", .group = "Form"}, &json);
  line.AddSwitch({.names = "--markdown", .help = "as a table of Markdown", .group = "Form"},
                 &markdown);
  if (!line.Parse(words, streams.out)) return 0;
  const Table& table = FindTable(line.AloneAtMost(1));
  if (json && markdown) throw Error(ErrorKind::kUsage, "--markdown", "contradicts --json");

  if (json) {
    streams.out << table.make().dump(2) << '\n';
    return 0;
  }
  const TableRows rows = table.in_words ? table.in_words() : table.make();
  if (markdown) {
    PrintMarkdown(rows, streams.out);
  } else if (table.in_words) {
    PrintBlocks(rows, streams.out);
  } else {
    PrintColumns(rows, streams.out);
  }
  return 0;
}

}  // namespace cobble
