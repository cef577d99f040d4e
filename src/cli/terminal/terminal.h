// What the terminal is: its size, and how it can show pictures.
#pragma once

#include <string_view>

#include "views/terminal_picture.h"

namespace cobble {

struct TerminalSize {
  int columns = 80, lines = 24;
  int cell_width = 10, cell_height = 20;  // pixels of a character
};

// Returns the size of the terminal at standard output. Unknown parts come from COLUMNS and LINES
// or, if these are unset, from TerminalSize().
TerminalSize SizeOfTerminal();

// Returns whether TERM names a terminal that understands escape sequences.
bool HasEscapes();

// Returns the best protocol of the terminal at standard output. If standard input is the same
// terminal, asks it and waits at most a fifth of a second. A non-empty NO_COLOR, and a terminal
// without escape sequences, mean kCharacters.
Protocol BestProtocol();

// A terminal's replies to the question whether it shows pictures.
struct TerminalReplies {
  bool is_complete = false;  // the last reply, the device attributes, has arrived
  bool has_kitty = false, has_sixel = false;
};
TerminalReplies ParseReplies(std::string_view text);

}  // namespace cobble
