// Tests non-blocking pipes as standard streams, which shells, ssh and node.js may pass on.
#include <doctest/doctest.h>
#include <fcntl.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "support/files/wait.h"
#include "support/harness.h"
#include "support/posix/process_state.h"
#include "support/process.h"

namespace cobble::test {
namespace {

constexpr int kPageBytes = 4096;

// A pipe with a buffer of one page, non-blocking at both ends.
class NonBlockingPipe {
 public:
  NonBlockingPipe() {
    REQUIRE(::pipe2(ends_, O_NONBLOCK | O_CLOEXEC) == 0);
    REQUIRE(::fcntl(ends_[1], F_SETPIPE_SZ, kPageBytes) == kPageBytes);
  }
  ~NonBlockingPipe() {
    for (const int fd : ends_)
      if (fd >= 0) ::close(fd);
  }
  NonBlockingPipe(const NonBlockingPipe&) = delete;
  NonBlockingPipe& operator=(const NonBlockingPipe&) = delete;

  // In a child: makes the pipe its descriptor `fd`.
  void Become(int fd) const {
    NotePid();
    ::dup2(ends_[fd == STDIN_FILENO ? 0 : 1], fd);
  }

  // Reads a child's output until EOF, in small pieces, each of which the child waits for.
  std::string ReadToEnd() {
    Close(&ends_[1]);
    std::string text;
    char block[1000];
    for (;;) {
      REQUIRE(WaitUntil([&] { return ChildWaits(ends_[0], true); }));
      const ssize_t n = ::read(ends_[0], block, sizeof block);
      if (n == 0) return text;
      if (n > 0) text.append(block, static_cast<std::size_t>(n));
    }
  }

  // Writes a child's input in small pieces, each of which the child waits for.
  void WriteAll(std::string_view text) {
    for (; !text.empty(); text.remove_prefix(std::min<std::size_t>(text.size(), 10))) {
      REQUIRE(WaitUntil([&] { return ChildWaits(ends_[1], false); }));
      REQUIRE(::write(ends_[1], text.data(), std::min<std::size_t>(text.size(), 10)) > 0);
    }
    Close(&ends_[1]);
  }

 private:
  // Whether the child has ended, or sleeps while the pipe has bytes or none.
  static bool ChildWaits(int fd, bool has_bytes) {
    int bytes = 0;
    ::ioctl(fd, FIONREAD, &bytes);
    const char state = StateOfNoted();
    return state == 'Z' || (state == 'S' && (bytes > 0) == has_bytes);
  }
  static void Close(int* fd) {
    ::close(*fd);
    *fd = -1;
  }
  int ends_[2];
};

}  // namespace

TEST_CASE("standard output waits for a full non-blocking pipe") {
  const Folder folder;
  WriteFile("good.json", kGoodRecipe);
  for (const std::string line : {"schema", "list fields", "render good.json -o - --format r32"}) {
    CAPTURE(line);
    NonBlockingPipe pipe;
    Process process(Cobble(line), {.before_run = [&] { pipe.Become(STDOUT_FILENO); }});
    const std::string text = pipe.ReadToEnd();
    const Ended ended = process.Wait();
    CHECK(ended.status == 0);
    CHECK(ended.err == "");
    CHECK(text.size() > kPageBytes);
    CHECK(text == RunShell("cobble " + line).out);
  }
}

TEST_CASE("standard error waits for a full non-blocking pipe") {
  const Folder folder;
  Words words = Cobble("check");
  for (int k = 0; k < 99; ++k) words.push_back("a-file-that-is-not-there-" + std::to_string(k));
  NonBlockingPipe pipe;
  Process process(words, {.before_run = [&] { pipe.Become(STDERR_FILENO); }});
  const std::string text = pipe.ReadToEnd();
  CHECK(process.Wait().status == 5);
  CHECK(text.size() > kPageBytes);
  CHECK(text == RunProcess(words).err);
}

TEST_CASE("standard input waits for an empty non-blocking pipe") {
  const Folder folder;
  WriteFile("good.json", kGoodRecipe);
  for (const std::string& line : {"show -|" + std::string(kGoodRecipe),
                                  std::string("sample good.json --points -|1,2\n3,4")}) {
    CAPTURE(line);
    const std::size_t bar = line.find('|');
    const std::string command = line.substr(0, bar), input = line.substr(bar + 1);
    NonBlockingPipe pipe;
    Process process(Cobble(command), {.before_run = [&] { pipe.Become(STDIN_FILENO); }});
    pipe.WriteAll(input);
    const Ended ended = process.Wait();
    CHECK(ended.status == 0);
    CHECK(ended.err == "");
    CHECK(ended.out == RunLine(command, input).out);
  }
}

}  // namespace cobble::test
