// Words of shells: splits a line into them, and quotes them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "platform/environment.h"

namespace cobble {

// Words are separated by spaces and tabs. A backslash quotes the next character; '...' quotes all
// but '; "..." quotes all but ", and a backslash only before one of $ ` " \ there. A word that
// starts with # begins a comment. Nothing is expanded: $, ` and * stand for themselves.
//
// On Windows, a backslash stands for itself, since it separates the names of a path:
// C:\art\rock.png is a word. There, a quotation mark that is doubled in its own quotes stands for
// one: 'it''s'.
//
// Throws Error kUsage with an empty location if a quotation mark is not closed, the line ends with
// a backslash, or it contains a NUL, which would end a file name early.
std::vector<std::string> SplitShellWords(std::string_view line, ShellKind shell = SystemShell());

// Returns the text in single quotes, for sh.
std::string ShellQuoted(std::string_view text);

// Returns the text as a word: in quotes if it has a character that a shell may interpret.
// SplitShellWords reads it back. What users read gets the word of their system; files that are the
// same on every system, such as scripts for sh, get that of kPosix.
//
// For Windows, a word has double quotes, which PowerShell and cmd.exe read in the same way. Only
// PowerShell reads a word that no such quotes can hold: one with $, ` or a curly quotation mark, or
// with a backslash before a mark or at its end. cmd.exe replaces %NAME% by a variable in any
// quotes, and only PowerShell from 7.3 on passes on the marks that a word contains.
std::string ShellWord(std::string_view text, ShellKind shell = SystemShell());

}  // namespace cobble
