// Tests Windows paths: drives, shares, both separators, and what system calls get.
#include "platform/path.h"

#include <doctest/doctest.h>

#include <cerrno>
#include <string>
#include <string_view>
#include <utility>

#include "platform/error_text.h"
#include "platform/file.h"
#include "platform/windows/text.h"
#include "unit/output/files.h"

namespace cobble {
namespace {

TEST_CASE("the root of a path is a drive or a share") {
  const std::pair<std::string_view, std::size_t> lengths[] = {
      {"a", 0},          {"/a", 1},          {R"(\a)", 1},      {"C:", 2},
      {"C:a", 2},        {"C:/a", 3},        {R"(c:\a)", 3},    {"//s/t", 5},
      {R"(\\s\t\a)", 6}, {R"(\\?\C:\a)", 7}, {"//./pipe/a", 9}, {R"(\\?\UNC\s\t\a)", 12},
      {"///a", 1},       {"é:/a", 0},
  };
  for (const auto& [path, length] : lengths) {
    CAPTURE(path);
    CHECK(RootLength(path) == length);
    CHECK(IsAbsolute(path) == (length >= 3));
  }
}

TEST_CASE("folders and names are parted at either separator, or behind the drive") {
  CHECK(FolderOf(R"(a\b/c.png)") == R"(a\b/)");
  CHECK(FileNameOf(R"(a/b\c.png)") == "c.png");
  CHECK(FolderOf("C:a") == "C:");
  CHECK(FileNameOf("C:a") == "a");
  CHECK(ParentOf(R"(C:\a)") == R"(C:\)");
  CHECK(ParentOf(R"(C:\)") == R"(C:\)");
  CHECK(ParentOf(R"(\\s\t\a\b)") == R"(\\s\t\a)");
  CHECK(ParentOf(R"(\\s\t\a)") == R"(\\s\t\)");
  CHECK(WithSeparator(R"(a\)") == R"(a\)");
  CHECK(WithoutSeparator(R"(a/\)") == "a");
}

TEST_CASE("normal paths have slashes") {
  CHECK(NormalPath(R"(C:\a\..\b\.\c)") == "C:/b/c");
  CHECK(NormalPath(R"(C:\..\a\)") == "C:/a/");
  CHECK(NormalPath(R"(C:..\a)") == "C:../a");
  CHECK(NormalPath(R"(\\s\t\..\a)") == "//s/t/a");
  CHECK(NormalPath(R"(..\a\\b)") == "../a/b");
  CHECK(RelativePath("C:/a/b", "C:/a/c") == "../b");
  CHECK(RelativePath("D:/a", "C:/a") == "D:/a");
  CHECK(AbsolutePath(R"(C:\a\..\b)") == "C:/b");
  CHECK(AbsolutePath("a/../b") == AbsolutePath(".") + "/b");
  CHECK(PathKey("C:/aé") == PathKey("c:/AÉ"));
}

TEST_CASE("system calls get paths of any length, from the root") {
  const auto native = [](std::string_view path) {
    std::wstring wide;
    REQUIRE(NativePath(path, &wide) == 0);
    return ToUtf8(wide);
  };
  CHECK(native("C:/a/../b") == R"(\\?\C:\b)");
  CHECK(native("//s/t/a") == R"(\\?\UNC\s\t\a)");
  CHECK(native(R"(\\?\C:\a\..\b)") == R"(\\?\C:\b)");
  CHECK(native(R"(\\?\unc\s\t\a)") == R"(\\?\UNC\s\t\a)");
  CHECK(native(R"(\\?\Volume{0}\a)") == R"(\\?\Volume{0}\a)");
  CHECK(native("//./pipe/a") == R"(\\.\pipe\a)");
  CHECK(native("NUL") == R"(\\.\nul)");
  CHECK(PathOfNative(LR"(\\?\UNC\s\t)") == "//s/t");
  CHECK(PathOfNative(LR"(\\?\C:\a)") == "C:/a");
  CHECK(WithSlashes(R"(\\?\C:\a)") == "C:/a");
  CHECK(WithSlashes(R"(//?/UNC/s\t\a)") == "//s/t/a");
  CHECK(WithSlashes(R"(\\?\Unc\s\t)") == "//s/t");
  CHECK(WithSlashes(R"(\\?\Volume{0}\a)") == "//?/Volume{0}/a");
  CHECK(WithSlashes(R"(\\.\C:)") == "//./C:");
  CHECK(RootLength(R"(\\?\unc\s\t\a)") == 12);
  CHECK(NormalPath(R"(\\?\C:\a\..\b)") == "C:/b");
  std::wstring wide;
  CHECK(NativePath(R"(\\?\C:\con.png)", &wide) == kReservedName);  // Wine could not read it
  CHECK(NativePath("", &wide) == ENOENT);
  CHECK(NativePath("a\xFF", &wide) == EILSEQ);
  CHECK(NativePath(std::string_view("a\0b", 3), &wide) == EINVAL);
}

TEST_CASE("files deep below are written, listed, renamed and removed") {
  const TemporaryFolder folder;
  std::string deep = folder / "deep";
  for (int k = 0; k < 30; ++k) deep += "/abcdefghij";
  REQUIRE(file::MakeFolders(deep) == 0);
  CHECK(file::MakeFolders(deep) == 0);
  FileSink sink(deep + "/é漢😀.bin", {});
  sink.Write("text");
  sink.Commit();
  std::string names;
  const auto visit = [&](const std::string& name) {
    names += name + ';';
    return true;
  };
  CHECK(file::VisitFolder(deep, visit) == 0);
  CHECK(names == "é漢😀.bin;");
  CHECK(file::Rename(deep + "\\é漢😀.bin", deep + "/b") == 0);
  CHECK(file::Exists(deep + "/B"));
  CHECK(file::Remove(deep + "/b") == 0);
  CHECK_FALSE(file::NamesAnything(deep + "/b"));
}

}  // namespace
}  // namespace cobble
