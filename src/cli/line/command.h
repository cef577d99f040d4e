// The commands of the program, and examples of them.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cli/line/command_line.h"

namespace cobble {

// Each declares a command's text, flags and runner, in a file of its own. The flags write into
// values that belong to the CommandLine.
using Declaration = void(CommandLine* line);
Declaration DeclareRender, DeclareSheet, DeclareBatch, DeclarePlan, DeclareVerify, DeclareSample,
    DeclareCheck, DeclareShow, DeclareFormat, DeclarePage, DeclareList, DeclareExplain,
    DeclareRivers, DeclareSchema, DeclareView, DeclareWatch, DeclareInfo, DeclareStats,
    DeclarePalette, DeclareCompare, DeclareCompletion, DeclareMan, DeclareVersion;

struct Command {
  std::string_view name, summary;
  Declaration* declare;
  bool is_minor = false;  // not in the list of `cobble --help`
  bool may_stop = false;  // releases stop_signal itself, where SIGTERM may end it
};

std::span<const Command> Commands();

// Returns the command line of a command, with fresh values.
std::unique_ptr<CommandLine> Declare(const Command& command);
// Returns those of all commands, for what they declare.
std::span<const std::unique_ptr<CommandLine>> AllLines();

struct Example {
  std::string_view command;  // empty: of the general help
  std::string_view line;     // as typed in a shell
  std::string_view what;     // what it does, for the man page
  bool runs = true;  // false: never ends, or needs a terminal or the page; the test does not run it
};
std::span<const Example> Examples();
std::vector<Example> ExamplesOf(std::string_view command);

// Completes words for shells, whose scripts pass on the words of a line.
//
// Returns what may stand for the last of the words after "cobble", a line each: the word, a tab and
// a few words about it. A word that ends in "=" takes a value. If a file name may stand there, the
// last line is ":", a regular expression for files, a tab, and what precedes the name in the word.
// Folders match anyway.
//
// Readline splits words at "="; then replies stand for what follows the last one.
std::string Complete(const Args& words);

// Returns which commands have the flag, or nothing: "it is a flag of cobble render and plan".
std::string CommandsWith(std::string_view flag);

}  // namespace cobble
