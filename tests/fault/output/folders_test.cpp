// Tests paths that cannot be written: missing or read-only folders, folders in place of files, long
// names.
#include <doctest/doctest.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>

#include "output/formats.h"
#include "support/harness.h"
#include "support/process.h"
#include "support/skip.h"

namespace cobble::test {
namespace {

namespace fs = std::filesystem;

// Returns commands that write to a path: a picture in each format, and a report.
Words WriteCommands(const std::string& path) {
  Words lines;
  for (const Format& format : Formats())
    lines.push_back(
        fmt::format("render --noise value --size 8 --format {} -o {}", format.name, path));
  lines.push_back("render --noise value --size 8 -o other.png --report " + path);
  return lines;
}

// Checks that every command fails with one message on the path, which contains `problem` and ends
// with `reason`, and writes nothing.
void CheckFails(const std::string& path, const std::string& problem, const std::string& reason,
                const Words& prefix = {}, const ProcessSetup& setup = {}) {
  for (const std::string& line : WriteCommands(path)) {
    CAPTURE(line);
    const Ended ended = RunProcess(prefix + Cobble(line), setup);
    CHECK(ended.status == 5);
    CHECK(ended.err.starts_with("cobble: "));
    CHECK(ended.err.find(path + ": " + problem) != std::string::npos);
    CHECK(ended.err.ends_with(reason + "\n"));
    CHECK(ended.err.find('\n') == ended.err.size() - 1);
    CHECK_FALSE(fs::exists("other.png"));
  }
}

// Likewise, for an error of the operating system.
void CheckCannot(const std::string& path, const std::string& reason, const Words& prefix = {},
                 const ProcessSetup& setup = {}) {
  CheckFails(path, "cannot ", ": " + reason, prefix, setup);
}

constexpr char kReadOnly[] =
    R"(mount --bind sealed sealed && mount -o remount,bind,ro sealed && "$@")";
const Words kWithSealedFolder{"unshare", "-Urm", "sh", "-c", kReadOnly, "sh"};

constexpr uid_t kNobody = 65534;

void BecomeNobody() {
  if (::getuid() == 0 && (::setgid(kNobody) != 0 || ::setuid(kNobody) != 0)) ::_exit(126);
}

}  // namespace

TEST_CASE("cobble exits with 5 if the output folder is missing or is a file") {
  const Folder folder;
  WriteFile("file", "");
  CheckFails("missing/a", "the folder missing does not exist; ", "use --mkdir, or make it first");
  CheckCannot("file/a", "Not a directory");
  CHECK(folder.Names() == std::vector<std::string>{"file"});
}

TEST_CASE("cobble exits with 5 if the output path is a folder") {
  const Folder folder;
  fs::create_directory("a");
  CheckCannot("a", "Is a directory");
  CHECK(folder.Names() == std::vector<std::string>{"a"});
  CHECK(fs::is_empty("a"));
}

TEST_CASE("cobble exits with 5 if the sidecar's path is a folder") {
  const Folder folder;
  fs::create_directory("a.r8.json");
  const Ended ended = RunProcess(Cobble("render --noise value --size 8 -o a.r8"));
  CHECK(ended.status == 5);
  CHECK(ended.err.ends_with(": cannot create: Is a directory\n"));
  CHECK(folder.Names() == std::vector<std::string>{"a.r8.json"});
}

TEST_CASE("cobble exits with 5 if a file name is too long; 255 bytes are allowed") {
  const Folder folder;
  const std::string longest(255, 'n');
  CheckCannot(longest + 'n', "File name too long");
  CHECK(folder.Names().empty());
  CHECK(RunProcess(Cobble("render --noise value --size 8 --format png -o " + longest)).status == 0);
  CHECK(folder.Names() == std::vector<std::string>{longest});
  // The sidecar's name would be too long.
  const Ended raw = RunProcess(Cobble("render --noise value --size 8 --format r8 -o " + longest));
  CHECK(raw.status == 5);
  CHECK(raw.err.ends_with(": File name too long\n"));
}

TEST_CASE("cobble exits with 5 on a read-only file system") {
  const Folder folder;
  fs::create_directory("sealed");
  if (RunProcess(kWithSealedFolder + Words{"true"}).status != 0)
    return Skip("a mount namespace cannot be made");
  CheckCannot("sealed/a", "Read-only file system", kWithSealedFolder);
  WriteFile("sealed/a", "old");
  CheckCannot("sealed/a", "Read-only file system", kWithSealedFolder);
  CHECK(ReadAll("sealed/a") == "old");
}

TEST_CASE("cobble exits with 5 if a folder or file is not writable") {
  const ProcessSetup as_nobody{.before_run = &BecomeNobody};
  if (RunProcess(Cobble("--version"), as_nobody).status != 0)
    return Skip("other users may not run the program under test");
  const Folder folder;
  REQUIRE(::chmod(".", 0777) == 0);
  fs::create_directory("sealed");
  REQUIRE(::chmod("sealed", 0555) == 0);
  CheckCannot("sealed/a", "Permission denied", {}, as_nobody);
  fs::create_directory("open");
  REQUIRE(::chmod("open", 0777) == 0);
  WriteFile("open/a", "old");
  REQUIRE(::chmod("open/a", 0444) == 0);
  CheckCannot("open/a", "Permission denied", {}, as_nobody);
  CHECK(ReadAll("open/a") == "old");
}

}  // namespace cobble::test
