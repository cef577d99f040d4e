// Folders that are missing, read-only or something else, names too long.
#include <doctest/doctest.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>

#include "fault/process.h"
#include "output/formats.h"
#include "support/harness.h"
#include "support/skip.h"

namespace cobble::test {
namespace {

namespace fs = std::filesystem;

// What may be written to a path: a picture of each format, a report.
Words Writers(const std::string& path) {
  Words lines;
  for (const Format& format : Formats())
    lines.push_back(
        fmt::format("render --noise value --size 8 --format {} -o {}", format.name, path));
  lines.push_back("render --noise value --size 8 -o other.png --report " + path);
  return lines;
}

// Nothing can be written there, and nothing else is.
void CheckRefused(const std::string& path, const std::string& reason, const Words& under = {},
                  const Surroundings& surroundings = {}) {
  for (const std::string& line : Writers(path)) {
    CAPTURE(line);
    const Ended ended = RunProcess(under + Cobble(line), surroundings);
    CHECK(ended.status == 5);
    CHECK(ended.err.starts_with("cobble: "));
    CHECK(ended.err.find(path + ": cannot ") != std::string::npos);
    CHECK(ended.err.ends_with(": " + reason + "\n"));
    CHECK(ended.err.find('\n') == ended.err.size() - 1);
    CHECK_FALSE(fs::exists("other.png"));
  }
}

constexpr char kReadOnly[] =
    R"(mount --bind sealed sealed && mount -o remount,bind,ro sealed && "$@")";
const Words kWithSealedFolder{"unshare", "-Urm", "sh", "-c", kReadOnly, "sh"};

constexpr uid_t kNobody = 65534;

void BecomeNobody() {
  if (::getuid() == 0 && (::setgid(kNobody) != 0 || ::setuid(kNobody) != 0)) ::_exit(126);
}

}  // namespace

TEST_CASE("a folder that is missing, or none, is status 5") {
  const Folder folder;
  WriteFile("file", "");
  CheckRefused("missing/a", "No such file or directory");
  CheckRefused("file/a", "Not a directory");
  CHECK(folder.Names() == std::vector<std::string>{"file"});
}

TEST_CASE("a folder in the file's place is status 5") {
  const Folder folder;
  fs::create_directory("a");
  CheckRefused("a", "Is a directory");
  CHECK(folder.Names() == std::vector<std::string>{"a"});
  CHECK(fs::is_empty("a"));
}

TEST_CASE("a folder in the sidecar's place is status 5") {
  const Folder folder;
  fs::create_directory("a.r8.json");
  const Ended ended = RunProcess(Cobble("render --noise value --size 8 -o a.r8"));
  CHECK(ended.status == 5);
  CHECK(ended.err.ends_with(": cannot create: Is a directory\n"));
  CHECK(folder.Names() == std::vector<std::string>{"a.r8.json"});
}

TEST_CASE("a name that is too long is status 5, the longest is none") {
  const Folder folder;
  const std::string longest(255, 'n');
  CheckRefused(longest + 'n', "File name too long");
  CHECK(folder.Names().empty());
  CHECK(RunProcess(Cobble("render --noise value --size 8 --format png -o " + longest)).status == 0);
  CHECK(folder.Names() == std::vector<std::string>{longest});
  // Its sidecar's name would be.
  const Ended raw = RunProcess(Cobble("render --noise value --size 8 --format r8 -o " + longest));
  CHECK(raw.status == 5);
  CHECK(raw.err.ends_with(": File name too long\n"));
}

TEST_CASE("a file system that is read-only is status 5") {
  const Folder folder;
  fs::create_directory("sealed");
  if (RunProcess(kWithSealedFolder + Words{"true"}).status != 0)
    return Skip("nothing may be mounted in a namespace of our own");
  CheckRefused("sealed/a", "Read-only file system", kWithSealedFolder);
  WriteFile("sealed/a", "old");
  CheckRefused("sealed/a", "Read-only file system", kWithSealedFolder);
  CHECK(ReadAll("sealed/a") == "old");
}

TEST_CASE("a folder and a file that the user may not write are status 5") {
  const Surroundings nobody{.before_run = &BecomeNobody};
  if (RunProcess(Cobble("--version"), nobody).status != 0)
    return Skip("no other user may run the program that is tested");
  const Folder folder;
  REQUIRE(::chmod(".", 0777) == 0);
  fs::create_directory("sealed");
  REQUIRE(::chmod("sealed", 0555) == 0);
  CheckRefused("sealed/a", "Permission denied", {}, nobody);
  fs::create_directory("open");
  REQUIRE(::chmod("open", 0777) == 0);
  WriteFile("open/a", "old");
  REQUIRE(::chmod("open/a", 0444) == 0);
  CheckRefused("open/a", "Permission denied", {}, nobody);
  CHECK(ReadAll("open/a") == "old");
}

}  // namespace cobble::test
