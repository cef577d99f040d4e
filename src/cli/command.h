// The commands: one function and one file each. run.cpp has the table of commands.
#ifndef COBBLE_CLI_COMMAND_H_
#define COBBLE_CLI_COMMAND_H_

#include <string>
#include <vector>

#include "cli/streams.h"

namespace cobble {

// Each function takes the arguments after the command's name and returns the exit status. Throws
// Error.
using Args = std::vector<std::string>;
int RunRender(const Args& args, Streams& streams);
int RunSample(const Args& args, Streams& streams);
int RunCheck(const Args& args, Streams& streams);
int RunShow(const Args& args, Streams& streams);
int RunList(const Args& args, Streams& streams);
int RunExplain(const Args& args, Streams& streams);
int RunSchema(const Args& args, Streams& streams);
int RunInfo(const Args& args, Streams& streams);

}  // namespace cobble

#endif  // COBBLE_CLI_COMMAND_H_
