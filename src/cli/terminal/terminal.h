// What the terminal is: its size, how it can show pictures, and lines that change in place.
#pragma once

#include <iosfwd>
#include <string>
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

// The lines of a running program. On a terminal, each text replaces the last one.
class StatusBlock {
 public:
  explicit StatusBlock(std::ostream& err);

  bool is_in_place() const { return is_in_place_; }
  // Prints lines, each with its line break.
  void Show(const std::string& lines);
  // Leaves the lines on the screen, before the next text.
  void Keep() { shown_.clear(); }

 private:
  std::ostream& err_;
  bool is_in_place_;   // a terminal that understands escape sequences
  std::string shown_;  // the lines above the cursor
};

// Returns the number of rows of a terminal that the lines take.
int RowsOf(std::string_view lines, int columns);

}  // namespace cobble
