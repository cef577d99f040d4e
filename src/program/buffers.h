// Which of a Program's results share memory.
#ifndef COBBLE_PROGRAM_BUFFERS_H_
#define COBBLE_PROGRAM_BUFFERS_H_

#include "program/program_impl.h"

namespace cobble {

// Renumbers the buffers and the position sets of all steps so that what is no longer read makes
// room for what comes, and everything of a run stays in the nearest cache. No step writes where it
// reads, but for those that did before.
void ReuseBuffers(Program::Impl* program);

}  // namespace cobble

#endif  // COBBLE_PROGRAM_BUFFERS_H_
