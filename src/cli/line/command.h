// The commands: one function and one file each. run.cpp has the table of commands.
#ifndef COBBLE_CLI_LINE_COMMAND_H_
#define COBBLE_CLI_LINE_COMMAND_H_

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cli/line/command_help.h"
#include "cli/terminal/streams.h"

namespace cobble {

// Each function takes the arguments after the command's name and returns the exit status. Throws
// Error.
using Args = std::vector<std::string>;
int RunRender(const Args& args, Streams& streams);
int RunSheet(const Args& args, Streams& streams);
int RunBatch(const Args& args, Streams& streams);
int RunPlanCommand(const Args& args, Streams& streams);
int RunVerify(const Args& args, Streams& streams);
int RunSample(const Args& args, Streams& streams);
int RunCheck(const Args& args, Streams& streams);
int RunShow(const Args& args, Streams& streams);
int RunList(const Args& args, Streams& streams);
int RunExplain(const Args& args, Streams& streams);
int RunSchema(const Args& args, Streams& streams);
int RunInfo(const Args& args, Streams& streams);
int RunView(const Args& args, Streams& streams);
int RunWatch(const Args& args, Streams& streams);
int RunStats(const Args& args, Streams& streams);
int RunCompare(const Args& args, Streams& streams);
int RunCompletion(const Args& args, Streams& streams);
int RunMan(const Args& args, Streams& streams);
int RunVersion(const Args& args, Streams& streams);

struct Command {
  std::string_view name, summary;
  int (*run)(const Args& args, Streams& streams);
  bool is_minor = false;  // not in the list of `cobble --help`
};

std::span<const Command> Commands();

// Returns the flags of a command, as data.
CommandHelp HelpOf(const Command& command);

}  // namespace cobble

#endif  // COBBLE_CLI_LINE_COMMAND_H_
