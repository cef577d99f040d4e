// Watches folders with ReadDirectoryChangesW. All of them report to one completion port, so that
// their number is not limited.
#include "platform/folder_watch.h"

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

}  // namespace

struct FolderWatch::Notifier {
  explicit Notifier(HANDLE completion_port) : port(completion_port) {}
  ~Notifier();
  Notifier(const Notifier&) = delete;
  Notifier& operator=(const Notifier&) = delete;

  void Add(const std::string& folder);
  // Waits for one answer and asks again. Returns whether there was one.
  bool Take(DWORD milliseconds);

  const HANDLE port;
  std::vector<std::unique_ptr<WatchedFolder>> folders{};
  std::size_t asked = 0;  // the requests that are not yet answered
  bool is_ending = false;
};

void FolderWatch::Notifier::Add(const std::string& path) {
  auto folder = std::make_unique<WatchedFolder>();
  const OpenMode mode{.access = FILE_LIST_DIRECTORY,
                      .flags = FILE_FLAG_BACKUP_SEMANTICS | FILE_FLAG_OVERLAPPED,
                      .waits = false};
  if (call::OpenNative(path, mode, &folder->handle) != 0) return;
  const auto key = reinterpret_cast<ULONG_PTR>(folder.get());
  if (::CreateIoCompletionPort(folder->handle, port, key, 0) == nullptr || !folder->Ask()) {
    ::CloseHandle(folder->handle);
    return;
  }
  ++asked;
  folders.push_back(std::move(folder));
}

bool FolderWatch::Notifier::Take(DWORD milliseconds) {
  DWORD bytes = 0;
  ULONG_PTR key = 0;
  OVERLAPPED* request = nullptr;
  const bool is_good = ::GetQueuedCompletionStatus(port, &bytes, &key, &request, milliseconds);
  if (request == nullptr) return false;
  --asked;
  // A request fails if its folder is removed.
  if (is_good && !is_ending && reinterpret_cast<WatchedFolder*>(key)->Ask()) ++asked;
  return true;
}

// The system writes to requests until they are answered, which cancelling makes it do.
FolderWatch::Notifier::~Notifier() {
  is_ending = true;
  for (const auto& folder : folders) ::CancelIoEx(folder->handle, &folder->request);
  constexpr DWORD kPatience = 1000;
  while (asked > 0 && Take(kPatience)) continue;
  for (const auto& folder : folders) ::CloseHandle(folder->handle);
  if (asked > 0)
    for (auto& folder : folders) static_cast<void>(folder.release());
  ::CloseHandle(port);
}

FolderWatch::FolderWatch() = default;
FolderWatch::~FolderWatch() = default;

void FolderWatch::Set(const std::set<std::string>& folders) {
  notifier_.reset();
  const HANDLE port = ::CreateIoCompletionPort(INVALID_HANDLE_VALUE, nullptr, 0, 1);
  if (port == nullptr) return;
  notifier_ = std::make_unique<Notifier>(port);
  for (const std::string& folder : folders) notifier_->Add(folder);
}

void FolderWatch::Wait(std::chrono::milliseconds maximum) const {
  const auto milliseconds = static_cast<DWORD>(maximum.count());
  if (!notifier_) return ::Sleep(milliseconds);
  if (!notifier_->Take(milliseconds)) return;
  while (notifier_->Take(0)) continue;
}

}  // namespace cobble
