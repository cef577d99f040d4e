// Does what a shell would do.
#include "support/harness.h"

#include "platform/shell_words.h"
#include "support/process.h"
#include "test_paths.h"

namespace cobble {

Outcome RunShell(const std::string&) { return {127, "", "there is no POSIX shell"}; }

Outcome RunCommands(const std::string& lines, AfterFailure then) {
  Outcome all{0, "", ""};
  for (const std::string& line : SplitLines(lines)) {
    test::Words words = SplitShellWords(line);
    if (words.empty()) continue;
    if (words.front() != "cobble") return {127, all.out, all.err + "no command: " + line};
    words.front() = COBBLE_BINARY;
    const test::Ended ended = test::RunProcess(words);
    all = {ended.status, all.out + ended.out, all.err + ended.err};
    if (ended.status != 0 && then == kStop) break;
  }
  return all;
}

}  // namespace cobble
