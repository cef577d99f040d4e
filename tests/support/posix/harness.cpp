// The parts that need a shell and a pseudoterminal.
#include <doctest/doctest.h>
#include <pty.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>

#include "support/harness.h"
#include "test_paths.h"

namespace cobble {
namespace {

namespace fs = std::filesystem;

int ExitStatus(int status) { return WIFEXITED(status) ? WEXITSTATUS(status) : 1000; }

}  // namespace

Outcome RunShell(const std::string& line) {
  // The files are beside the test's folder, so that Folder::Names does not list them.
  const std::string stem =
      (fs::temp_directory_path() / "cobble-shell-").string() + std::to_string(::getpid());
  WriteFile(stem + ".sh", "cobble() { \"" COBBLE_BINARY "\" \"$@\"; }\n" + line + "\n");
  const std::string command = "sh " + stem + ".sh >" + stem + ".out 2>" + stem + ".err";
  Outcome outcome{ExitStatus(std::system(command.c_str())), ReadAll(stem + ".out"),
                  ReadAll(stem + ".err")};
  for (const char* suffix : {".sh", ".out", ".err"}) fs::remove(stem + suffix);
  return outcome;
}

Outcome RunCommands(const std::string& lines, AfterFailure then) {
  return RunShell((then == kStop ? "set -e\n" : "") + lines);
}

Outcome RunOnTerminal(const std::vector<std::string>& args,
                      const std::vector<std::string>& environment) {
  std::vector<std::string> all{COBBLE_BINARY};
  all.insert(all.end(), args.begin(), args.end());
  std::vector<char*> pointers;
  for (std::string& word : all) pointers.push_back(word.data());
  pointers.push_back(nullptr);

  int terminal = -1;
  const pid_t child = ::forkpty(&terminal, nullptr, nullptr, nullptr);
  REQUIRE(child >= 0);
  if (child == 0) {
    for (const std::string& variable : environment) {
      const std::size_t equals = variable.find('=');
      ::setenv(variable.substr(0, equals).c_str(), variable.c_str() + equals + 1, 1);
    }
    ::execv(COBBLE_BINARY, pointers.data());
    ::_exit(127);
  }
  Outcome outcome;
  char block[4096];
  for (ssize_t n = 0; (n = ::read(terminal, block, sizeof block)) > 0;)
    outcome.out.append(block, static_cast<std::size_t>(n));
  int status = 0;
  ::waitpid(child, &status, 0);
  ::close(terminal);
  outcome.status = ExitStatus(status);
  return outcome;
}

}  // namespace cobble
