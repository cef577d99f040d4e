// cobble list: prints the tables that cobble is made of.
#include <algorithm>
#include <ostream>
#include <sstream>
#include <utility>

#include "cli/command.h"
#include "cli/command_line.h"
#include "cli/tables.h"
#include "cobble/error.h"
#include "core/numbers.h"
#include "core/suggest.h"

namespace cobble {
namespace {

constexpr std::size_t kWidest = 48;      // of a column of text
constexpr std::size_t kLineWidth = 100;  // of what is wrapped

std::vector<std::string_view> TableNames() {
  std::vector<std::string_view> names;
  for (const Table& table : Tables()) names.push_back(table.name);
  return names;
}

const Table& FindTable(const Words& words) {
  const auto names = TableNames();
  std::string all;
  for (const std::string_view name : names) all += (all.empty() ? "" : ", ") + std::string(name);
  if (words.empty()) throw Error(ErrorKind::kUsage, "", "list what?", "one of " + all);
  for (const Table& table : Tables())
    if (table.name == words[0]) return table;
  std::string hint = DidYouMean(words[0], names);
  if (hint.empty()) hint = "one of " + all;
  throw Error(ErrorKind::kUsage, "", "no list is called " + Quoted(words[0]), hint);
}

std::string CellText(const TableRows& cell) {
  if (cell.is_string()) return cell.get<std::string>();
  if (cell.is_number()) return Shortest(cell.get<double>());
  if (cell.is_boolean()) return cell.get<bool>() ? "yes" : "no";
  std::string text;
  if (cell.is_object()) {
    for (const auto& [key, item] : cell.items())
      text += (text.empty() ? "" : "; ") + key + ": " + CellText(item);
  } else {
    for (const TableRows& item : cell) text += (text.empty() ? "" : ", ") + CellText(item);
  }
  return text;
}

// Columns under each other, without a heading, for people and for awk. A cell that is far longer
// than most moves the rest of its own line alone.
void PrintText(const TableRows& rows, std::ostream& out) {
  std::vector<std::size_t> widths(rows.empty() ? 0 : rows[0].size());
  for (const TableRows& row : rows) {
    std::size_t column = 0;
    for (const TableRows& cell : row) {
      std::size_t& width = widths[column++];
      const std::size_t size = CellText(cell).size();
      if (size <= kWidest) width = std::max(width, size);
    }
  }
  for (const TableRows& row : rows) {
    std::string line;
    std::size_t column = 0;
    for (const TableRows& cell : row) {
      const std::string text = CellText(cell);
      line += text + std::string(std::max(widths[column++], text.size()) + 2 - text.size(), ' ');
    }
    out << line.substr(0, line.find_last_not_of(' ') + 1) << '\n';
  }
}

// A label and what it labels.
using Line = std::pair<std::string, std::string>;

// A row's name with its line of text, and below, indented, its details.
std::vector<Line> LinesOf(const TableRows& row) {
  auto cell = row.begin();
  const std::string name = CellText(*cell++);
  std::vector<Line> lines{{name, CellText(*cell++)}};
  for (; cell != row.end(); ++cell) {
    if (cell->is_object()) {
      for (const auto& [key, item] : cell->items()) lines.emplace_back("  " + key, CellText(item));
    } else {
      lines.emplace_back("  " + cell.key(), CellText(*cell));
    }
  }
  return lines;
}

// Wraps the text between words, every line of it from `column` on.
void PrintLine(const Line& line, std::size_t column, std::ostream& out) {
  std::string text = line.first;
  std::istringstream words(line.second);
  for (std::string word; words >> word;) {
    if (text.size() > column && text.size() + 1 + word.size() > kLineWidth) {
      out << text << '\n';
      text.clear();
    }
    text.append(text.size() < column ? column - text.size() : 1, ' ');
    text += word;
  }
  out << text << '\n';
}

// A block for each row. Lines that are not indented begin with the rows' names.
void PrintBlocks(const TableRows& rows, std::ostream& out) {
  std::vector<Line> lines;
  for (const TableRows& row : rows)
    for (Line& line : LinesOf(row)) lines.push_back(std::move(line));
  std::size_t widest = 0;
  for (const Line& line : lines) widest = std::max(widest, line.first.size());
  for (const Line& line : lines) PrintLine(line, widest + 2, out);
}

// As GitHub writes tables.
void PrintMarkdown(const TableRows& rows, std::ostream& out) {
  if (rows.empty()) return;
  std::string heading = "|", rule = "|";
  for (const auto& [key, cell] : rows[0].items()) {
    heading += ' ' + key + " |";
    rule += "---|";
  }
  out << heading << '\n' << rule << '\n';
  for (const TableRows& row : rows) {
    out << '|';
    bool is_first = true;
    for (const TableRows& cell : row) {
      const std::string text = CellText(cell);
      out << (is_first ? " `" + text + "` |" : ' ' + text + " |");
      is_first = false;
    }
    out << '\n';
  }
}

}  // namespace

int RunList(const Words& words, Streams& streams) {
  CommandLine line("list", "noises|presets|fields|maps|formats|simd [--json | --markdown]",
                   "Prints one of the tables that cobble is made of.");
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
    PrintText(rows, streams.out);
  }
  return 0;
}

}  // namespace cobble
