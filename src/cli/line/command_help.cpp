// Lays out the help of a command.
#include "cli/line/command_line.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "cli/line/command.h"
#include "cli/recipes/key_flags.h"
#include "cli/terminal/streams.h"
#include "cli/text/print.h"

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

constexpr char kHardSpace = '\1';
constexpr std::string_view kParagraph = "\n\n";  // between paragraphs

// Replaces spaces in brackets, where lines must not end.
std::string WithHardSpaces(std::string usage) {
  int depth = 0;
  for (char& c : usage) {
    depth += (c == '[') - (c == ']');
    if (c == ' ' && depth > 0) c = kHardSpace;
  }
  return usage;
}

// In: summary, all of the line's or its first paragraph.
std::string Introduction(const CommandLine& line, const std::string& summary) {
  const std::string usage = "Usage: cobble " + line.name();
  std::string text;
  for (std::size_t at = 0, end = 0; end != summary.npos; at = end + 2) {
    end = summary.find(kParagraph, at);
    if (at > 0) text += '\n';
    AppendWrapped(summary.substr(at, end - at), 0, kScreenColumns, &text);
  }
  text += '\n' + usage;
  AppendWrapped(WithHardSpaces(line.usage()), usage.size() + 1, kScreenColumns, &text);
  std::ranges::replace(text, kHardSpace, ' ');
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
  const std::string& summary = line.summary();
  const std::string text =
      Introduction(line, summary) + GroupedFlags(flags, ShortLayout(flags)) + last;
  if (std::ranges::count(text, '\n') <= kBriefLines) return text;

  const std::size_t count = flags.size();
  std::erase_if(flags, [](const FlagSpec* flag) { return !flag->is_main; });
  const Layout layout = ShortLayout(flags);
  std::string brief =
      Introduction(line, summary.substr(0, summary.find(kParagraph))) + "Flags used most:\n";
  for (const FlagSpec* flag : flags)
    AppendEntry(LabelOf(*flag), flag->brief.empty() ? HelpOf(*flag) : flag->brief, layout, &brief);
  return brief + last +
         fmt::format("\nFor all {} flags: cobble {} --help all\n", count, line.name());
}

std::string FullHelp(const CommandLine& line, std::size_t columns) {
  return Introduction(line, line.summary()) + GroupedFlags(line.Flags(), {kFullText, columns}) +
         ExampleLines(line.name());
}

void PrintHelp(const CommandLine& line, bool is_full, std::ostream& out) {
  const std::size_t columns =
      IsTerminal(out) ? std::clamp(TerminalColumns(out), kMinFullColumns, kMaxFullColumns)
                      : kMaxFullColumns;
  out << (is_full ? FullHelp(line, columns) : ShortHelp(line));
}

}  // namespace cobble
