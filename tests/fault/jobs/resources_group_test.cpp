// Renders a large picture in a control group limited to 300 MiB of memory.
#include <doctest/doctest.h>
#include <fmt/format.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include "support/harness.h"
#include "support/long_form.h"
#include "support/measured.h"
#include "support/skip.h"

namespace cobble {
namespace {

namespace fs = std::filesystem;

constexpr uint64_t kLimit = uint64_t{300} << 20;

// The memory controller's files, in versions 1 and 2 of control groups.
struct Controller {
  const char *limit, *peak;
};
constexpr Controller kFirst{"memory.limit_in_bytes", "memory.max_usage_in_bytes"};
constexpr Controller kSecond{"memory.max", "memory.peak"};

// Returns the memory controller's mount point, or an empty path. `type` is "cgroup" or "cgroup2".
fs::path MountOf(const std::string& type) {
  std::ifstream mounts("/proc/self/mounts");
  for (std::string line; std::getline(mounts, line);) {
    std::istringstream words(line);
    std::string device, path, kind, options;
    words >> device >> path >> kind >> options;
    const bool of_memory = ("," + options + ",").find(",memory,") != std::string::npos;
    if (kind == type && (of_memory || type == "cgroup2")) return path;
  }
  return {};
}

fs::path OwnGroup(const std::string& type) {
  const fs::path mount = MountOf(type);
  std::ifstream groups("/proc/self/cgroup");
  for (std::string line; std::getline(groups, line) && !mount.empty();) {
    const std::size_t first = line.find(':'), second = line.find(':', first + 1);
    const std::string controllers = "," + line.substr(first + 1, second - first - 1) + ",";
    const bool found =
        type == "cgroup2" ? controllers == ",," : controllers.find(",memory,") != std::string::npos;
    if (found) return mount / fs::path(line.substr(second + 1)).relative_path();
  }
  return {};
}

// A child of this process's group with the memory limit kLimit. The destructor removes it.
class Group {
 public:
  Group() {
    for (const auto& [type, controller] :
         {std::pair{"cgroup", kFirst}, std::pair{"cgroup2", kSecond}})
      if (!made() && Make(OwnGroup(type), controller)) return;
  }
  ~Group() {
    std::error_code ignored;
    if (made()) fs::remove(path_, ignored);
  }
  Group(const Group&) = delete;
  Group& operator=(const Group&) = delete;

  bool made() const { return !path_.empty(); }
  std::string path() const { return path_; }
  // Returns the peak memory in bytes; 0 if the kernel does not report it (old kernels, version 2).
  uint64_t Peak() const {
    uint64_t peak = 0;
    std::ifstream(path_ / controller_.peak) >> peak;
    return peak;
  }

 private:
  bool Make(const fs::path& parent, const Controller& controller) {
    if (parent.empty()) return false;
    const fs::path path = parent / ("cobble-test-" + std::to_string(::getpid()));
    std::error_code error;
    if (!fs::create_directory(path, error)) return false;
    // The kernel creates the limit file if the parent delegates the controller.
    if (fs::exists(path / controller.limit) && std::ofstream(path / controller.limit)
                                                   << kLimit << std::flush) {
      path_ = path;
      controller_ = controller;
      return true;
    }
    fs::remove(path, error);
    return false;
  }

  fs::path path_;
  Controller controller_{};
};

// The files exceed the limit, too: dirty pages count towards it until they are written.
TEST_CASE("a large picture renders within 300 MiB of memory") {
  if (!kIsMeasurable) return test::Skip(kWhyNotMeasurable);
  const Group group;
  if (!group.made()) return test::Skip("no memory control group can be made");
  const Folder folder;
  const int side = test::IsLongForm() ? 65536 : 12288;
  const std::string line = fmt::format(
      "render --noise value --frequency 4 --size {0},{0} --threads 7 -o a.r16 -o b.png", side);
  const Outcome outcome =
      RunShell("echo $$ > '" + group.path() + "/cgroup.procs' || exit 99\ncobble " + line);
  REQUIRE(outcome.status != 99);
  CHECK_MESSAGE(outcome.status == 0, outcome.status << ": " << outcome.err);
  CHECK(fs::file_size("a.r16") == static_cast<uint64_t>(side) * static_cast<uint64_t>(side) * 2);
  const uint64_t peak = group.Peak();
  CHECK(peak <= kLimit);
  if (peak > 0) CHECK(peak > kLimit / 4);  // the process was in the group
}

}  // namespace
}  // namespace cobble
