// Tests what cobble batch counts: lines that fail, are not started, or are only planned.
#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <string>

#include "cli/refusals.h"
#include "support/harness.h"
#include "support/skip.h"

namespace cobble {
namespace {

// A folder with good.json and a list.
class ListFolder {
 public:
  ListFolder() { WriteFile("good.json", kGoodRecipe); }

  Outcome Run(const std::string& list, const std::string& flags = "") const {
    WriteFile("list", list);
    return RunLine("batch list " + flags);
  }
  Strings Files() const {
    Strings names = folder_.Names();
    std::erase(names, "good.json");
    std::erase(names, "list");
    return names;
  }

 private:
  Folder folder_;
};

std::ptrdiff_t LinesIn(const std::string& path) {
  const std::string text = ReadAll(path);
  return std::count(text.begin(), text.end(), '\n');
}

TEST_CASE("--fail-fast counts all lines of the list") {
  const ListFolder batch;
  std::string list = "none -o z.png\n";
  for (const std::string name : {"a", "b", "c"})
    list += "\n# next\ngood.json -o " + name + ".png\n";
  test::CheckMessage(batch.Run(list, "--fail-fast").err,
                     "list:1: none => ... 0 written, 0 unchanged, 1 failed, 3 not started");
  list += list;  // the second half is not read: its quotation mark is not found
  CHECK(batch.Run("good.json -o x.png\n" + list + " 'a\n", "--fail-fast --dry-run").err ==
        "cobble: list:2: none: cannot read: No such file or directory\n"
        "cobble: 0 would be written, 1 failed, 9 not started\n");
  // Nor are the others checked once a line has failed.
  CHECK(batch.Run("good.json -o d/a.png\ngood.json -o e/a.png\n", "--fail-fast").err ==
        "cobble: list:1: -o d/a.png: the folder d does not exist; use --mkdir, or make it first\n"
        "cobble: 0 written, 0 unchanged, 1 failed, 1 not started\n");
  CHECK(batch.Files().empty());
}

TEST_CASE("the closing line counts what dry runs would write") {
  const ListFolder batch;
  CHECK(batch.Run("good.json -o a.png\ngood.json -o b.png --dry-run\n").err ==
        "cobble: would write b.png: height, 40 x 30 pixels, 16 bits, 2400 bytes of samples\n"
        "cobble: 2/2 a.png\n"
        "cobble: 1 written, 0 unchanged, 1 would be written, 0 failed\n");
  CHECK(batch.Files() == Strings{"a.png"});
  CHECK(batch.Run("none -o a.png\n", "--dry-run").err ==
        "cobble: list:1: none: cannot read: No such file or directory\n"
        "cobble: 0 would be written, 1 failed\n");
}

TEST_CASE("a folder that cannot be made fails its line") {
  if (test::Lacks(test::kDevices)) return;
  const ListFolder batch;
  const std::string list =
      "good.json -o ok/a.png\ngood.json -o /proc/x/c.png\ngood.json -o ok/b.png\n"
      "good.json -o none/d.png --mkdir --dry-run --quiet\n";
  const Outcome outcome = batch.Run(list, "--mkdir --report none2/r.jsonl");
  CHECK(outcome.status == 5);
  CHECK(outcome.err ==
        "cobble: list:2: /proc/x: cannot make the folder: No such file or directory\n"
        "cobble: 3/4 ok/a.png\ncobble: 4/4 ok/b.png\n"
        "cobble: 2 written, 0 unchanged, 1 would be written, 1 failed\n");
  CHECK(std::filesystem::exists("ok/b.png"));
  CHECK_FALSE(std::filesystem::exists("none"));
  CHECK(LinesIn("none2/r.jsonl") == 4);
  std::filesystem::remove_all("ok");
  std::filesystem::remove_all("none2");
}

}  // namespace
}  // namespace cobble
