// The names of temporary files, and the removal of stale ones.
#include "platform/temporary.h"

#include <fmt/format.h>

#include <atomic>
#include <cerrno>
#include <chrono>
#include <string_view>

#include "platform/path.h"

namespace cobble {
namespace {

constexpr std::string_view kPrefix = ".cobble-";
constexpr std::size_t kDigits = 24;
constexpr std::chrono::hours kStale{1};  // if unlocked, and this machine made the file
constexpr std::chrono::hours kStaleElsewhere{24 * 7};

// Returns 16 hex digits that no other file has. A path does not contain the target's name, which
// may already have the maximum length.
std::string NewDigits() {
  static std::atomic<uint32_t> counter{0};
  const auto now = std::chrono::steady_clock::now().time_since_epoch().count();
  const uint64_t run = Fnv1a(fmt::format("{} {}", ProcessNumber(), now));
  return fmt::format("{:08x}{:08x}", static_cast<uint32_t>(run), counter++);
}

bool IsHidden(std::string_view name) {
  return name.starts_with(kPrefix) && name.size() == kPrefix.size() + kDigits &&
         name.find_first_not_of("0123456789abcdef", kPrefix.size()) == std::string_view::npos;
}

void RemoveIfStale(const std::string& path, std::chrono::hours age) {
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  FileStatus status;
  if (file::StatusOf(path, &status) == 0 && status.kind == FileKind::kRegular &&
      now - std::chrono::seconds(status.seconds) > age)
    RemoveUnlocked(path, status.identity);
}

}  // namespace

int TryNewPaths(const std::string& start, const std::function<int(const std::string&)>& use) {
  constexpr int kAttempts = 100;
  int error = EEXIST;
  for (int i = 0; i < kAttempts && error == EEXIST; ++i) error = use(start + NewDigits());
  return error;
}

int Temporary::MakeHiddenName(const std::function<int(const std::string&)>& make) {
  return TryNewPaths(folder_ + HiddenPrefix(), [&](const std::string& path) {
    const SignalShield shield;
    name_.emplace(path);
    const int error = make(path);
    if (error != 0) name_.reset();
    return error;
  });
}

const std::string& HiddenPrefix() {
  static const std::string prefix =
      fmt::format("{}{:08x}", kPrefix, static_cast<uint32_t>(Fnv1a(SystemName())));
  return prefix;
}

// Locks are local on some network file systems, so they show nothing about other machines.
void RemoveStaleTemporaries(const std::string& folder) {
  file::VisitFolder(folder, [&folder](const std::string& name) {
    if (IsHidden(name))
      RemoveIfStale(folder + name, name.starts_with(HiddenPrefix()) ? kStale : kStaleElsewhere);
    return true;
  });
}

}  // namespace cobble
