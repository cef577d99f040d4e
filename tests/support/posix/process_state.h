// The system's knowledge of a process that a test has started: on Linux, from /proc.
#pragma once

namespace cobble::test {

// For the child, between fork and exec: links the name "pid" to the process's number.
void NotePid();

// The state of the process that has called NotePid: 'S' sleeps, 'Z' has ended; ' ' if none.
char StateOfNoted();

// Whether that process catches a signal.
bool NotedCatches(int signal);

}  // namespace cobble::test
