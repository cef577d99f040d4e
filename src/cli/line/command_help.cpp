// Lays out the help of a command.
#include "cli/line/command_help.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <sstream>

#include "cli/line/examples.h"

namespace cobble {
namespace {

// The columns of a list of flags: where the texts begin, and where lines end.
struct Layout {
  std::size_t text, end;
};
constexpr std::size_t kFullText = 32;
constexpr std::ptrdiff_t kBriefLines = 24;  // help with more lines lists the flags used most
constexpr std::size_t kMaxShortText = 28;   // maximum Layout::text of short help

// The flags that are used most: help that would not fit a screen lists only these.
struct BriefFlag {
  std::string_view flag;
  std::string_view text = {};  // empty: the flag's help, as for values other than `value`
  std::string_view value = {};
  std::string_view command = {};  // the only one that lists it; empty: all
};
constexpr BriefFlag kBriefFlags[] = {
    {"--quiet", "print only commands and the hash", {}, "verify"},
    {"--output", "the store, which may hold several maps", {}, "plan"},
    {"--chunk", "side of a chunk in pixels (default 1024; of a tile 256)", {}, "plan"},
    {"--levels", "add N coarser levels, each half the size", {}, "plan"},
    {"--shards", {}, {}, "plan"},
    {"--stage", "print the commands of one stage: range, render or pyramid", {}, "plan"},
    {"--engine", "print a script instead: slurm, kubernetes or make", {}, "plan"},
    {"--output", "write a picture: -o a.png, -o normal=a_n.png; - for standard output",
     "[MAP[,MAP...]=]FILE"},
    {"--vary", "render each value of a key: --vary seed=1..16"},
    {"--for", "write a whole set of files for an engine (cobble list engines)"},
    {"--bits", "bits per channel: 8, 16 or 32"},
    {"--window", "render only this rectangle"},
    {"--dry-run"},
    {"--no-clobber"},
    {"--quiet", "print errors only"},
    {"--points"},
    {"--map", "the map of a recipe, such as normal"},
    {"--tolerance"},
    {"--json", "print JSON"},
    {"--preset"},
    {"--set", "set any key, as in --set noise.octaves=5"},
    {"--noise", "a noise or an operation (cobble list noises)"},
    {"--frequency", "cells across the picture"},
    {"--octaves", "levels of detail"},
    {"--size", "width and height in pixels, or one number for both"},
    {"--seed", "another picture of the same kind"},
    {"--tiling", "repeat without a seam"},
    {"--range", "fit: use all of 0..1; or natural, none or LOW,HIGH"},
    {"--help"},
};

// Returns the first row of the flag for the command, or null.
const BriefFlag* FindBrief(const FlagSpec& flag, std::string_view command) {
  const std::vector<std::string> names = AllNames(flag);
  const auto found = std::ranges::find_if(kBriefFlags, [&](const BriefFlag& row) {
    return std::ranges::count(names, row.flag) > 0 &&
           (row.command.empty() || row.command == command);
  });
  return found == std::end(kBriefFlags) ? nullptr : &*found;
}

bool HasValue(const FlagSpec& flag, const BriefFlag& brief) {
  return brief.value.empty() || flag.value == brief.value;
}

// Returns "-o,--output [MAP[,MAP...]=]FILE".
std::string LabelOf(const FlagSpec& flag) {
  std::string label = fmt::format("{}", fmt::join(AllNames(flag), ","));
  if (!flag.value.empty()) label += ' ' + flag.value;
  return label;
}

// Appends the text, wrapped between words, to the last line of `to`; further lines start at
// `column`. `end`: of the lines.
void AppendWrapped(const std::string& text, std::size_t column, std::size_t end, std::string* to) {
  std::size_t width = to->size() - (to->rfind('\n') + 1);  // npos + 1 is 0
  std::istringstream words(text);
  words.exceptions(std::ios::badbit);  // rethrows failed allocations
  for (std::string word; words >> word;) {
    if (width > column && width + 1 + word.size() > end) {
      *to += '\n';
      width = 0;
    }
    const std::size_t spaces = width < column ? column - width : width > column ? 1 : 0;
    *to += std::string(spaces, ' ') + word;
    width += spaces + word.size();
  }
  *to += '\n';
}

// Appends a label and its text.
void AppendEntry(const std::string& label, const std::string& text, const Layout& layout,
                 std::string* to) {
  *to += "  " + label;
  if (label.size() + 4 > layout.text) *to += '\n';
  AppendWrapped(text, layout.text, layout.end, to);
}

// Returns all flags under their groups.
std::string GroupedFlags(const CommandHelp& help, const Layout& layout) {
  std::vector<std::string_view> groups;
  for (const FlagSpec& flag : help.flags)
    if (std::ranges::count(groups, flag.group) == 0) groups.push_back(flag.group);
  std::string text;
  for (const std::string_view group : groups) {
    text += fmt::format("{}{}:\n", text.empty() ? "" : "\n", group);
    for (const FlagSpec& flag : help.flags)
      if (flag.group == group) AppendEntry(LabelOf(flag), flag.help, layout, &text);
  }
  return text;
}

// Returns the layout for the widest labels that leave room for texts.
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

// Replaces the spaces between brackets: lines do not end there.
std::string WithHardSpaces(std::string usage) {
  int depth = 0;
  for (char& c : usage) {
    depth += (c == '[') - (c == ']');
    if (c == ' ' && depth > 0) c = kHardSpace;
  }
  return usage;
}

// In: paragraphs, of the summary.
std::string Introduction(const CommandHelp& help, std::size_t paragraphs) {
  const std::string usage = "Usage: cobble " + help.name + ' ';
  std::string text;
  for (std::size_t at = 0, end = 0; paragraphs > 0 && end != help.summary.npos; --paragraphs) {
    end = help.summary.find("\n\n", at);
    if (at > 0) text += '\n';
    AppendWrapped(help.summary.substr(at, end - at), 0, kScreenColumns, &text);
    at = end + 2;
  }
  text += '\n' + usage;
  AppendWrapped(WithHardSpaces(help.usage), usage.size(), kScreenColumns, &text);
  std::ranges::replace(text, kHardSpace, ' ');
  if (help.usage.empty()) text.replace(text.size() - 2, 1, "");
  return text + '\n';
}

std::string ExampleLines(const std::string& command) {
  std::string text;
  for (const Example& example : ExamplesOf(command))
    text += (text.empty() ? "\nExamples:\n  " : "  ") + std::string(example.line) + '\n';
  return text;
}

// Returns the flags of kBriefFlags, and all flags of the command's own if these are few.
std::vector<const FlagSpec*> BriefFlags(const CommandHelp& help) {
  constexpr std::ptrdiff_t kFew = 6;
  const auto is_own = [](const FlagSpec& flag) {
    const bool is_limit = flag.names == "--threads" || flag.names.starts_with("--max-");
    return !flag.is_recipe && flag.group != "Other" && !is_limit;
  };
  const bool lists_own = std::ranges::count_if(help.flags, is_own) <= kFew;
  std::vector<const FlagSpec*> flags;
  for (const FlagSpec& flag : help.flags)
    if (FindBrief(flag, help.name) || (lists_own && is_own(flag))) flags.push_back(&flag);
  return flags;
}

}  // namespace

std::vector<std::string> AllNames(const FlagSpec& flag) {
  std::vector<std::string> names;
  std::istringstream parts(flag.names);
  parts.exceptions(std::ios::badbit);  // rethrows failed allocations
  for (std::string name; std::getline(parts, name, ',');)
    names.push_back(name.starts_with('!') ? name.substr(1) : name);
  return names;
}

ValueKind KindOf(const FlagSpec& flag) {
  const std::string& value = flag.value;
  if (value.empty()) return ValueKind::kNone;
  if (value.starts_with("[MAP"))
    return value.ends_with("FILE") ? ValueKind::kMapFile : ValueKind::kMap;
  if (!flag.choices.empty()) return ValueKind::kChoice;
  if (value.starts_with("PATH=") || value.starts_with("KEY=")) return ValueKind::kKey;
  if (value.ends_with("FILE")) return ValueKind::kFile;
  return value == "DIR" ? ValueKind::kFolder : ValueKind::kOther;
}

std::string ShortHelp(const CommandHelp& help) {
  std::vector<const FlagSpec*> flags;
  for (const FlagSpec& flag : help.flags) flags.push_back(&flag);
  const std::string last = ExampleLines(help.name);
  std::string text = Introduction(help, kAll) + GroupedFlags(help, ShortLayout(flags)) + last;
  if (std::ranges::count(text, '\n') <= kBriefLines) return text;

  flags = BriefFlags(help);
  text = Introduction(help, 1) + "Flags used most:\n";
  for (const FlagSpec* flag : flags) {
    const BriefFlag* const brief = FindBrief(*flag, help.name);
    AppendEntry(LabelOf(*flag),
                brief && !brief->text.empty() && HasValue(*flag, *brief) ? std::string(brief->text)
                                                                         : flag->help,
                ShortLayout(flags), &text);
  }
  return text + last +
         fmt::format("\nFor all {} flags: cobble {} --help all\n", help.flags.size(), help.name);
}

std::string FullHelp(const CommandHelp& help, std::size_t columns) {
  return Introduction(help, kAll) + GroupedFlags(help, {kFullText, columns}) +
         ExampleLines(help.name);
}

std::string BriefText(const FlagSpec& flag, std::string_view command) {
  const BriefFlag* const brief = FindBrief(flag, command);
  if (brief && !brief->text.empty() && HasValue(flag, *brief)) return std::string(brief->text);
  return flag.help.substr(
      0, std::min({flag.help.find("; "), flag.help.find(": "), flag.help.find(" (")}));
}

std::string OneLine(std::string text) {
  std::ranges::replace(text, '\n', ' ');
  return text;
}

}  // namespace cobble
