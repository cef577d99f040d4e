// Temporary files on Windows. A file that is open with its rights and modes as here can be opened
// by others, for virus scanners and indexers do so, but by nobody for himself alone: that is its
// lock.
#include "platform/temporary.h"

#include <windows.h>

#include <fmt/format.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstdint>
#include <string_view>

#include "platform/path.h"
#include "platform/windows/calls.h"
#include "platform/windows/text.h"

namespace cobble {
namespace {

constexpr int kAttempts = 100;  // to find an unused name
constexpr std::string_view kPrefix = ".cobble-";
constexpr std::size_t kDigits = 24;
constexpr std::chrono::hours kStale{1};  // if nobody has it open, and this machine made the file
constexpr std::chrono::hours kStaleElsewhere{24 * 7};

std::string MachineName() {
  std::array<wchar_t, 256> name{};
  auto size = static_cast<DWORD>(name.size());
  if (!::GetComputerNameExW(ComputerNamePhysicalDnsFullyQualified, name.data(), &size)) return {};
  return ToUtf8({name.data(), size});
}

// Returns 16 hex digits that no other file has.
std::string NewDigits() {
  static std::atomic<uint32_t> counter{0};
  LARGE_INTEGER now{};
  ::QueryPerformanceCounter(&now);
  const uint64_t run = Fnv1a(fmt::format("{} {}", ::GetCurrentProcessId(), now.QuadPart));
  return fmt::format("{:08x}{:08x}", static_cast<uint32_t>(run), counter++);
}

// Calls `use` with new paths that start with `start` until it does not fail with EEXIST. Returns 0
// or errno.
template <typename Use>
int TryPaths(const std::string& start, const Use& use) {
  int error = EEXIST;
  for (int i = 0; i < kAttempts && error == EEXIST; ++i) error = use(start + NewDigits());
  return error;
}

bool IsHidden(std::string_view name) {
  return name.starts_with(kPrefix) && name.size() == kPrefix.size() + kDigits &&
         name.find_first_not_of("0123456789abcdef", kPrefix.size()) == std::string_view::npos;
}

bool IsOlderThan(std::chrono::hours age, const FileStatus& status) {
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  return now - std::chrono::seconds(status.seconds) > age;
}

// The system removes the file when it is closed. It can be opened only if nobody else has it open.
void RemoveIfStale(const std::string& path, std::chrono::hours age) {
  FileStatus named;
  if (file::StatusOf(path, &named) != 0 || named.kind != FileKind::kRegular ||
      !IsOlderThan(age, named))
    return;
  Handle file = kNoHandle;
  const OpenMode alone{.access = DELETE,
                       .share = 0,
                       .flags = FILE_FLAG_DELETE_ON_CLOSE | FILE_FLAG_OPEN_REPARSE_POINT,
                       .waits = false};
  if (call::Open(path, alone, &file) == 0) file::Close(file);
}

}  // namespace

Temporary::~Temporary() {
  // Errors are ignored: a destructor cannot report them.
  const SignalShield shield;
  if (fd_ >= 0) file::Close(fd_);
  if (lock_ >= 0) file::Close(lock_);
  if (!name_) return;
  file::Remove(name_->path());
  name_.reset();
}

int Temporary::Open(const std::string& target) {
  std::wstring native;
  if (const int error = NativePath(target, &native)) return error;
  folder_ = FolderOf(target);
  return OpenNamed(folder_);
}

int Temporary::OpenNamed(const std::string& folder) {
  return TryPaths(folder + HiddenPrefix(), [&](std::string path) {
    const SignalShield shield;
    name_.emplace(std::move(path));
    const OpenMode mode{.access = GENERIC_READ | GENERIC_WRITE | DELETE,
                        .share = FILE_SHARE_READ | FILE_SHARE_DELETE,
                        .disposition = CREATE_NEW,
                        .flags = FILE_ATTRIBUTE_NORMAL};
    const int error = call::Open(name_->path(), mode, &fd_);
    if (error != 0) name_.reset();
    return error;
  });
}

int Temporary::OpenUnnamed() {
  std::array<wchar_t, MAX_PATH + 2> folder{};
  if (::GetTempPathW(static_cast<DWORD>(folder.size()), folder.data()) == 0) return LastErrno();
  return TryPaths(PathOfNative(folder.data()) + "cobble-", [&](const std::string& path) {
    return call::Open(path,
                      {.access = GENERIC_READ | GENERIC_WRITE | DELETE,
                       .share = 0,
                       .disposition = CREATE_NEW,
                       .flags = FILE_ATTRIBUTE_TEMPORARY | FILE_FLAG_DELETE_ON_CLOSE},
                      &fd_);
  });
}

// The file stays open: by its handle it is renamed, and locked until then.
int Temporary::Close() {
  lock_ = fd_;
  fd_ = kNoHandle;
  return 0;
}

// Closes the file, since others could otherwise not open it without letting it be written to. By
// then it has its name: that closing fails changes nothing.
int Temporary::MoveTo(const std::string& target, bool no_clobber) {
  const SignalShield shield;
  if (const int error = call::Rename(lock_, target, !no_clobber)) return error;
  name_.reset();
  file::Close(lock_);
  lock_ = kNoHandle;
  return 0;
}

const std::string& HiddenPrefix() {
  static const std::string prefix =
      fmt::format("{}{:08x}", kPrefix, static_cast<uint32_t>(Fnv1a(MachineName())));
  return prefix;
}

void RemoveStaleTemporaries(const std::string& folder) {
  file::VisitFolder(folder, [&folder](const std::string& name) {
    if (IsHidden(name))
      RemoveIfStale(folder + name, name.starts_with(HiddenPrefix()) ? kStale : kStaleElsewhere);
    return true;
  });
}

}  // namespace cobble
