// What the terminal is: its size, and how it can show pictures.
#pragma once

#include <string_view>

#include "views/terminal_picture.h"

namespace cobble {

struct TerminalSize {
  int columns = 80, lines = 24;
  int cell_width = 10, cell_height = 20;  // pixels of a character
};

// Returns the size of the terminal that is standard output. What is unknown is taken from COLUMNS
// and LINES or, if they are unset, is that of TerminalSize().
TerminalSize SizeOfTerminal();

// Returns the best protocol of the terminal that is standard output. If standard input is the same
// terminal, asks it and waits a fifth of a second at most. A non-empty NO_COLOR, and a terminal
// without escape sequences, mean kCharacters.
Protocol BestProtocol();

// The replies of a terminal to the question whether it shows pictures.
struct TerminalReplies {
  bool is_complete = false;  // the last reply, the device attributes, has arrived
  bool has_kitty = false, has_sixel = false;
};
TerminalReplies ParseReplies(std::string_view text);

}  // namespace cobble
