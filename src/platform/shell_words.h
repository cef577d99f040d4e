// Splits lines into words of shells, and quotes words.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "platform/environment.h"

namespace cobble {

// Words are separated by spaces and tabs. A backslash quotes the next character; '...' quotes all
// but '; "..." quotes all but ", and in it a backslash quotes only $ ` " \. A word that starts with
// # begins a comment. Nothing is expanded: $, ` and * stand for themselves.
//
// On Windows, a backslash stands for itself, since it separates the names of a path:
// C:\art\rock.png is a word. A quotation mark doubled in its own quotes stands for one: 'it''s'.
//
// Throws Error kUsage with an empty location if a quotation mark is not closed, or if the line ends
// with a backslash or contains a NUL, which would end a file name early.
std::vector<std::string> SplitShellWords(std::string_view line, ShellKind shell = SystemShell());

// Returns whether the text consists of ASCII letters, digits and `others`.
bool IsPlain(std::string_view text, std::string_view others);

// Returns the text in single quotes, for sh.
std::string ShellQuoted(std::string_view text);

// Returns the text as a word, in quotes if a shell may interpret a character. SplitShellWords reads
// it back. Use the system's shell for what users read, kPosix for files that are the same on every
// system, such as scripts for sh.
//
// For Windows, a word has double quotes, which PowerShell and cmd.exe both read. A word with $, `,
// a curly quotation mark, or a backslash before a mark or at its end does not fit in them: only
// PowerShell reads it. cmd.exe replaces %NAME% by a variable in any quotes, and only PowerShell
// from 7.3 on passes on the marks in a word.
std::string ShellWord(std::string_view text, ShellKind shell = SystemShell());

}  // namespace cobble
