// Tests names that Windows files cannot have, and files that cannot be replaced.
#include <doctest/doctest.h>
#include <windows.h>

#include <cerrno>
#include <string>

#include "output/sink/sink.h"
#include "platform/error_text.h"
#include "platform/path.h"
#include "platform/temporary.h"
#include "platform/windows/text.h"
#include "unit/output/files.h"

namespace cobble {
namespace {

TEST_CASE("names of devices are reserved, whatever follows a dot") {
  for (const char* name : {"con", "CON.png", "con .x", "prn", "Aux.tar.gz", "nul.png", "com1",
                           "lpt9.txt", "COM²", "conin$", "CONOUT$"}) {
    CAPTURE(name);
    CHECK(CheckName(name) == kReservedName);
    CHECK(Locate(name).error == kReservedName);
    CHECK(Locate(std::string("a/") + name).error == kReservedName);
  }
  for (const char* name : {"cone", "com", "com10", "com0", "lpt1x", ".con", "a.con", "conin"})
    CHECK(CheckName(name) == 0);
}

TEST_CASE("other names that Windows changes or refuses are refused") {
  for (const char* name : {"a.", "a ", "...", "a. ."}) CHECK(CheckName(name) == kBadNameEnd);
  for (const char* name : {"a:b", "a?", "*", "<a", "a>", "a|b", "\"a", "a\tb", "a\x01"})
    CHECK(CheckName(name) == kBadNameCharacter);
  for (const char* name : {".", "..", " a", ".a", "é漢😀", "a b", "a{x}", "#%&'()+,;=@[]^_`~!$"})
    CHECK(CheckName(name) == 0);
  CHECK(CheckName(std::string(255, 'a')) == 0);
  CHECK(CheckName(std::string(256, 'a')) == ENAMETOOLONG);
  const TemporaryFolder folder;
  CHECK(ErrorOf([&] {
          FileSink(folder / "con.png", {});
        }).ends_with("cannot create: Windows reserves the name for a device"));
  CHECK(ErrorOf([&] { FileSink(folder / "a?", {}); }).ends_with(ErrorText(kBadNameCharacter)));
  CHECK(folder.Names().empty());
}

TEST_CASE("the null device is written directly") {
  for (const char* name : {"nul", "NUL", R"(\\.\nul)"}) {
    CHECK(IsWrittenDirectly(name));
    FileSink sink(name, {}, FileSink::kAnyOrder);
    sink.WriteAt(5, "a", 1);
    sink.Commit();
  }
}

TEST_CASE("a file that is read-only, or that others have open for themselves, is not replaced") {
  const TemporaryFolder folder;
  const std::string path = folder / "a";
  WriteFile(path, "old");
  std::wstring native;
  REQUIRE(NativePath(path, &native) == 0);
  const auto replace = [&] {
    return ErrorOf([&] {
      FileSink sink(path, {});
      sink.Write("new");
      sink.Commit();
    });
  };
  ::SetFileAttributesW(native.c_str(), FILE_ATTRIBUTE_READONLY);
  CHECK(replace().ends_with("cannot replace the file: the file is read-only"));
  CHECK(FindObstacleAt(path).error == kReadOnly);
  ::SetFileAttributesW(native.c_str(), FILE_ATTRIBUTE_NORMAL);
  const HANDLE other = ::CreateFileW(native.c_str(), GENERIC_READ, FILE_SHARE_READ, nullptr,
                                     OPEN_EXISTING, 0, nullptr);
  REQUIRE(other != INVALID_HANDLE_VALUE);
  CHECK(replace().ends_with("cannot replace the file: another program has the file open"));
  CHECK(ReadFile(path) == "old");
  ::CloseHandle(other);
  CHECK(replace() == "none");
  CHECK(ReadFile(path) == "new");
  CHECK(folder.Names().size() == 1);
}

TEST_CASE("a file that others open while it is written stays as it was") {
  const TemporaryFolder folder;
  const std::string path = folder / "a";
  WriteFile(path, "old");
  std::wstring native;
  REQUIRE(NativePath(path, &native) == 0);
  {
    FileSink sink(path, {});
    sink.Write("new");
    const HANDLE other = ::CreateFileW(native.c_str(), GENERIC_READ, FILE_SHARE_READ, nullptr,
                                       OPEN_EXISTING, 0, nullptr);
    CHECK(ErrorOf([&] {
            sink.Commit();
          }).ends_with("cannot replace the file: another program has the file open"));
    ::CloseHandle(other);
  }
  CHECK(ReadFile(path) == "old");
  CHECK(folder.Names().size() == 1);
}

TEST_CASE("numbers of errors have the errno that says the same") {
  CHECK(ErrnoOf(ERROR_FILE_NOT_FOUND) == ENOENT);
  CHECK(ErrnoOf(ERROR_DISK_FULL) == ENOSPC);
  CHECK(ErrnoOf(ERROR_WRITE_PROTECT) == EROFS);
  CHECK(ErrnoOf(ERROR_SHARING_VIOLATION) == kOpenElsewhere);
  CHECK(ErrnoOf(ERROR_NO_DATA) == EPIPE);
  CHECK(ErrnoOf(ERROR_FILE_CORRUPT) == kWindowsErrors + ERROR_FILE_CORRUPT);
  CHECK(ErrnoOf(ERROR_IO_DEVICE) == EIO);
  CHECK(ErrnoOf(0) == EIO);
  CHECK(ErrnoOf(0xFFFFFF) == EIO);
}

}  // namespace
}  // namespace cobble
