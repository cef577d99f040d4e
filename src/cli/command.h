// The commands: one function and one file each. Their table is in run.cpp.
#ifndef COBBLE_CLI_COMMAND_H_
#define COBBLE_CLI_COMMAND_H_

#include <string>
#include <vector>

#include "cli/streams.h"

namespace cobble {

// Each takes the words after its name and returns the exit status; faults are thrown as Error.
using Words = std::vector<std::string>;
int RunRender(const Words& words, Streams& streams);
int RunSample(const Words& words, Streams& streams);
int RunCheck(const Words& words, Streams& streams);
int RunShow(const Words& words, Streams& streams);
int RunList(const Words& words, Streams& streams);
int RunExplain(const Words& words, Streams& streams);
int RunSchema(const Words& words, Streams& streams);
int RunInfo(const Words& words, Streams& streams);

}  // namespace cobble

#endif  // COBBLE_CLI_COMMAND_H_
