// cobble list: prints one of cobble's tables.
#include <fmt/format.h>

#include <ostream>

#include "cli/line/command.h"
#include "cli/line/command_line.h"
#include "cli/text/print.h"
#include "cli/text/tables.h"
#include "cobble/error.h"
#include "core/json/print.h"
#include "core/suggest.h"

namespace cobble {
namespace {

std::vector<std::string_view> TableNames() {
  std::vector<std::string_view> names;
  for (const Table& table : Tables()) names.push_back(table.name);
  return names;
}

const Table& FindTable(const Args& args) {
  const auto names = TableNames();
  const std::string all = fmt::format("{}", fmt::join(names, ", "));
  if (args.empty()) throw Error(ErrorKind::kUsage, "", "no table given", "specify one of " + all);
  for (const Table& table : Tables())
    if (table.name == args[0]) return table;
  std::string hint = DidYouMean(args[0], names);
  if (hint.empty()) hint = "one of " + all;
  throw Error(ErrorKind::kUsage, "", "unknown table " + Quoted(args[0]), hint);
}

}  // namespace

int RunList(const Args& args, Streams& streams) {
  const std::string usage = fmt::format("{} [--json | --markdown]", fmt::join(TableNames(), "|"));
  CommandLine line("list", usage, "Print one of cobble's tables");
  bool json = false, markdown = false;
  line.AddSwitch({.names = "--json", .help = "print JSON", .group = "Output"}, &json);
  line.AddSwitch({.names = "--markdown", .help = "print a Markdown table", .group = "Output"},
                 &markdown);
  line.OfferWords(TableNames());
  if (!line.Parse(args, streams.out)) return 0;
  const Table& table = FindTable(line.PositionalsAtMost(1));
  if (json && markdown) throw Error(ErrorKind::kUsage, "", "use --json or --markdown, not both");

  if (json) {
    streams.out << PrintJson(table.make()) << '\n';
    return 0;
  }
  if (markdown && table.make_markdown) {
    PrintMarkdown(table.make_markdown(), streams.out);
    return 0;
  }
  const TableRows rows = table.make_text ? table.make_text() : table.make();
  if (markdown) {
    PrintMarkdown(rows, streams.out);
  } else if (table.make_text) {
    PrintBlocks(rows, streams.out);
  } else {
    PrintColumns(rows, streams.out);
  }
  return 0;
}

}  // namespace cobble
