// Tests FileSink with POSIX features: links, modes, devices, descriptors. (sink_test.cpp is
// for all systems.)
#include "output/sink/sink.h"

#include <doctest/doctest.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <filesystem>
#include <thread>

#include "cobble/error.h"
#include "unit/output/files.h"
#include "unit/output/sink/put.h"

namespace cobble {
namespace {

using Names = std::vector<std::string>;

mode_t ModeOf(const std::string& path) {
  struct stat status;
  REQUIRE(::stat(path.c_str(), &status) == 0);
  return status.st_mode & 07777;
}

// Drops superuser privileges, which override file permissions.
struct AsOrdinaryUser {
  AsOrdinaryUser() {
    if (::geteuid() == 0) REQUIRE(::seteuid(65534) == 0);
  }
  ~AsOrdinaryUser() {
    if (::getuid() == 0) CHECK(::seteuid(0) == 0);
  }
};

TEST_CASE("the mode of a new file follows the umask; that of a replaced file is kept") {
  const TemporaryFolder folder;
  const mode_t before = ::umask(027);
  Put(folder / "new", "x");
  CHECK(ModeOf(folder / "new") == 0640);
  WriteFile(folder / "old", "x");
  REQUIRE(::chmod((folder / "old").c_str(), 0606) == 0);
  Put(folder / "old", "y");
  ::umask(before);
  CHECK(ModeOf(folder / "old") == 0606);
  CHECK(ReadFile(folder / "old") == "y");
}

TEST_CASE("the target of a symbolic link is replaced, and the link stays") {
  const TemporaryFolder folder;
  std::filesystem::create_directory(folder / "sub");
  WriteFile(folder / "sub/real", "old");
  std::filesystem::create_symlink("sub/middle", folder / "link");
  std::filesystem::create_symlink("real", folder / "sub/middle");
  Put(folder / "link", "new");
  CHECK(ReadFile(folder / "sub/real") == "new");
  CHECK(std::filesystem::is_symlink(folder / "link"));
  CHECK(std::filesystem::is_symlink(folder / "sub/middle"));
  CHECK(folder.Names() == Names{"link", "sub"});

  std::filesystem::create_symlink(folder / "sub/yet", folder / "dangling");
  Put(folder / "dangling", "made");
  CHECK(ReadFile(folder / "sub/yet") == "made");
  CHECK(std::filesystem::is_symlink(folder / "dangling"));

  std::filesystem::create_symlink("loop", folder / "loop");
  CHECK(ErrorOf([&] { Put(folder / "loop", "x"); }) ==
        "5 " + (folder / "loop") + ": cannot create: Too many levels of symbolic links");
}

TEST_CASE("permissions are honoured") {
  const TemporaryFolder folder;
  std::filesystem::create_directory(folder / "closed");
  WriteFile(folder / "protected", "old");
  REQUIRE(::chmod((folder / "").c_str(), 0777) == 0);
  REQUIRE(::chmod((folder / "closed").c_str(), 0555) == 0);
  REQUIRE(::chmod((folder / "protected").c_str(), 0444) == 0);
  const AsOrdinaryUser user;
  CHECK(ErrorOf([&] { Put(folder / "closed/a", "x"); }) ==
        "5 " + (folder / "closed/a") + ": cannot create: Permission denied");
  CHECK(ErrorOf([&] { Put(folder / "protected", "x"); }) ==
        "5 " + (folder / "protected") + ": cannot replace the file: Permission denied");
  CHECK(ReadFile(folder / "protected") == "old");
}

TEST_CASE("devices are written directly and stay devices") {
  CHECK(IsWrittenDirectly("/dev/stdout"));
  Put("/dev/null", "gone");
  CHECK(std::filesystem::is_character_file("/dev/null"));
}

TEST_CASE(
    "with replace_special, links and pipes are replaced themselves, and folders are refused") {
  const TemporaryFolder folder;
  WriteFile(folder / "old", "old");
  std::filesystem::create_symlink("old", folder / "link");
  std::filesystem::create_symlink("nowhere", folder / "dangling");
  std::filesystem::create_symlink("/dev/null", folder / "null");
  REQUIRE(::mkfifo((folder / "pipe").c_str(), 0600) == 0);
  for (const char* name : {"old", "link", "dangling", "null", "pipe", "new"}) {
    FileSink sink(folder / name, {.sync = false, .replace_special = true});
    sink.Write("new");
    sink.Commit();
    CHECK(std::filesystem::symlink_status(folder / name).type() ==
          std::filesystem::file_type::regular);
    CHECK(ReadFile(folder / name) == "new");
    if (std::string(name) == "old") WriteFile(folder / "old", "old");
  }
  CHECK(ReadFile(folder / "old") == "old");
  std::filesystem::create_directory(folder / "folder");
  CHECK_THROWS_AS(FileSink(folder / "folder", {.replace_special = true}), Error);
}

TEST_CASE("a full device is an error with the system's reason, repeated by later calls") {
  FileSink full("/dev/full", {});
  const std::string message = "5 /dev/full: cannot write: No space left on device";
  CHECK(ErrorOf([&] { full.Write("x"); }) == message);
  CHECK(ErrorOf([&] { full.Write("x"); }) == message);
  CHECK(ErrorOf([&] { full.Commit(); }) == message);
}

TEST_CASE("a file that grows too large is not left partly written") {
  const TemporaryFolder folder;
  WriteFile(folder / "a", "old");
  rlimit before;
  REQUIRE(::getrlimit(RLIMIT_FSIZE, &before) == 0);
  const rlimit small{4096, before.rlim_max};
  const auto old_handler = std::signal(SIGXFSZ, SIG_IGN);
  REQUIRE(::setrlimit(RLIMIT_FSIZE, &small) == 0);
  const std::string error = ErrorOf([&] { Put(folder / "a", std::string(10000, 'x')); });
  ::setrlimit(RLIMIT_FSIZE, &before);
  std::signal(SIGXFSZ, old_handler);
  CHECK(error == "5 " + (folder / "a") + ": cannot write: File too large");
  CHECK(ReadFile(folder / "a") == "old");
  CHECK(folder.Names() == Names{"a"});
}

TEST_CASE("a name for an open descriptor shares it, with its file position") {
  const TemporaryFolder folder;
  WriteFile(folder / "log", "before ");
  const int fd = ::open((folder / "log").c_str(), O_WRONLY | O_APPEND);
  REQUIRE(fd >= 0);
  const std::string name = "/dev/fd/" + std::to_string(fd);
  CHECK(IsWrittenDirectly(name));
  Put(name, "after");
  CHECK(::close(fd) == 0);
  CHECK(ReadFile(folder / "log") == "before after");
  CHECK(folder.Names() == Names{"log"});
}

TEST_CASE("standard output (-) stays open") {
  const TemporaryFolder folder;
  const int file = ::open((folder / "out").c_str(), O_WRONLY | O_CREAT, 0600);
  const int saved = ::dup(STDOUT_FILENO);
  REQUIRE(file >= 0);
  REQUIRE(saved >= 0);
  ::dup2(file, STDOUT_FILENO);
  const std::string error = ErrorOf([] {
    Put("-", "one ");
    Put("-", "two");
  });
  ::dup2(saved, STDOUT_FILENO);
  ::close(saved);
  ::close(file);
  CHECK(error == "none");
  CHECK(ReadFile(folder / "out") == "one two");
}

TEST_CASE("writing to a full non-blocking pipe waits") {
  int ends[2];
  REQUIRE(::pipe(ends) == 0);
  REQUIRE(::fcntl(ends[1], F_SETFL, O_NONBLOCK) == 0);
  const std::string sent(1 << 20, 'p');
  std::string got;
  std::thread reader([&] {
    char block[1000];
    for (ssize_t n; (n = ::read(ends[0], block, sizeof block)) > 0;)
      got.append(block, static_cast<std::size_t>(n));
  });
  const std::string error = ErrorOf([&] { Put("/dev/fd/" + std::to_string(ends[1]), sent); });
  ::close(ends[1]);
  reader.join();
  ::close(ends[0]);
  CHECK(error == "none");
  CHECK(got == sent);
}

TEST_CASE("a pipe without a reader is an error") {
  int ends[2];
  REQUIRE(::pipe(ends) == 0);
  ::close(ends[0]);
  const auto old_handler = std::signal(SIGPIPE, SIG_IGN);
  const std::string name = "/dev/fd/" + std::to_string(ends[1]);
  CHECK(ErrorOf([&] { Put(name, "x"); }) == "5 " + name + ": cannot write: Broken pipe");
  std::signal(SIGPIPE, old_handler);
  ::close(ends[1]);
}

TEST_CASE("bytes may come in any order, for pipes and devices") {
  const TemporaryFolder folder;
  int ends[2];
  REQUIRE(::pipe(ends) == 0);
  PutOutOfOrder("/dev/fd/" + std::to_string(ends[1]));
  char got[16] = {};
  CHECK(::read(ends[0], got, sizeof got) == 10);
  CHECK(std::string(got) == "0123456789");
  ::close(ends[0]);
  ::close(ends[1]);

  WriteFile(folder / "log", "before ");
  const int fd = ::open((folder / "log").c_str(), O_WRONLY | O_APPEND);
  REQUIRE(fd >= 0);
  PutOutOfOrder("/dev/fd/" + std::to_string(fd));
  ::close(fd);
  CHECK(ReadFile(folder / "log") == "before 0123456789");
  CHECK(ErrorOf([] { PutOutOfOrder("/dev/full"); }) ==
        "5 /dev/full: cannot write: No space left on device");
  CHECK(folder.Names() == Names{"log"});
}

TEST_CASE("bytes out of order wait in an unlinked temporary file, whose creation may fail") {
  const TemporaryFolder folder;
  std::filesystem::create_directory(folder / "tmp");
  WriteFile(folder / "out", "");
  const std::string name = folder / "tmp";
  const char* const before = std::getenv("TMPDIR");
  const std::string saved = before ? before : "";
  ::setenv("TMPDIR", name.c_str(), 1);
  const int fd = ::open((folder / "out").c_str(), O_WRONLY);
  const std::string target = "/dev/fd/" + std::to_string(fd), text(200000, 'q');
  {
    FileSink sink(target, {}, FileSink::kAnyOrder);
    sink.WriteAt(1, text.data(), text.size());
    sink.WriteAt(0, "p", 1);
    CHECK(ReadFile(folder / "out") == "");
    CHECK(std::filesystem::is_empty(folder / "tmp"));
    sink.Commit();
  }
  CHECK(ReadFile(folder / "out") == "p" + text);
  std::filesystem::remove(folder / "tmp");
  const std::string error = ErrorOf([&] { FileSink sink(target, {}, FileSink::kAnyOrder); });
  before ? ::setenv("TMPDIR", saved.c_str(), 1) : ::unsetenv("TMPDIR");
  ::close(fd);
  CHECK(error.starts_with("5 " + target + ": cannot create a temporary file: "));
}

TEST_CASE("a file never takes the descriptor of a closed standard stream") {
  const TemporaryFolder folder;
  const int saved = ::dup(STDIN_FILENO);
  ::close(STDIN_FILENO);
  {
    FileSink sink(folder / "a", {});
    CHECK(::fcntl(STDIN_FILENO, F_GETFD) == -1);
    sink.Write("x");
    sink.Commit();
  }
  if (saved >= 0) {
    ::dup2(saved, STDIN_FILENO);
    ::close(saved);
  }
  CHECK(ReadFile(folder / "a") == "x");
}

}  // namespace
}  // namespace cobble
