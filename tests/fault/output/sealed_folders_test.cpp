// Tests paths without write permission: folders without rights, and read-only file systems.
#include <doctest/doctest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>

#include "fault/output/failing_paths.h"
#include "support/harness.h"
#include "support/skip.h"

namespace cobble::test {

namespace fs = std::filesystem;

namespace {

constexpr char kReadOnly[] =
    R"(mount --bind sealed sealed && mount -o remount,bind,ro sealed && "$@")";
const Words kWithSealedFolder{"unshare", "-Urm", "sh", "-c", kReadOnly, "sh"};

constexpr uid_t kNobody = 65534;

void BecomeNobody() {
  if (::getuid() == 0 && (::setgid(kNobody) != 0 || ::setuid(kNobody) != 0)) ::_exit(126);
}

}  // namespace

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
