// A large picture inside a control group whose memory is 300 MiB.
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

// The memory controller's files, as the two versions of control groups name them.
struct Controller {
  const char *limit, *peak;
};
constexpr Controller kFirst{"memory.limit_in_bytes", "memory.max_usage_in_bytes"};
constexpr Controller kSecond{"memory.max", "memory.peak"};

// Where control groups of memory are mounted; empty: nowhere. `type`: "cgroup" or "cgroup2".
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

// The group of this process, of that version.
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

// A group below this process's own, which is therefore limited as that is; removed at the end.
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
  // Bytes; old kernels of the second version do not tell (0).
  uint64_t Peak() const {
    uint64_t peak = 0;
    std::ifstream(path_ / controller_.peak) >> peak;
    return peak;
  }

 private:
  bool Make(const fs::path& own, const Controller& controller) {
    if (own.empty()) return false;
    const fs::path path = own / ("cobble-test-" + std::to_string(::getpid()));
    std::error_code error;
    if (!fs::create_directory(path, error)) return false;
    // Files appear in it of themselves, unless the controller is not handed down to it.
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

// Files grow past the limit, too: what the system keeps of them counts, until it is written.
TEST_CASE("resources: a large picture within 300 MiB of memory") {
  if (!kIsMeasurable) return test::Skip(kWhyNotMeasurable);
  const Group group;
  if (!group.made()) return test::Skip("no control group of memory can be made");
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
  if (peak > 0) CHECK(peak > kLimit / 4);  // it was within the group
}

}  // namespace
}  // namespace cobble
