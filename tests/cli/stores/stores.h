// Stores and their hashes, for tests of the commands that make, plan, render and verify them.
#pragma once

#include <doctest/doctest.h>

#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "cli/refusals.h"
#include "platform/shell_words.h"
#include "stores/chunk_store.h"
#include "support/harness.h"
#include "test_paths.h"

namespace cobble {

// Odd numbers of chunks, cut at the right and at the bottom, and odd levels.
inline constexpr std::string_view kStoreRecipe = R"({
  "cobble": 1, "size": [150, 101], "noise": {"type": "perlin", "frequency": 5, "octaves": 2},
  "maps": {"color": {"type": "color", "value": [0.25, 0.5, 0.75]}, "rough": 0.5},
  "pack": {"rgba": ["color", "height"], "two": ["height", "rough"]}})";

class StoreFolder {
 public:
  StoreFolder() { WriteFile("r.json", kStoreRecipe); }

  std::vector<std::string> Names() const { return folder_.Names(); }

 private:
  Folder folder_;
};

inline Outcome Run(const std::string& line) { return RunLine(line); }

// Runs a command that must succeed silently on standard error. Returns its output.
inline std::string Done(const std::string& line) {
  const Outcome outcome = Run(line);
  REQUIRE_MESSAGE(outcome.status == 0, line << ": " << outcome.err);
  CHECK_MESSAGE(outcome.err == "", line << ": " << outcome.err);
  return outcome.out;
}

// Runs a line of sh whose children find cobble, too.
inline Outcome RunWithPath(const std::string& line) {
  const std::string folder = std::filesystem::path(COBBLE_BINARY).parent_path().string();
  return RunShell("unset -f cobble\nPATH=" + ShellQuoted(folder) + ":$PATH\nexport PATH\n" + line);
}

// Returns the hash of a store without faults.
inline std::string HashOf(const std::string& store) {
  const Outcome outcome = RunCobble({"verify", store});
  CHECK_MESSAGE(outcome.status == 0, store << ": " << outcome.out << outcome.err);
  CHECK(outcome.err == "");
  return outcome.out;
}

inline std::map<std::string, std::string> FilesBelow(const std::string& folder) {
  std::map<std::string, std::string> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder))
    if (entry.is_regular_file())
      files[entry.path().generic_string()] = ReadAll(entry.path().string());
  return files;
}

inline void FlipBit(const std::string& path) {
  std::string bytes = ReadAll(path);
  REQUIRE(!bytes.empty());
  bytes[bytes.size() / 2] ^= 1;
  WriteFile(path, bytes);
}

// Copies a chunk, with a matching record, into another store with the same maps and grid.
inline void CopyChunk(const std::string& from, const std::string& to, const ChunkIndex& chunk) {
  const ChunkStore source = ChunkStore::Open(from);
  const ChunkRecord record = *source.FindRecord(chunk);
  std::vector<EncodedFile> files;
  for (std::size_t map = 0; map < record.size(); ++map)
    files.push_back({source.ReadChunkFile(chunk, map, record[map]), record[map].pixel_crc});
  ChunkStore::Open(to).WriteChunk(chunk, files, {.sync = false});
}

// Checks the messages of the running test case, and that its commands change no file.
inline void CheckRefused() {
  const auto before = FilesBelow(".");
  test::CheckRefusals([&] { CHECK((FilesBelow(".") == before)); });
}

}  // namespace cobble
