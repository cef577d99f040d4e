// Windows has no pseudoterminal that these tests could read as written: its console redraws the
// screen. Tests ask test::Lacks(test::kTerminal) first.
#include <doctest/doctest.h>

#include "support/harness.h"
#include "support/terminal_session.h"

namespace cobble {
namespace test {

TerminalSession::TerminalSession(const std::vector<std::string>&, const Environment&) {
  REQUIRE_MESSAGE(false, "there is no pseudoterminal");
}
TerminalSession::~TerminalSession() = default;
bool TerminalSession::WaitFor(std::string_view) { return false; }
void TerminalSession::Type(std::string_view) {}
void TerminalSession::Send(int) const {}
int TerminalSession::Finish() { return -1; }
bool TerminalSession::Echoes() const { return false; }

}  // namespace test

Outcome RunOnTerminal(const std::vector<std::string>&, const std::vector<std::string>&) {
  REQUIRE_MESSAGE(false, "there is no pseudoterminal");
  return {};
}

}  // namespace cobble
