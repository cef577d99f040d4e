// Runs cobble for the tests.
#include "support/harness.h"

#include <doctest/doctest.h>
#include <pty.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <sstream>

#include "cli/run.h"
#include "test_paths.h"

namespace cobble {
namespace {

namespace fs = std::filesystem;

int ExitStatus(int status) { return WIFEXITED(status) ? WEXITSTATUS(status) : 1000; }

}  // namespace

Outcome RunCobble(const std::vector<std::string>& args, const std::string& input) {
  std::istringstream in(input);
  std::ostringstream out, err;
  const int status = Run(args, in, out, err);
  return {status, out.str(), err.str()};
}

Outcome RunLine(std::string_view line, const std::string& input) {
  return RunCobble(SplitWords(line), input);
}

std::string Out(const std::string& line) {
  const Outcome outcome = RunCobble(SplitWords(line));
  REQUIRE_MESSAGE(outcome.status == 0, line << ": " << outcome.err);
  CHECK(outcome.err == "");
  return outcome.out;
}

void Render(const std::string& line, const std::string& err) {
  const Outcome outcome = RunCobble(SplitWords("render " + line));
  REQUIRE_MESSAGE(outcome.status == 0, line << ": " << outcome.err);
  CHECK(outcome.err == err);
}

std::string Refusal(const std::string& line, int status) {
  const Outcome outcome = RunCobble(SplitWords("render " + line));
  CHECK_MESSAGE(outcome.status == status, line << ": " << outcome.err);
  CHECK(outcome.out == "");
  return outcome.err;
}

std::vector<std::string> SplitWords(std::string_view line) {
  std::istringstream stream{std::string(line)};
  return {std::istream_iterator<std::string>(stream), {}};
}

std::string Flat(const std::string& text) {
  std::string flat;
  for (const std::string& word : SplitWords(text)) flat += (flat.empty() ? "" : " ") + word;
  return flat;
}

Outcome RunShell(const std::string& line) {
  // The files are beside the test's folder, so Folder::Names does not list them.
  const std::string stem =
      (fs::temp_directory_path() / "cobble-shell-").string() + std::to_string(::getpid());
  WriteFile(stem + ".sh", "cobble() { \"" COBBLE_BINARY "\" \"$@\"; }\n" + line + "\n");
  const std::string command = "sh " + stem + ".sh >" + stem + ".out 2>" + stem + ".err";
  Outcome outcome{ExitStatus(std::system(command.c_str())), ReadAll(stem + ".out"),
                  ReadAll(stem + ".err")};
  for (const char* suffix : {".sh", ".out", ".err"}) fs::remove(stem + suffix);
  return outcome;
}

bool HasProgram(const std::string& name) {
  return RunShell("command -v " + name + " >/dev/null").status == 0;
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

Folder::Folder() : before_(fs::current_path()) {
  std::string name = (fs::temp_directory_path() / "cobble-cli-XXXXXX").string();
  REQUIRE(::mkdtemp(name.data()) != nullptr);
  path_ = name;
  fs::current_path(path_);
}

Folder::~Folder() {
  std::error_code ignored;
  fs::current_path(before_, ignored);
  fs::remove_all(path_, ignored);
}

std::vector<std::string> Folder::Names() const {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(path_))
    names.push_back(entry.path().filename().string());
  std::sort(names.begin(), names.end());
  return names;
}

void WriteFile(const std::string& path, std::string_view bytes) {
  std::ofstream file(path, std::ios::binary);
  file << bytes;
  REQUIRE(file.flush());
}

std::string ReadAll(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  REQUIRE_MESSAGE(file, path);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::vector<float> Floats(const std::string& path) {
  const std::string bytes = ReadAll(path);
  std::vector<float> floats(bytes.size() / sizeof(float));
  std::memcpy(floats.data(), bytes.data(), floats.size() * sizeof(float));
  return floats;
}

}  // namespace cobble
