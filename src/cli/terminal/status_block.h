// The lines of a running program. On a terminal, each text replaces the last one.
#pragma once

#include <iosfwd>
#include <string>
#include <string_view>

namespace cobble {

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
