// cobble list: prints one of cobble's tables.
#include <fmt/format.h>

#include <ostream>

#include "cli/line/command.h"
#include "cli/text/print.h"
#include "cli/text/tables.h"
#include "cobble/error.h"
#include "core/json/print.h"
#include "core/list_text.h"
#include "core/suggest.h"

namespace cobble {
namespace {

std::vector<std::string> TableWords() { return RowNames<std::string>(Tables()); }

const Table& FindTable(const Args& args) {
  const auto names = RowNames(Tables());
  const std::string all = fmt::format("{}", fmt::join(names, ", "));
  if (args.empty()) throw Error(ErrorKind::kUsage, "", "no table given", "specify one of " + all);
  for (const Table& table : Tables())
    if (table.name == args[0]) return table;
  std::string hint = DidYouMean(args[0], names);
  if (hint.empty()) hint = "one of " + all;
  throw Error(ErrorKind::kUsage, "", "unknown table " + Quoted(args[0]), hint);
}

struct ListFlags {
  bool json = false, markdown = false;

  void AddTo(CommandLine* line) {
    line->BeginGroup("Output");
    line->AddSwitch({"--json", "print JSON"}, &json);
    line->AddSwitch({"--markdown", "print a Markdown table", {.excludes = {{"--json"}}}},
                    &markdown);
  }
};

void List(const Args& args, const ListFlags& flags, Streams& streams) {
  const Table& table = FindTable(args);
  std::ostream& out = streams.out;
  if (flags.json) {
    out << PrintJson(table.make()) << '\n';
    return;
  }
  if (flags.markdown && table.make_markdown) return PrintMarkdown(table.make_markdown(), out);
  const TableRows rows = table.make_text ? table.make_text() : table.make();
  if (flags.markdown) {
    PrintMarkdown(rows, out);
  } else if (table.make_text) {
    PrintBlocks(rows, out);
  } else {
    PrintColumns(rows, out);
  }
}

}  // namespace

void DeclareList(CommandLine* line) {
  line->Describe({.usage = "TABLE [--json | --markdown]",
                  .summary = fmt::format("Print one of cobble's tables: {}",
                                         fmt::join(RowNames(Tables()), ", ")),
                  .positionals = {.kind = Positionals::kWords, .words = &TableWords}});
  line->OnRun(&List);
}

}  // namespace cobble
