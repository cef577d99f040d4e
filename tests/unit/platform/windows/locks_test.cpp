// Tests waiting for files that other programs have open for a moment.
#include <doctest/doctest.h>
#include <windows.h>

#include <chrono>
#include <string>
#include <thread>

#include "output/sink/sink.h"
#include "platform/error_text.h"
#include "platform/file.h"
#include "platform/path.h"
#include "platform/windows/text.h"
#include "unit/output/files.h"

namespace cobble {
namespace {

using std::chrono::milliseconds;

class Lock {
 public:
  Lock(const std::string& path, DWORD share) {
    std::wstring native;
    REQUIRE(NativePath(path, &native) == 0);
    file_ = ::CreateFileW(native.c_str(), GENERIC_READ, share, nullptr, OPEN_EXISTING, 0, nullptr);
    REQUIRE(file_ != INVALID_HANDLE_VALUE);
  }
  ~Lock() {
    if (end_.joinable()) end_.join();
    ::CloseHandle(file_);
  }
  Lock(const Lock&) = delete;
  Lock& operator=(const Lock&) = delete;

 protected:
  HANDLE file_ = INVALID_HANDLE_VALUE;
  std::thread end_;
};

// The same for 200 ms.
class ShortLock : public Lock {
 public:
  ShortLock(const std::string& path, DWORD share) : Lock(path, share) {
    end_ = std::thread([this] {
      std::this_thread::sleep_for(milliseconds(200));
      ::CloseHandle(std::exchange(file_, INVALID_HANDLE_VALUE));
    });
  }
};

std::string Replace(const std::string& path, const std::string& text) {
  return ErrorOf([&] {
    FileSink sink(path, {});
    sink.Write(text);
    sink.Commit();
  });
}

TEST_CASE("a file that is open for a moment is read and replaced once it is free") {
  const TemporaryFolder folder;
  const std::string path = folder / "a";
  WriteFile(path, "old");
  for (const DWORD share : {DWORD{0}, DWORD{FILE_SHARE_READ}, DWORD{FILE_SHARE_WRITE}}) {
    CAPTURE(share);
    {
      const ShortLock lock(path, share);
      InputFile input;
      CHECK(input.Open(path) == 0);
    }
    {
      const ShortLock lock(path, share);
      CHECK(FindObstacleAt(path).error == 0);
    }
    const ShortLock lock(path, share);
    CHECK(Replace(path, "new") == "none");
    CHECK(ReadFile(path) == "new");
  }
}

TEST_CASE("a file that is open for longer is reported") {
  const TemporaryFolder folder;
  const std::string path = folder / "a";
  WriteFile(path, "old");
  const Lock lock(path, 0);
  CHECK(
      Replace(path, "new").ends_with("cannot replace the file: another program has the file open"));
  InputFile input;
  CHECK(input.Open(path) == kOpenElsewhere);
  CHECK(folder.Names().size() == 1);
}

TEST_CASE("a file whose reader lets it be deleted counts as one that can be replaced") {
  const TemporaryFolder folder;
  const std::string path = folder / "a";
  WriteFile(path, "old");
  const Lock lock(path, FILE_SHARE_READ | FILE_SHARE_DELETE);
  CHECK(file::CheckWritable(path) == 0);
  CHECK(FindObstacleAt(path).error == 0);
}

}  // namespace
}  // namespace cobble
