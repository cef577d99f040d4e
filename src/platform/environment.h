// What a process is started with: its arguments and variables.
#pragma once

#include <string>
#include <vector>

namespace cobble {

// Returns the arguments behind the program's name, in UTF-8 (on POSIX: any bytes). In: those of
// main, which Windows gives in another encoding.
std::vector<std::string> Arguments(int argc, char** argv);

// Returns a variable of the environment; "" if there is none.
std::string Variable(const char* name);

}  // namespace cobble
