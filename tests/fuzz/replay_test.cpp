// Runs the fuzzers, built with any compiler, on their corpora, which include inputs that
// once exposed bugs.
#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "fuzz/fuzzer.h"
#include "support/harness.h"
#include "test_paths.h"

namespace cobble::test {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> FilesOf(const fs::path& folder) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(folder)) files.push_back(entry.path());
  std::ranges::sort(files);
  return files;
}

// Reports each file that fails and continues.
void Replay(const Fuzzer& fuzzer) {
  const fs::path folder = fs::path(COBBLE_SOURCE_DIR) / "tests/fuzz/corpus" / fuzzer.name;
  const auto files = FilesOf(folder);
  CHECK_MESSAGE(files.size() >= 20, "too few files in " << folder.string());
  for (const fs::path& file : files) {
    INFO(file.string());
    const std::string bytes = ReadAll(file.string());
    CHECK_NOTHROW(fuzzer.run(bytes));
  }
}

TEST_CASE("the recipe fuzzer passes its corpus") { Replay(kFuzzers[0]); }
TEST_CASE("the command line fuzzer passes its corpus") { Replay(kFuzzers[1]); }
TEST_CASE("the render fuzzer passes its corpus") { Replay(kFuzzers[2]); }
TEST_CASE("the encoders fuzzer passes its corpus") { Replay(kFuzzers[3]); }
TEST_CASE("the pictures fuzzer passes its corpus") { Replay(kFuzzers[4]); }
TEST_CASE("the stores fuzzer passes its corpus") { Replay(kFuzzers[5]); }
TEST_CASE("the C interface's fuzzer passes its corpus") { Replay(kFuzzers[6]); }

}  // namespace
}  // namespace cobble::test
