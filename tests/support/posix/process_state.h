// What the system knows of a process that a test has started: on Linux, in /proc.
#pragma once

namespace cobble::test {

// To be called in the child, between fork and exec: links the name "pid", in the working folder, to
// the number of the process.
void NotePid();

// The state of the process that has noted its number, as in 'S' (sleeps) or 'Z' (has ended). ' ' if
// there is none.
char StateOfNoted();

// Whether the process that has noted its number catches a signal.
bool NotedCatches(int signal);

}  // namespace cobble::test
