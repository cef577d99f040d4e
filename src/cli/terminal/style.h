// The form of messages: one line each, in colour on a terminal.
#pragma once

#include <iosfwd>
#include <span>
#include <string>

#include "cobble/error.h"

namespace cobble {

// Returns whether messages on the stream have colours: it is a terminal, NO_COLOR
// (https://no-color.org) is unset or empty, and TERM is set and not "dumb".
bool UsesColor(const std::ostream& stream);

enum class Severity { kError, kWarning, kHint };

// Returns "cobble: where: message; hint", for a warning "cobble: warning: where: message; hint",
// and a line break. Options are flags, and bytes that are not printable are escaped. An error in a
// formula that a flag set, or in colour any formula, has the formula and a caret on two more lines.
// Colours add escape sequences and change nothing else.
std::string MessageLine(const Issue& issue, Severity severity, bool color);

void PrintWarnings(std::span<const Issue> warnings, std::ostream& err);
void PrintHints(std::span<const Issue> hints, std::ostream& err);

}  // namespace cobble
