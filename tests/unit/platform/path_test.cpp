// Tests the parts of paths, and paths through links. std::filesystem is the oracle.
#include "platform/path.h"

#include <doctest/doctest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "support/skip.h"
#include "unit/output/files.h"

namespace cobble {
namespace {

namespace fs = std::filesystem;

// All paths of up to four of these parts, with and without a slash at the end.
std::vector<std::string> ManyPaths() {
  std::vector<std::string> all{""}, last = all;
  for (int length = 1; length <= 4; ++length) {
    std::vector<std::string> longer;
    for (const std::string& path : last)
      for (const char* part : {"a", ".", "..", "b.c", "/"}) longer.push_back(path + part + '/');
    for (const std::string& path : longer) all.insert(all.end(), {path, '/' + path});
    for (const std::string& path : longer) all.push_back(path.substr(0, path.size() - 1));
    last = std::move(longer);
  }
  return all;
}

TEST_CASE("paths have the parts and the normal form that std::filesystem gives them") {
  for (const std::string& path : ManyPaths()) {
    if (RootLength(path) > 1) continue;  // Windows shares
    CAPTURE(path);
    const fs::path oracle = path;
    CHECK(FileNameOf(path) == oracle.filename().generic_string());
    CHECK(FolderOf(path) + std::string(FileNameOf(path)) == path);
    CHECK(fs::path(ParentOf(path)) == oracle.parent_path());
    CHECK(NormalPath(path) == oracle.lexically_normal().generic_string());
    CHECK(IsAbsolute(path) == oracle.is_absolute());
    CHECK(EndsInSeparator(path) == path.ends_with('/'));
    std::size_t names = 0;
    for (const fs::path& name : oracle.relative_path()) names += name.empty() ? 0 : 1;
    CHECK(NamesIn(path).size() == names);
  }
}

TEST_CASE("a relative path leads from the folder to the path") {
  const std::vector<std::string> paths{".",    "..", "a", "a/b", "a/b/c",
                                       "../a", "b",  "/", "/a",  "/a/b"};
  for (const std::string& path : paths)
    for (const std::string& base : paths)
      CHECK_MESSAGE(
          RelativePath(path, base) ==
              fs::path(path).lexically_proximate(base).lexically_normal().generic_string(),
          path << ", " << base);
}

TEST_CASE("separators are added and taken away") {
  CHECK(WithSeparator("") == "");
  CHECK(WithSeparator("a") == "a/");
  CHECK(WithSeparator("a/") == "a/");
  CHECK(WithoutSeparator("a//") == "a");
  CHECK(WithoutSeparator("a/b") == "a/b");
  CHECK(WithoutSeparator("/") == "/");
  CHECK(WithoutSeparator("") == "");
}

TEST_CASE("a backslash is a separator on Windows alone") {
  const bool is_windows = IsSeparator('\\');
  const auto either = [&](std::string_view windows, std::string_view posix) {
    return is_windows ? windows : posix;
  };
  CHECK(WithSlashes(R"(C:\a/b\)") == either("C:/a/b/", R"(C:\a/b\)"));
  CHECK(WithSlashes("/a") == "/a");
  CHECK(FileNameOf(R"(C:\art\rock.png)") == either("rock.png", R"(C:\art\rock.png)"));
  CHECK(FileNameOf("C:rock.png") == either("rock.png", "C:rock.png"));
}

TEST_CASE("the suffix is that of the file name alone") {
  CHECK(SuffixOfName("a/b.c.png") == ".png");
  CHECK(SuffixOfName("a.b/c") == "");
  CHECK(SuffixOfName("a/.png") == ".png");
  CHECK(SuffixOfName("a.") == ".");
  CHECK(SuffixOfName("a.b/") == "");
  CHECK(SuffixOfName("") == "");
  CHECK(SuffixOfName(R"(a.b\c)") == (IsSeparator('\\') ? "" : R"(.b\c)"));
}

TEST_CASE("an absolute path keeps links, and a real path follows them") {
  if (test::Lacks(test::kLinks)) return;
  const TemporaryFolder folder;
  const std::string real = fs::canonical(folder / "").string();
  const std::string top = real.ends_with('/') ? real : real + '/';
  fs::create_directories(top + "a/b");
  fs::create_directory_symlink("a/b", top + "link");
  fs::create_symlink("a/missing", top + "dangling");
  WriteFile(top + "a/file", "");
  CHECK(AbsolutePath(top + "link/../x/./y") == top + "x/y");
  CHECK(AbsolutePath("x/../y") == fs::current_path().string() + "/y");
  CHECK(AbsolutePath("x/.") == fs::current_path().string() + "/x");
  CHECK(AbsolutePath("/") == "/");
  CHECK(AbsolutePath("").empty());
  CHECK(RealPath(top + "link/../file") == top + "a/file");
  CHECK(RealPath(top + "link/../none") == top + "a/none");
  CHECK(RealPath(top + "link/none/none") == top + "a/b/none/none");
  CHECK(RealPath(top + "dangling") == top + "a/missing");
  CHECK(RealPath("none") == fs::current_path().string() + "/none");
}

}  // namespace
}  // namespace cobble
