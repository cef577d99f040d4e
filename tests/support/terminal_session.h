// Runs cobble on a terminal that a test plays, if the system has one (test::kTerminal).
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace cobble::test {

// A running program whose standard streams are a terminal of 40 columns and 12 lines. The
// destructor kills the program.
class TerminalSession {
 public:
  using Environment = std::vector<std::pair<std::string, std::string>>;

  // `args` are the arguments after "cobble". The variables that describe a terminal are unset,
  // except TERM=xterm, unless `environment` sets them.
  explicit TerminalSession(const std::vector<std::string>& args,
                           const Environment& environment = {});
  ~TerminalSession();
  TerminalSession(const TerminalSession&) = delete;
  TerminalSession& operator=(const TerminalSession&) = delete;

  // Reads until the output after the last match contains `text`. Returns whether it does within 20
  // seconds, or 120 with sanitizers.
  bool WaitFor(std::string_view text);
  void Type(std::string_view text);
  void Send(int signal) const;
  // Reads until the program ends. Returns its exit status, or minus the signal that ended it.
  int Finish();

  // Everything printed, and whether the terminal echoes typed text.
  const std::string& output() const { return output_; }
  bool Echoes() const;

 private:
  // Reads what is available. Returns false at the end.
  bool Read(int milliseconds);

  int terminal_ = -1;
  int process_ = -1;  // -1: has ended
  std::size_t matched_ = 0;
  std::string output_;
};

}  // namespace cobble::test
