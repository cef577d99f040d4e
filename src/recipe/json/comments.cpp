// Splits what is between tokens into comments.
#include "recipe/json/comments.h"

#include <algorithm>

namespace cobble {
namespace {

// Appends a blank line, unless there is one already.
void AddBlankLine(int line_ends, std::vector<std::string>* above) {
  if (line_ends > 1 && (above->empty() || !above->back().empty())) above->emplace_back();
}

// Returns a comment without the blanks and carriage returns at the ends of its lines.
std::string TrimmedComment(std::string_view comment) {
  std::string trimmed;
  while (!comment.empty()) {
    const std::size_t end = std::min(comment.find('\n'), comment.size());
    const std::string_view line = comment.substr(0, end);
    trimmed += line.substr(0, line.find_last_not_of(" \t\r") + 1);
    if (end < comment.size()) trimmed += '\n';
    comment.remove_prefix(std::min(end + 1, comment.size()));
  }
  return trimmed;
}

}  // namespace

void AddComments(std::string_view before, std::vector<std::string>* above, std::string* beside) {
  int line_ends = 0;
  bool is_beside = beside != nullptr;
  while (!before.empty()) {
    if (before[0] != '/') {
      line_ends += before[0] == '\n' ? 1 : 0;
      before.remove_prefix(1);
      continue;
    }
    const std::size_t end = before[1] == '*'
                                ? before.find("*/", 2) + 2
                                : std::min(before.find_first_of("\r\n"), before.size());
    const std::string comment = TrimmedComment(before.substr(0, end));
    before.remove_prefix(end);
    is_beside = is_beside && line_ends == 0 && comment.find('\n') == comment.npos;
    if (is_beside) {
      *beside += (beside->empty() ? "" : " ") + comment;
    } else {
      AddBlankLine(line_ends, above);
      above->push_back(comment);
    }
    line_ends = 0;
  }
  AddBlankLine(line_ends, above);
}

}  // namespace cobble
