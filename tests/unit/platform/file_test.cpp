// Tests the status of files, and reading them.
#include "platform/file.h"

#include <doctest/doctest.h>

#include <cerrno>
#include <cstddef>
#include <filesystem>
#include <set>
#include <string>
#include <system_error>

#include "platform/error_text.h"
#include "support/process.h"
#include "support/skip.h"
#include "unit/output/files.h"

namespace cobble {
namespace {

namespace fs = std::filesystem;

FileStatus StatusOf(const std::string& path) {
  FileStatus status;
  REQUIRE(file::StatusOf(path, &status) == 0);
  return status;
}

TEST_CASE("a file is the same by all its names") {
  const TemporaryFolder folder;
  WriteFile(folder / "a", "text");
  WriteFile(folder / "b", "text");
  fs::create_hard_link(folder / "a", folder / "hard");
  const FileStatus status = StatusOf(folder / "a");
  CHECK(status.kind == FileKind::kRegular);
  CHECK(status.size == 4);
  CHECK(StatusOf(folder / "hard") == status);
  CHECK_FALSE(StatusOf(folder / "b").identity == status.identity);
  CHECK(StatusOf(".").kind == FileKind::kFolder);
  CHECK(StatusOf(test::kNullDevice).kind == FileKind::kCharacterDevice);

  InputFile input;
  REQUIRE(input.Open(folder / "hard") == 0);
  FileStatus opened;
  REQUIRE(file::StatusOf(input.handle(), &opened) == 0);
  CHECK(opened.identity == status.identity);
}

TEST_CASE("what is missing is reported") {
  const TemporaryFolder folder;
  FileStatus status;
  for (const std::string& path : {folder / "missing", folder / "missing/a"}) {
    CHECK(file::StatusOf(path, &status) == ENOENT);
    CHECK_FALSE(file::Exists(path));
    CHECK(file::CheckReadable(path) == ENOENT);
    InputFile input;
    CHECK(input.Open(path) == ENOENT);
  }
  WriteFile(folder / "a", "");
  CHECK(file::Exists(folder / "a"));
  CHECK_FALSE(file::IsFolder(folder / "a"));
  CHECK(file::IsFolder("."));
  CHECK(file::StatusOf(folder / "a/b", &status) == ENOTDIR);
}

TEST_CASE("a link is what it leads to") {
  if (test::Lacks(test::kLinks)) return;
  const TemporaryFolder folder;
  WriteFile(folder / "a", "text");
  fs::create_symlink("a", folder / "soft");
  fs::create_symlink("nowhere", folder / "dangling");
  CHECK(StatusOf(folder / "soft") == StatusOf(folder / "a"));
  FileStatus status;
  CHECK(file::StatusOf(folder / "dangling", &status) == ENOENT);
  CHECK_FALSE(file::Exists(folder / "dangling"));
  InputFile input;
  CHECK(input.Open(folder / "dangling") == ENOENT);
}

TEST_CASE("bytes are read in order or at an offset") {
  const TemporaryFolder folder;
  WriteFile(folder / "a", "0123456789");
  InputFile input;
  REQUIRE(input.Open(folder / "a") == 0);
  char bytes[4];
  std::size_t count = 0;
  const auto read = [&](const uint64_t* offset) {
    REQUIRE(file::ReadSome(input.handle(), bytes, sizeof bytes, offset, &count) == 0);
    return std::string(bytes, count);
  };
  constexpr uint64_t kNearEnd = 7, kEnd = 10;
  CHECK(read(nullptr) == "0123");
  CHECK(read(&kNearEnd) == "789");
  CHECK(read(nullptr) == "4567");
  CHECK(read(nullptr) == "89");
  CHECK(read(nullptr).empty());
  CHECK(read(&kEnd).empty());

  InputFile is_folder;
  REQUIRE(is_folder.Open(".") == 0);
  CHECK(file::ReadSome(is_folder.handle(), bytes, sizeof bytes, nullptr, &count) == EISDIR);
}

TEST_CASE("errors have the same text on every system") {
  CHECK(ErrorText(ENOENT) == "No such file or directory");
}

TEST_CASE("the texts of errors are those of Linux") {
  if (!test::Has(test::kShell))
    return test::Skip("the C library has other texts than that of Linux");
  for (int error = 1; error < 140; ++error)
    CHECK(ErrorText(error) == std::generic_category().message(error));
}

TEST_CASE("errors that errno does not have are explained") {
  std::set<std::string> texts;
  for (const int error : {kReservedName, kBadNameEnd, kBadNameCharacter, kOpenElsewhere, kReadOnly})
    texts.insert(ErrorText(error));
  CHECK(texts.size() == 5);
  CHECK(ErrorText(kWindowsErrors + 1392) == "Input/output error (Windows error 1392)");
  for (const std::string& text : texts) CHECK(text.find("nknown error") == std::string::npos);
}

}  // namespace
}  // namespace cobble
