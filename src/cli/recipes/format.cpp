// cobble format: lays out recipe files.
#include <algorithm>
#include <ostream>
#include <string>
#include <string_view>
#include <utility>

#include "cli/failure.h"
#include "cli/line/command.h"
#include "cli/recipes/failures.h"
#include "cobble/error.h"
#include "cobble/recipe_io.h"
#include "core/suggest.h"
#include "output/sink/sink.h"
#include "sources/recipe_source.h"

namespace cobble {
namespace {

struct FormatFlags {
  bool in_place = false, check = false, quiet = false;

  void AddTo(CommandLine* line) {
    line->BeginGroup("Output");
    line->AddSwitch({"--in-place",
                     "change the files themselves; skip those already in this layout",
                     {.alias = "-i", .is_main = true, .excludes = {{"--check"}}}},
                    &in_place);
    line->AddSwitch({"--check",
                     "write nothing, and name the files that would change; the exit status is then "
                     "1; Windows line endings do not count",
                     {.is_main = true}},
                    &check);
    line->AddSwitch(QuietFlag(), &quiet);
  }
};

std::string ReadJson(const std::string& path, std::istream& in) {
  RecipeSource input = ReadRecipeSource(path, in);
  if (input.metadata || input.is_store)
    throw Error(
        ErrorKind::kRecipe, Shown(path),
        input.is_store ? "is a store, not a recipe file" : "is a picture, not a recipe file",
        "print its recipe with cobble show --brief");
  return std::move(input.text);
}

void Replace(const std::string& path, const std::string& text) {
  FileSink sink(path, {.if_changed = true});
  sink.Write(text);
  sink.Commit();
}

// Git and editors of Windows may write "\r\n" where the layout has "\n".
bool IsEqualButForLineEnds(std::string_view text, std::string_view formatted) {
  for (;;) {
    const auto [ours, theirs] = std::ranges::mismatch(formatted, text);
    if (ours == formatted.end() || theirs == text.end())
      return ours == formatted.end() && theirs == text.end();
    text.remove_prefix(static_cast<std::size_t>(theirs - text.begin()));
    if (*ours != '\n' || !text.starts_with("\r\n")) return false;
    text.remove_prefix(1);
    formatted.remove_prefix(static_cast<std::size_t>(ours - formatted.begin()));
  }
}

// Returns whether the file has another layout.
bool FormatOne(const std::string& path, const FormatFlags& flags, Streams& streams) {
  const std::string text = ReadJson(path, streams.in);
  const std::string formatted = FormatRecipe(text, Shown(path));
  const bool differs = !IsEqualButForLineEnds(text, formatted);
  if (!flags.in_place && !flags.check) {
    streams.out << formatted;
  } else if (differs) {
    if (flags.in_place) Replace(path, formatted);
    if (!flags.quiet)
      streams.err << Shown(path) << (flags.check ? " would be formatted\n" : " was formatted\n");
  }
  return differs;
}

void CheckFiles(const Args& paths, const FormatFlags& flags) {
  if (paths.empty()) Refuse("", "no recipe given", "specify one or more files");
  CheckIsReadOnce(paths);
  if (flags.in_place && std::ranges::count(paths, "-") > 0)
    Refuse("-", "standard input cannot be changed in place", "leave out --in-place");
  if (paths.size() > 1 && !flags.in_place && !flags.check)
    Refuse("", "several files can only be changed in place or checked",
           "add --in-place or --check");
}

int FormatFiles(const Args& paths, const FormatFlags& flags, Streams& streams) {
  CheckFiles(paths, flags);
  bool differs = false;
  const auto error =
      ReadEach(paths, [&](const std::string& path) { differs |= FormatOne(path, flags, streams); });
  if (error) throw Error(*error);
  return flags.check && differs ? kDifferenceStatus : 0;
}

}  // namespace

void DeclareFormat(CommandLine* line) {
  line->Describe({.usage = "FILE... [flags]",
                  .summary = "Print a recipe file, or - for standard input, in the usual layout: "
                             "keys in the order of the documentation, lines of up to 100 "
                             "characters, and nodes as formulas where those are readable and "
                             "change no seed. Comments stay with their keys, and the recipe stays "
                             "the same. A file with an error is not changed.",
                  .positionals = {.maximum = kAnyNumber}});
  line->OnRun(&FormatFiles);
}

}  // namespace cobble
