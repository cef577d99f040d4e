// Completes words for shells, whose scripts (completion.cpp) pass on the words of a line.
#pragma once

#include <string>

#include "cli/line/command_line.h"

namespace cobble {

// Returns what may stand for the last of the words after "cobble", a line each: the word, a tab and
// a few words about it. A word that ends in "=" takes a value. If a file name may stand there, the
// last line is ":", a regular expression for files, a tab, and what precedes the name in the word.
// Folders match anyway.
//
// Readline splits words at "="; then replies stand for what follows the last one.
std::string Complete(const Args& words);

}  // namespace cobble
