// cobble list: prints one of cobble's tables.
#include <fmt/format.h>

#include <ostream>

#include "cli/line/command.h"
#include "cli/text/print.h"
#include "cli/text/search.h"
#include "cli/text/tables.h"
#include "cobble/error.h"
#include "core/json/print.h"
#include "core/list_text.h"
#include "core/suggest.h"

namespace cobble {
namespace {

std::vector<std::string> TableWords() { return RowNames<std::string>(Tables()); }

// Returns null if the word is not a table but rows mention it. Throws Error if nothing does.
const Table* FindTable(const Args& args) {
  const auto names = RowNames(Tables());
  const std::string all = fmt::format("{}", fmt::join(names, ", "));
  if (args.empty()) throw Error(ErrorKind::kUsage, "", "no table given", "specify one of " + all);
  for (const Table& table : Tables())
    if (table.name == args[0]) return &table;
  Phrase hint = DidYouMean(args[0], names);
  if (hint.empty() && !Search(args[0]).empty()) return nullptr;
  if (hint.empty()) hint = "one of " + all;
  throw Error(ErrorKind::kUsage, "", "unknown table " + Quoted(args[0]), hint);
}

struct ListFlags : TextFlags {
  void AddTo(CommandLine* line) { Add(line, "print JSON", "print a Markdown table"); }
};

void List(const Args& args, const ListFlags& flags, Streams& streams) {
  const Table* const table = FindTable(args);
  if (!table) return PrintFound(Search(args[0]), args[0], "table", flags, streams);
  std::ostream& out = streams.out;
  const JsonTree rows = table->rows();
  if (flags.json) {
    out << PrintJson(rows) << '\n';
    return;
  }
  JsonTree shown = JsonTree::array();
  const bool has_own = flags.markdown && !table->markdown.empty();
  for (const JsonTree& row : rows)
    shown.push_back(Shown(row, has_own ? table->markdown : table->columns));
  if (flags.markdown) {
    PrintMarkdown(shown, out);
  } else if (table->has_blocks) {
    PrintBlocks(shown, out);
  } else {
    PrintColumns(shown, out);
  }
}

}  // namespace

void DeclareList(CommandLine* line) {
  line->Describe({.usage = "TABLE [--json | --markdown]",
                  .summary = fmt::format("Print one of cobble's tables: {}. For any other "
                                         "word, print the rows that mention it",
                                         fmt::join(RowNames(Tables()), ", ")),
                  .positionals = {.kind = Positionals::kWords, .words = &TableWords}});
  line->OnRun(&List);
}

}  // namespace cobble
