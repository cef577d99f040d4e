// Words of a POSIX shell: splits a line into them, and quotes them.
#ifndef COBBLE_CLI_LINE_SHELL_WORDS_H_
#define COBBLE_CLI_LINE_SHELL_WORDS_H_

#include <string>
#include <string_view>
#include <vector>

#include "platform/path.h"

namespace cobble {

// Words are separated by spaces and tabs. A backslash quotes the next character; '...' quotes all
// but '; "..." quotes all but ", and a backslash only before one of $ ` " \ there. A word that
// starts with # begins a comment. Nothing is expanded: $, ` and * stand for themselves.
//
// Where a backslash separates the names of a path, it stands for itself: C:\art\rock.png is a word.
//
// Throws Error kUsage with an empty location if a quotation mark is not closed, the line ends with
// a backslash, or it contains a NUL, which would end a file name early.
std::vector<std::string> SplitShellWords(std::string_view line,
                                         bool backslash_quotes = !IsSeparator('\\'));

// Returns the text in single quotes.
std::string ShellQuoted(std::string_view text);

// Returns the text as a word: in quotes if it has a character that a shell may interpret.
std::string ShellWord(std::string_view text);

}  // namespace cobble

#endif  // COBBLE_CLI_LINE_SHELL_WORDS_H_
