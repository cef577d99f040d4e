// Implements StatusBlock with escape sequences.
#include "cli/terminal/status_block.h"

#include <fmt/format.h>

#include <algorithm>
#include <ostream>

#include "cli/terminal/streams.h"
#include "cli/terminal/terminal.h"

namespace cobble {

// Counts bytes as columns; messages escape almost all that is not ASCII.
int RowsOf(std::string_view lines, int columns) {
  int rows = 0;
  while (!lines.empty()) {
    const std::size_t length = std::min(lines.find('\n'), lines.size());
    rows += std::max(1, (static_cast<int>(length) + columns - 1) / columns);
    lines.remove_prefix(std::min(length + 1, lines.size()));
  }
  return rows;
}

StatusBlock::StatusBlock(std::ostream& err)
    : err_(err), is_in_place_(IsTerminal(err) && HasEscapes()) {}

void StatusBlock::Show(const std::string& lines) {
  std::string text;
  if (is_in_place_ && !shown_.empty())
    text = fmt::format("\x1b[{}A\r\x1b[J", RowsOf(shown_, SizeOfTerminal().columns));
  err_ << text + lines << std::flush;
  shown_ = lines;
}

}  // namespace cobble
