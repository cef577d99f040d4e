// Answers the completions of shells, whose scripts (completion.cpp) pass on the words of a line.
#pragma once

#include <string>

#include "cli/line/command_line.h"

namespace cobble {

// Returns what may stand for the last of the words after "cobble", one reply a line: the word, a
// tab and a few words about it. A reply that ends in "=" takes a value. Where the name of a file
// may stand, the last line is ":", a regular expression that the names of files match, a tab, and
// what the name follows in the word; folders match anyway.
//
// Readline splits words at "="; replies then stand for what follows the last one.
std::string Complete(const Args& words);

}  // namespace cobble
