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
Declaration DeclareRender;
Declaration DeclareSheet;
Declaration DeclareBatch;
Declaration DeclarePlan;
Declaration DeclareVerify;
Declaration DeclareSample;
Declaration DeclareCheck;
Declaration DeclareShow;
Declaration DeclareFormat;
Declaration DeclarePage;
Declaration DeclareList;
Declaration DeclareExplain;
Declaration DeclareSchema;
Declaration DeclareView;
Declaration DeclareWatch;
Declaration DeclareInfo;
Declaration DeclareStats;
Declaration DeclareCompare;
Declaration DeclareCompletion;
Declaration DeclareMan;
Declaration DeclareVersion;

struct Command {
  std::string_view name, summary;
  Declaration* declare;
  bool is_minor = false;  // not in the list of `cobble --help`
  bool may_stop = false;  // releases stop_signal itself, where SIGTERM may end it
};

std::span<const Command> Commands();

// Returns the command line of a command, with fresh values.
std::unique_ptr<CommandLine> Declare(const Command& command);

// Returns which commands have the flag, or nothing: "it is a flag of cobble render and plan".
std::string CommandsWith(std::string_view flag);

}  // namespace cobble
