// cobble man: prints the man page, in roff with the macros of man(7).
#include <fmt/format.h>

#include <algorithm>
#include <ostream>
#include <string>
#include <vector>

#include "cli/exit_status.h"
#include "cli/line/command.h"
#include "cli/line/examples.h"
#include "cobble/version.h"
#include "core/escape.h"
#include "core/list_text.h"

namespace cobble {
namespace {

// The page's date follows the releases, so that the page is the same every day.
constexpr std::string_view kDate = "2026-11-22";

// Escapes roff's special characters, and hyphens as ASCII, so that flags can be copied.
std::string ManEscaped(std::string_view text) {
  return Escaped(text, {{'\\', "\\e"},
                        {'-', "\\-"},
                        {'~', "\\(ti"},
                        {'^', "\\(ha"},
                        {'`', "\\(ga"},
                        {'\'', "\\(aq"},
                        {'"', "\\(dq"}});
}

// Returns a line of text, which must not start like a request.
std::string TextLine(std::string_view text) {
  const bool is_request = text.starts_with('.') || text.starts_with('\'');
  return (is_request ? "\\&" : "") + ManEscaped(text) + '\n';
}

std::string Bold(std::string_view text) { return "\\fB" + ManEscaped(text) + "\\fR"; }
std::string Italic(std::string_view text) { return "\\fI" + ManEscaped(text) + "\\fR"; }

// Returns "-o, --output MAP" with fonts.
std::string FlagLabel(const FlagSpec& flag) {
  std::string label;
  for (const std::string& name : AllNames(flag)) label += (label.empty() ? "" : ", ") + Bold(name);
  if (!flag.value.empty()) label += ' ' + Italic(flag.value);
  return label;
}

std::string Labelled(const std::string& label, std::string_view text) {
  return ".TP\n" + label + '\n' + TextLine(text);
}

// Returns whether every command has the flag. The man page describes these once.
bool IsCommon(const FlagSpec& flag) { return flag.group == kCommonGroup; }

std::string CommandSection(const CommandLine& line) {
  std::string text =
      fmt::format(".SS {}\n", Bold("cobble " + line.name()) + (line.usage().empty() ? "" : " ") +
                                  ManEscaped(line.usage()));
  std::string summary = line.summary();
  std::ranges::replace(summary, '\n', ' ');  // between paragraphs
  text += TextLine(summary + (summary.ends_with('.') ? "" : "."));
  for (const FlagSpec* flag : line.Flags())
    if (!flag->is_recipe && !IsCommon(*flag)) text += Labelled(FlagLabel(*flag), HelpOf(*flag));
  return text;
}

std::string CommonFlags(const CommandLine& line) {
  std::string text = ".SS Flags of all commands\n";
  for (const FlagSpec* flag : line.Flags())
    if (IsCommon(*flag)) text += Labelled(FlagLabel(*flag), HelpOf(*flag));
  return text;
}

// Returns the flags that define recipes, under their groups.
std::string RecipeFlags(const CommandLine& line) {
  std::string text, group;
  for (const FlagSpec* flag : line.Flags()) {
    if (!flag->is_recipe) continue;
    if (flag->group != group) text += fmt::format(".SS {}\n", group = flag->group);
    text += Labelled(FlagLabel(*flag), HelpOf(*flag));
  }
  return text;
}

using Lines = std::vector<std::unique_ptr<CommandLine>>;

bool TakesRecipeFlags(const std::unique_ptr<CommandLine>& line) {
  const auto flags = line->Flags();
  return std::ranges::any_of(flags, [](const FlagSpec* flag) { return flag->is_recipe; });
}

// Returns the commands with flags of recipes: "render, sample and show".
std::string RecipeCommands(const Lines& lines) {
  std::vector<std::string> names;
  for (const auto& line : lines)
    if (TakesRecipeFlags(line)) names.push_back(line->name());
  return ListText(names, " and ");
}

std::string ExampleSection() {
  std::string text;
  for (const Example& example : Examples())
    text += fmt::format("{}{}.PP\n.RS 4\n.nf\n{}.fi\n.RE\n", text.empty() ? "" : ".PP\n",
                        TextLine(example.what), TextLine(example.line));
  return text;
}

constexpr std::string_view kDescription =
    R"(renders procedural noise, shapes and materials as height, normal, slope, curvature and
ambient\-occlusion maps and as maps in colour.
A picture is described by a recipe: a preset, a JSON file, flags, or all of them; each overrides the
ones before it.
.PP
Every command prints a short help with
.B \-\-help
and all its flags with
.BR "\-\-help all" .
.B cobble help
.I COMMAND
.RB [ all ]
prints the same.
.B cobble explain
.I NAME
describes a node type or a recipe key, and
.B cobble list
.I TABLE
prints the lists of noises, nodes, presets, keys, maps and formats.
.PP
Standard output carries only data. Messages go to standard error, one line per error.
)";

constexpr std::string_view kEnvironment =
    R"(.TP
.B NO_COLOR
If set and not empty, messages on a terminal have no colours.
.TP
.B TERM
If unset or
.BR dumb ,
messages on a terminal have no colours.
)";

void PrintPage(std::ostream& out) {
  Lines lines;
  for (const Command& command : Commands()) lines.push_back(Declare(command));
  out << R"(.\" Generated by `cobble man`.)" << '\n'
      << fmt::format(".TH COBBLE 1 {} \"cobble {}\" \"User Commands\"\n", kDate, Version())
      << ".SH NAME\ncobble \\- textures and heightmaps from noise\n"
      << ".SH SYNOPSIS\n.B cobble\n.I COMMAND\n.RI [ ARGUMENT \" ...]\"\n"
      << ".SH DESCRIPTION\n.B cobble\n"
      << kDescription << ".SH COMMANDS\n";
  for (const auto& line : lines) out << CommandSection(*line);
  out << CommonFlags(*lines.front());
  out << ".SH FLAGS OF RECIPES\n"
      << TextLine("The commands " + RecipeCommands(lines) +
                  " take these flags, which set keys of the recipe.")
      << RecipeFlags(**std::ranges::find_if(lines, &TakesRecipeFlags));
  out << ".SH EXIT STATUS\n";
  for (const ExitStatus& row : kExitStatuses)
    out << Labelled(Bold(fmt::format("{}", row.status)), row.meaning);
  out << ".SH ENVIRONMENT\n" << kEnvironment << ".SH EXAMPLES\n" << ExampleSection();
}

}  // namespace

void DeclareMan(CommandLine* line) {
  line->Describe({.usage = "",
                  .summary = "Print the man page of cobble, in roff",
                  .positionals = {.maximum = 0}});
  line->OnRun([](const Args&, Streams& streams) {
    PrintPage(streams.out);
    return 0;
  });
}

}  // namespace cobble
