// The commands of the program.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "cli/line/command_line.h"

namespace cobble {

// Each declares a command's text, flags and runner, in a file of its own. The flags write into
// values that belong to the CommandLine.
using Declaration = void(CommandLine* line);
Declaration DeclareRender, DeclareSheet, DeclareBatch, DeclarePlan, DeclareVerify, DeclareSample,
    DeclareCheck, DeclareShow, DeclareFormat, DeclarePage, DeclareList, DeclareExplain,
    DeclareSchema, DeclareView, DeclareWatch, DeclareInfo, DeclareStats, DeclareCompare,
    DeclareCompletion, DeclareMan, DeclareVersion;

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

// Returns which commands have the flag, or nothing: "it is a flag of cobble render and plan".
std::string CommandsWith(std::string_view flag);

}  // namespace cobble
