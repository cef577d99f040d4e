// Injects signals with strace, and errors with a module that the loader adds to the program.
#include "support/posix/injection.h"

#include <doctest/doctest.h>
#include <sys/mman.h>
#include <unistd.h>

#include <csignal>

#include "support/sanitizers.h"
#include "test_paths.h"

namespace cobble::test {

std::string WhyNoStrace() {
  if (kUnderSanitizer) return "sanitizers make system calls of their own";
  const Ended ended = RunProcess(WithSignalAt("chdir", 1, "SIGTERM", {"sh", "-c", "cd /"}));
  return ended.signal == SIGTERM ? "" : "strace is missing or may not trace";
}

Words WithSignalAt(const std::string& call, int n, const std::string& signal,
                   const Words& command) {
  const std::string injection = "inject=" + call + ":signal=" + signal;
  return Words{"strace",
               "-f",
               "-qqq",
               "-o",
               "/dev/null",
               "-e",
               "trace=" + call,
               "-e",
               injection + ":when=" + std::to_string(n),
               "--"} +
         command;
}

std::string WhyNoFaultyModule() {
  if (kUnderSanitizer) return "sanitizers replace the allocator";
  Faulty faulty("memory", UINT64_MAX, 0);
  RunProcess(Cobble("--version"), faulty.setup());
  return faulty.Calls() > 0 ? "" : "the loader ignores LD_PRELOAD";
}

Faulty::Faulty(const std::string& kind, uint64_t first, uint64_t last)
    : counter_(::memfd_create("cobble-test", MFD_CLOEXEC)) {
  REQUIRE(counter_ >= 0);
  REQUIRE(::ftruncate(counter_, sizeof(uint64_t)) == 0);
  // Accessed through /proc, because a file would show up in the scene's folder.
  const std::string path =
      "/proc/" + std::to_string(::getpid()) + "/fd/" + std::to_string(counter_);
  setup_.environment = {
      "LD_PRELOAD=" COBBLE_FAULTY_MODULE,
      "COBBLE_FAULTY=" + kind + ':' + std::to_string(first) + ':' + std::to_string(last),
      "COBBLE_FAULTY_COUNT=" + path};
}

Faulty::~Faulty() { ::close(counter_); }

uint64_t Faulty::Calls() const {
  uint64_t calls = 0;
  REQUIRE(::pread(counter_, &calls, sizeof calls, 0) == sizeof calls);
  return calls;
}

}  // namespace cobble::test
