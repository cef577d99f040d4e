// Lays out the help of a command.
#include "cli/line/command_help.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <sstream>

#include "cli/line/examples.h"
#include "cli/terminal/streams.h"

namespace cobble {
namespace {

// The columns where the texts of flags begin and where lines end.
struct Layout {
  std::size_t text, end;
};
constexpr std::size_t kFullText = 32;
constexpr std::ptrdiff_t kBriefLines = 24;  // help with more lines lists the main flags
constexpr std::size_t kMaxShortText = 28;   // maximum Layout::text of short help

// Returns "-o,--output [MAP[,MAP...]=]FILE".
std::string LabelOf(const FlagSpec& flag) {
  std::string label = fmt::format("{}", fmt::join(AllNames(flag), ","));
  if (!flag.value.empty()) label += ' ' + flag.value;
  return label;
}

// Appends the text, wrapped between words, to the last line of `to`. Further lines start at
// `column`, and all stop at `end`.
void AppendWrapped(const std::string& text, std::size_t column, std::size_t end, std::string* to) {
  std::size_t width = to->size() - (to->rfind('\n') + 1);  // npos + 1 is 0
  std::istringstream words(text);
  words.exceptions(std::ios::badbit);  // rethrows failed allocations
  for (std::string word; words >> word;) {
    if (width > column && width + 1 + word.size() > end) {
      *to += '\n';
      width = 0;
    }
    const std::size_t start = width < column ? column : width + (width > column);
    *to += std::string(start - width, ' ') + word;
    width = start + word.size();
  }
  *to += '\n';
}

void AppendEntry(const std::string& label, const std::string& text, const Layout& layout,
                 std::string* to) {
  *to += "  " + label;
  if (label.size() + 4 > layout.text) *to += '\n';
  AppendWrapped(text, layout.text, layout.end, to);
}

std::string GroupedFlags(const std::vector<const FlagSpec*>& flags, const Layout& layout) {
  std::vector<std::string_view> groups;
  for (const FlagSpec* flag : flags)
    if (std::ranges::count(groups, flag->group) == 0) groups.push_back(flag->group);
  std::string text;
  for (const std::string_view group : groups) {
    text += fmt::format("{}{}:\n", text.empty() ? "" : "\n", group);
    for (const FlagSpec* flag : flags)
      if (flag->group == group) AppendEntry(LabelOf(*flag), HelpOf(*flag), layout, &text);
  }
  return text;
}

// The layout for the widest labels that leave room for texts.
Layout ShortLayout(const std::vector<const FlagSpec*>& flags) {
  std::size_t text = 0;
  for (const FlagSpec* flag : flags) {
    const std::size_t needed = LabelOf(*flag).size() + 4;
    if (needed <= kMaxShortText) text = std::max(text, needed);
  }
  return {text, kScreenColumns};
}

constexpr std::size_t kAll = std::numeric_limits<std::size_t>::max();

constexpr char kHardSpace = '\1';

// Replaces spaces in brackets, where lines must not end.
std::string WithHardSpaces(std::string usage) {
  int depth = 0;
  for (char& c : usage) {
    depth += (c == '[') - (c == ']');
    if (c == ' ' && depth > 0) c = kHardSpace;
  }
  return usage;
}

// In: paragraphs, of the summary.
std::string Introduction(const CommandLine& line, std::size_t paragraphs) {
  const std::string& summary = line.summary();
  const std::string usage = "Usage: cobble " + line.name() + ' ';
  std::string text;
  for (std::size_t at = 0, end = 0; paragraphs > 0 && end != summary.npos; --paragraphs) {
    end = summary.find("\n\n", at);
    if (at > 0) text += '\n';
    AppendWrapped(summary.substr(at, end - at), 0, kScreenColumns, &text);
    at = end + 2;
  }
  text += '\n' + usage;
  AppendWrapped(WithHardSpaces(line.usage()), usage.size(), kScreenColumns, &text);
  std::ranges::replace(text, kHardSpace, ' ');
  if (line.usage().empty()) text.replace(text.size() - 2, 1, "");
  return text + '\n';
}

std::string ExampleLines(const std::string& command) {
  std::string text;
  for (const Example& example : ExamplesOf(command))
    text += (text.empty() ? "\nExamples:\n  " : "  ") + std::string(example.line) + '\n';
  return text;
}

}  // namespace

std::string ShortHelp(const CommandLine& line) {
  std::vector<const FlagSpec*> flags = line.Flags();
  const std::string last = ExampleLines(line.name());
  const std::string text =
      Introduction(line, kAll) + GroupedFlags(flags, ShortLayout(flags)) + last;
  if (std::ranges::count(text, '\n') <= kBriefLines) return text;

  const std::size_t count = flags.size();
  std::erase_if(flags, [](const FlagSpec* flag) { return !flag->is_main; });
  const Layout layout = ShortLayout(flags);
  std::string brief = Introduction(line, 1) + "Flags used most:\n";
  for (const FlagSpec* flag : flags)
    AppendEntry(LabelOf(*flag), flag->brief.empty() ? HelpOf(*flag) : flag->brief, layout, &brief);
  return brief + last +
         fmt::format("\nFor all {} flags: cobble {} --help all\n", count, line.name());
}

std::string FullHelp(const CommandLine& line, std::size_t columns) {
  return Introduction(line, kAll) + GroupedFlags(line.Flags(), {kFullText, columns}) +
         ExampleLines(line.name());
}

void PrintHelp(const CommandLine& line, bool is_full, std::ostream& out) {
  const std::size_t columns =
      IsTerminal(out) ? std::clamp(TerminalColumns(out), kMinFullColumns, kMaxFullColumns)
                      : kMaxFullColumns;
  out << (is_full ? FullHelp(line, columns) : ShortHelp(line));
}

}  // namespace cobble
