// Tests unwritable paths: missing folders, folders in place of files, long names.
#include <doctest/doctest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "fault/output/failing_paths.h"
#include "support/harness.h"

namespace cobble::test {

namespace fs = std::filesystem;

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
  // Only the sidecar's name is too long.
  const Ended raw = RunProcess(Cobble("render --noise value --size 8 --format r8 -o " + longest));
  CHECK(raw.status == 5);
  CHECK(raw.err.ends_with(": File name too long\n"));
}

}  // namespace cobble::test
