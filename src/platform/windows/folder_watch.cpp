// Watches folders with ReadDirectoryChangesW. All of them report to one completion port, so that
// their number is not limited.
#include "platform/file_watch.h"

#include <windows.h>

#include <array>
#include <vector>

#include "platform/windows/calls.h"

namespace cobble {
namespace {

// Whatever an editor does to save a file.
constexpr DWORD kChanges = FILE_NOTIFY_CHANGE_FILE_NAME | FILE_NOTIFY_CHANGE_DIR_NAME |
                           FILE_NOTIFY_CHANGE_ATTRIBUTES | FILE_NOTIFY_CHANGE_SIZE |
                           FILE_NOTIFY_CHANGE_LAST_WRITE | FILE_NOTIFY_CHANGE_CREATION;

// A folder with a request that the system answers when something changes. Nobody reads what has
// changed; if it does not fit, the answer is empty, but still an answer.
struct WatchedFolder {
  HANDLE handle = INVALID_HANDLE_VALUE;
  OVERLAPPED request{};
  alignas(DWORD) std::array<std::byte, 4096> changes{};

  bool Ask() {
    request = {};
    return ::ReadDirectoryChangesW(handle, changes.data(), static_cast<DWORD>(changes.size()),
                                   FALSE, kChanges, nullptr, &request, nullptr);
  }
};

class PortWatch final : public FolderWatch {
 public:
  explicit PortWatch(HANDLE port) : port_(port) {}
  ~PortWatch() override;
  PortWatch(const PortWatch&) = delete;
  PortWatch& operator=(const PortWatch&) = delete;

  void Add(const std::string& path);
  bool is_on() const override { return port_ != nullptr; }
  void Wait(std::chrono::milliseconds maximum) override {
    if (!is_on()) return ::Sleep(static_cast<DWORD>(maximum.count()));
    if (!Take(static_cast<DWORD>(maximum.count()))) return;
    while (Take(0)) continue;
  }

 private:
  // Waits for one answer and asks again. Returns whether there was one.
  bool Take(DWORD milliseconds);

  const HANDLE port_;
  std::vector<std::unique_ptr<WatchedFolder>> folders_{};
  std::size_t asked_ = 0;  // the requests that are not yet answered
  bool is_ending_ = false;
};

void PortWatch::Add(const std::string& path) {
  auto folder = std::make_unique<WatchedFolder>();
  const OpenMode mode{.access = FILE_LIST_DIRECTORY,
                      .flags = FILE_FLAG_BACKUP_SEMANTICS | FILE_FLAG_OVERLAPPED,
                      .waits = false};
  if (call::OpenNative(path, mode, &folder->handle) != 0) return;
  const auto key = reinterpret_cast<ULONG_PTR>(folder.get());
  if (::CreateIoCompletionPort(folder->handle, port_, key, 0) == nullptr || !folder->Ask()) {
    ::CloseHandle(folder->handle);
    return;
  }
  ++asked_;
  folders_.push_back(std::move(folder));
}

bool PortWatch::Take(DWORD milliseconds) {
  DWORD bytes = 0;
  ULONG_PTR key = 0;
  OVERLAPPED* request = nullptr;
  const bool is_good = ::GetQueuedCompletionStatus(port_, &bytes, &key, &request, milliseconds);
  if (request == nullptr) return false;
  --asked_;
  // A request fails if its folder is removed.
  if (is_good && !is_ending_ && reinterpret_cast<WatchedFolder*>(key)->Ask()) ++asked_;
  return true;
}

// The system writes to requests until they are answered, which cancelling makes it do.
PortWatch::~PortWatch() {
  is_ending_ = true;
  for (const auto& folder : folders_) ::CancelIoEx(folder->handle, &folder->request);
  constexpr DWORD kPatience = 1000;
  while (asked_ > 0 && Take(kPatience)) continue;
  for (const auto& folder : folders_) ::CloseHandle(folder->handle);
  if (asked_ > 0)
    for (auto& folder : folders_) static_cast<void>(folder.release());
  if (port_ != nullptr) ::CloseHandle(port_);
}

}  // namespace

std::unique_ptr<FolderWatch> WatchFolders(const std::set<std::string>& folders) {
  const HANDLE port = ::CreateIoCompletionPort(INVALID_HANDLE_VALUE, nullptr, 0, 1);
  auto watch = std::make_unique<PortWatch>(port);
  if (watch->is_on())
    for (const std::string& folder : folders) watch->Add(folder);
  return watch;
}

}  // namespace cobble
