// Reads /proc.
#include "support/posix/process_state.h"

#include <fmt/format.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <sstream>

namespace cobble::test {
namespace {

constexpr const char* kLink = "pid";

// Returns the value of a field of /proc/PID/status.
std::string FieldOfNoted(const std::string& name) {
  std::error_code error;
  const std::string pid = std::filesystem::read_symlink(kLink, error).string();
  std::ifstream file("/proc/" + pid + "/status");
  for (std::string line; std::getline(file, line);)
    if (line.starts_with(name + ":\t")) return line.substr(name.size() + 2);
  return "";
}

}  // namespace

void NotePid() {
  ::unlink(kLink);
  char number[24] = {};  // must not allocate
  fmt::format_to_n(number, sizeof number - 1, "{}", ::getpid());
  if (::symlink(number, kLink) != 0) ::_exit(126);
}

char StateOfNoted() {
  const std::string state = FieldOfNoted("State");
  return state.empty() ? ' ' : state[0];
}

bool NotedCatches(int signal) {
  uint64_t caught = 0;
  std::istringstream(FieldOfNoted("SigCgt")) >> std::hex >> caught;
  return (caught >> (signal - 1) & 1) != 0;
}

}  // namespace cobble::test
