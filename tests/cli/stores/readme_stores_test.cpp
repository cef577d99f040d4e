// Runs the commands in the README of stores, with smaller pictures.
#include <doctest/doctest.h>

#include <filesystem>
#include <utility>

#include "support/harness.h"
#include "support/sanitizers.h"
#include "support/skip.h"
#include "test_paths.h"

namespace cobble {
namespace {

bool Succeeds(const std::string& line) { return RunShell(line + " >/dev/null 2>&1").status == 0; }

// Returns the README for pictures a sixteenth as wide, cut into as many chunks.
std::string Page() {
  std::string text = ReadAll(COBBLE_SOURCE_DIR "/src/stores/README.md");
  const std::pair<std::string, std::string> smaller[] = {
      {"--size 4096", "--size 256 --chunk 64"},
      {"--size 16384", "--size 1024 --chunk 64"},
      {"--size 65536 --chunk 2048", "--size 256 --chunk 64"},
      {"4000", "400"},
      {"4512", "432"},
      {"512", "32"},
  };
  for (const auto& pair : smaller) {
    const std::string &from = pair.first, &to = pair.second;
    CHECK_MESSAGE(text.find(from) != std::string::npos, from);
    for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
      text.replace(at, from.size(), to);
  }
  return text;
}

std::string Blocks(const std::string& text, const std::string& language) {
  std::string code;
  const std::string begin = "\n```" + language + '\n';
  for (std::size_t at = 0; (at = text.find(begin, at)) != std::string::npos;) {
    at += begin.size();
    code += text.substr(at, text.find("\n```", at) + 1 - at);
  }
  return code;
}

TEST_CASE("the commands of the page on stores run in order, and its Python reads the result") {
  if (test::Lacks(test::kShell)) return;
  if (test::kUnderSanitizer) return test::Skip("slow; the other tests of cli run all of cobble");
  const Folder folder;
  std::filesystem::create_directory("bin");
  std::filesystem::create_symlink(COBBLE_BINARY, "bin/cobble");
  std::string head = "set -e\nPATH=$PWD/bin:$PATH\nexport HOME=$PWD\nunset -f cobble\n";
  if (!Succeeds("parallel --version")) head += "parallel() { sh; }\n";
  head += "sh() { case $1 in submit.sh) command sh -n \"$1\" ;; *) command sh \"$@\" ;; esac; }\n";
  if (!Succeeds("gdal_translate --version"))
    head += "gdal_translate() { cobble render land.zarr --window 400,400,32,32 -o window.tif; }\n";

  const std::string page = Page();
  const Outcome outcome =
      RunShell(head + "cobble show --preset clouds >sky.json\n" + Blocks(page, "sh"));
  CHECK_MESSAGE(outcome.status == 0, outcome.err);
  CHECK(outcome.out.find("window.tif and same.png are equal\n") != std::string::npos);
  CHECK(std::filesystem::is_regular_file("xyz/3/7/7.png"));
  CHECK(page.find("maxzoom: 3,") != std::string::npos);
  CHECK(ReadAll("xyz/tiles.json").find("\"maxzoom\": 3,") != std::string::npos);
  CHECK(ReadAll("repair.sh").size() == 17);  // a hash, since there is nothing to repair
  CHECK(ReadAll("submit.sh").find("submit_verify") != std::string::npos);

  if (!Succeeds("python3 -c 'import dask.array, xarray, zarr'"))
    return test::Skip("no dask, xarray or zarr for Python");
  WriteFile("read.py", Blocks(page, "python") + "print(window.shape, overview.shape)\n");
  const Outcome python = RunShell("python3 read.py");
  CHECK_MESSAGE(python.status == 0, python.err);
  CHECK(python.out.ends_with("\n(32, 32) (64, 64)\n"));
}

}  // namespace
}  // namespace cobble
