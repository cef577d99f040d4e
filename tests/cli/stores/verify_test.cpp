// Tests cobble verify: what it finds, and that the commands it prints repair it.
#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <random>
#include <string>
#include <vector>

#include "cli/stores/stores.h"
#include "support/harness.h"
#include "support/skip.h"

namespace cobble {
namespace {

namespace fs = std::filesystem;

void MakeStore(const std::string& store, const std::string& flags = "") {
  const Outcome plan = Run(
      "plan r.json --chunk 32 --levels 2 --shards 5 --no-sync --quiet -o height,normal=" + store +
      ' ' + flags);
  REQUIRE(plan.status == 0);
  for (const std::string stage : {"range", "render", "pyramid"})
    REQUIRE(RunCommands(Done("plan " + store + " --no-sync --stage " + stage)).status == 0);
}

// Checks that a store has faults and that the commands repair them. Returns the messages.
std::string RepairedFaults(const std::string& store) {
  const Outcome found = RunCobble({"verify", store});
  CHECK(found.status == 1);
  CHECK(found.out != "");
  const Outcome repaired = RunCommands(found.out);
  CHECK(repaired.status == 0);
  CHECK(repaired.out == "");
  CHECK(repaired.err == "");
  return found.err;
}

struct Damage {
  std::string name;
  std::function<void()> make;
  std::string message;  // a part of it
};

const std::vector<Damage>& Damages() {
  static const std::vector<Damage> damages{
      {"a flipped bit", [] { FlipBit("s.zarr/height/0/1/2"); },
       "cobble: s.zarr/height/0/1/2 does not match its record\n"},
      {"a flipped bit of a coarse chunk", [] { FlipBit("s.zarr/normal/1/0/1/0"); },
       "cobble: s.zarr/normal/1/0/1/0 does not match its record\n"},
      {"a truncated chunk", [] { fs::resize_file("s.zarr/height/0/0/0", 3); },
       "cobble: s.zarr/height/0/0/0 does not match its record\n"},
      {"an empty chunk", [] { fs::resize_file("s.zarr/height/0/3/4", 0); },
       "cobble: s.zarr/height/0/3/4 does not match its record\n"},
      {"a missing chunk", [] { fs::remove("s.zarr/normal/0/0/2/2"); },
       "cobble: s.zarr/normal/0/0/2/2 is missing\n"},
      {"a truncated record", [] { fs::resize_file("s.zarr/.cobble/chunks/0/1/1", 40); },
       "cobble: level 0, row 1, column 1 is missing or has no record\n"},
      {"a flipped bit of a record", [] { FlipBit("s.zarr/.cobble/chunks/2/0/1"); },
       "cobble: level 2, row 0, column 1 is missing or has no record\n"},
      {"the records of a level", [] { fs::remove_all("s.zarr/.cobble/chunks/1"); },
       "cobble: 6 of 28 chunks are missing or damaged; the commands repair them\n"},
      {"a map", [] { fs::remove_all("s.zarr/height"); },
       "cobble: 28 of 28 chunks are missing or damaged; the commands repair them\n"},
      {"metadata",
       [] {
         fs::remove("s.zarr/.zgroup");
         FlipBit("s.zarr/height/1/.zarray");
       },
       "cobble: s.zarr/.zgroup is missing or damaged\n"
       "cobble: s.zarr/height/1/.zarray is missing or damaged\n"
       "cobble: all 28 chunks are whole; the commands repair the rest\n"},
      {"a flipped bit of the range of a shard", [] { FlipBit("s.zarr/.cobble/range/3"); },
       "cobble: the range of 1 of 5 shards is missing or damaged\n"},
      {"a flipped bit of the joined range", [] { FlipBit("s.zarr/.cobble/range/all"); },
       "cobble: s.zarr/.cobble/range/all is missing or damaged\n"},
      {"a damaged part of a coarse chunk that is missing",
       [] {
         FlipBit("s.zarr/height/1/1/2");
         fs::remove("s.zarr/height/2/0/1");
         fs::remove("s.zarr/normal/1/0/0/0");
         fs::remove("s.zarr/height/2/0/0");
       },
       "cobble: 4 of 28 chunks are missing or damaged; the commands repair them\n"},
      {"huge files",
       [] {
         for (const std::string path : {"height/.zattrs", "height/0/0/0", ".cobble/chunks/0/2/2",
                                        ".cobble/range/2", ".cobble/range/all"})
           fs::resize_file("s.zarr/" + path, uint64_t{1} << 33);
       },
       "cobble: s.zarr/height/.zattrs is missing or damaged\n"},
      {"everything but the plan",
       [] {
         for (const std::string part :
              {"height", "normal", ".zgroup", ".cobble/chunks", ".cobble/range"})
           fs::remove_all("s.zarr/" + part);
       },
       "cobble: the range of 5 of 5 shards is missing or damaged\n"},
  };
  return damages;
}

// Damages on POSIX.
const std::vector<Damage>& SpecialFiles() {
  static const std::vector<Damage> damages{
      {"a pipe in the place of a chunk",
       [] {
         fs::remove("s.zarr/height/0/1/1");
         REQUIRE(RunShell("mkfifo s.zarr/height/0/1/1").status == 0);
       },
       "cobble: s.zarr/height/0/1/1 does not match its record\n"},
      {"a link in the place of a chunk, which another file stays behind",
       [] {
         WriteFile("mine", "text");
         fs::remove("s.zarr/height/0/1/1");
         fs::create_symlink("../../../../mine", "s.zarr/height/0/1/1");
       },
       "cobble: s.zarr/height/0/1/1 does not match its record\n"},
  };
  return damages;
}

void CheckRepaired(const std::vector<Damage>& damages) {
  MakeStore("s.zarr", "--range fit");
  const std::string hash = HashOf("s.zarr");
  auto files = FilesBelow("s.zarr");
  for (const Damage& damage : damages) {
    CAPTURE(damage.name);
    damage.make();
    const std::string messages = RepairedFaults("s.zarr");
    CHECK_MESSAGE(messages.find(damage.message) != std::string::npos, messages);
    CHECK((FilesBelow("s.zarr") == files));
    CHECK(HashOf("s.zarr") == hash);
  }
}

TEST_CASE("verify finds every kind of damage, and its commands repair it to the same bytes") {
  const StoreFolder folder;
  CheckRepaired(Damages());
}

TEST_CASE("verify finds pipes and links in the place of chunks, and its commands replace them") {
  if (test::Lacks(test::kLinks)) return;
  const StoreFolder folder;
  CheckRepaired(SpecialFiles());
  CHECK(ReadAll("mine") == "text");
}

TEST_CASE("random damage to many chunks is repaired") {
  const StoreFolder folder;
  MakeStore("s.zarr");
  const std::string hash = HashOf("s.zarr");
  std::mt19937 random(1);
  for (int round = 0; round < 5; ++round) {
    for (const auto& [path, text] : FilesBelow("s.zarr"))
      if (fs::path(path).filename().string()[0] != '.' && !path.ends_with(".json"))
        switch (random() % 12) {
          case 0:
            fs::remove(path);
            break;
          case 1:
            FlipBit(path);
            break;
          case 2:
            fs::resize_file(path, text.size() / 2);
            break;
        }
    const Outcome repaired = RunCommands(Run("verify s.zarr --quiet").out, kStop);
    CHECK_MESSAGE(repaired.status == 0, repaired.err);
    CHECK(HashOf("s.zarr") == hash);
  }
}

TEST_CASE(
    "--recompute finds wrong pixels with a right record, and the levels above are repaired, too") {
  const StoreFolder folder;
  MakeStore("s.zarr");
  MakeStore("other.zarr", "--seed 1");
  const std::string hash = HashOf("s.zarr");
  const auto files = FilesBelow("s.zarr");
  for (const int level : {0, 1, 2}) CopyChunk("other.zarr", "s.zarr", {level, 0, 0});
  CHECK(HashOf("s.zarr") != hash);  // only the recipe shows that these chunks are wrong
  const Outcome found = Run("verify s.zarr --recompute 100%");
  CHECK(found.status == 1);
  CHECK(found.err.find("s.zarr/normal/0/0/0/0 is not what the recipe gives\n") < found.err.size());
  CHECK(found.out.find("--no-resume\n") != std::string::npos);
  CHECK(RunCommands(found.out).err == "");
  CHECK((FilesBelow("s.zarr") == files));
  const Outcome good = Run("verify s.zarr --recompute 100%");
  CHECK(good.err == "cobble: rendered 28 of 28 chunks again\n");
  CHECK(good.out == hash);
}

TEST_CASE("--recompute says what it rendered, also beside faults and without the range") {
  const StoreFolder folder;
  MakeStore("s.zarr", "--range fit");
  fs::remove("s.zarr/height/0/0/0");
  // Its parent contains an incomplete part, and cannot be rebuilt.
  CHECK(Run("verify s.zarr --recompute 100%").err.starts_with("cobble: rendered 26 of 28 chunks"));
  fs::remove_all("s.zarr/.cobble/range");
  CHECK(Run("verify s.zarr --recompute 100%")
            .err.starts_with("cobble: rendered 7 of 28 chunks again\ncobble: no chunk of level 0 "
                             "was rendered again, because the range is not known\n"));
}

TEST_CASE("--recompute renders about the given share, on another draw each time") {
  const StoreFolder folder;
  Done("render r.json --size 256 --chunk 16 -o s.zarr --no-sync");
  std::vector<int> counts;
  for (int run = 0; run < 4; ++run) {
    const std::string err = Run("verify s.zarr --recompute 25%").err;
    counts.push_back(std::stoi(err.substr(std::string("cobble: rendered ").size())));
    CHECK(counts.back() > 24);  // of 256; 64 are expected, with a deviation of 7
    CHECK(counts.back() < 104);
  }
  CHECK(std::ranges::max(counts) != std::ranges::min(counts));
  CHECK(Run("verify s.zarr --recompute 0%").err == "");
}

TEST_CASE("attributes and addresses that users add are not damage") {
  const StoreFolder folder;
  Done("render r.json -o s.zarr");
  const std::string path = "s.zarr/height/.zattrs", text = ReadAll(path);
  const std::string more = "{\"mine\": 1, " + text.substr(1);
  WriteFile(path, more);
  HashOf("s.zarr");
  Done("render r.json -o s.zarr");
  CHECK(ReadAll(path) == more);
  // It is damaged if members that readers need are missing.
  for (const std::string damaged : {"{\"mine\": 1}", "{"}) {
    WriteFile(path, damaged);
    CHECK(Run("verify s.zarr").status == 1);
    Done("render r.json -o s.zarr");
    CHECK(ReadAll(path) == text);
  }
}

TEST_CASE("attributes that users add to Zarr v3 are not damage, but other metadata is") {
  const StoreFolder folder;
  Done("render r.json --levels 1 --zarr 3 -o s.zarr");
  for (const std::string path : {"s.zarr/zarr.json", "s.zarr/height/1/zarr.json"}) {
    const std::string text = ReadAll(path), start = "\"attributes\": {";
    const std::size_t at = text.find(start) + start.size();
    const std::string more =
        text.substr(0, at) + "\"mine\": [1]" + (text[at] == '}' ? "" : ",") + text.substr(at);
    WriteFile(path, more);
    HashOf("s.zarr");
    for (const std::string name : {"\"zarr_format\": 3", "\"gzip\"", "\"/\"", "\"attributes\""}) {
      CAPTURE(name);
      std::string damaged = more;
      damaged.replace(more.find(name), name.size(), "\"other\"");
      WriteFile(path, damaged);
      const Outcome outcome = Run("verify s.zarr");
      CHECK(outcome.status == 1);
      CHECK(Contains(outcome.err, path + " is missing or damaged\n"));
      Done("render r.json --levels 1 --zarr 3 -o s.zarr");
      CHECK(ReadAll(path) == text);
    }
  }
}

TEST_CASE("a chunk of another place or store, and a plan with a flipped bit, are found") {
  const StoreFolder folder;
  MakeStore("s.zarr");
  MakeStore("other.zarr", "--seed 1");
  const std::string hash = HashOf("s.zarr");
  const auto copy = [](const std::string& from, const std::string& to) {
    WriteFile(to, ReadAll(from));
  };
  copy("s.zarr/height/0/0/1", "s.zarr/height/0/0/0");
  copy("s.zarr/normal/0/0/0/1", "s.zarr/normal/0/0/0/0");
  copy("s.zarr/.cobble/chunks/0/0/1", "s.zarr/.cobble/chunks/0/0/0");
  for (const std::string path : {"height/0/1/0", "normal/0/0/1/0", ".cobble/chunks/0/1/0"})
    copy("other.zarr/" + path, "s.zarr/" + path);
  const Outcome found = Run("verify s.zarr");
  CHECK(found.status == 1);
  RunCommands(found.out);
  CHECK(HashOf("s.zarr") == hash);

  const std::string path = "s.zarr/.cobble/plan.json", plan = ReadAll(path);
  const std::size_t seed = plan.find("\"seed\": 0");
  REQUIRE(seed != std::string::npos);
  WriteFile(path, std::string(plan).replace(seed, 9, "\"seed\": 1"));
  const Outcome refused = Run("verify s.zarr");
  CHECK(refused.status == 3);
  CHECK(refused.err.find("does not match its \"crc32\"") != std::string::npos);
}

TEST_CASE(
    "verify writes nothing, reports a limited number of faults, and --quiet prints commands") {
  const StoreFolder folder;
  CHECK(Run("plan r.json --chunk 16 -o s.zarr --shards 2 --quiet").status == 0);
  const auto files = FilesBelow(".");
  const Outcome found = Run("verify s.zarr");
  CHECK(std::ranges::count(found.err, '\n') == 22);
  CHECK(found.err.ends_with(
      "cobble: and 50 more\ncobble: 70 of 70 chunks are missing or damaged; the commands repair "
      "them\n"));
  CHECK(found.out ==
        "cobble render --plan s.zarr --shard 1/2\ncobble render --plan s.zarr --shard 2/2\n");
  const Outcome quiet = Run("verify s.zarr --quiet");
  CHECK(quiet.status == 1);
  CHECK(quiet.err == "");
  CHECK(quiet.out == found.out);
  CHECK((FilesBelow(".") == files));
}

TEST_CASE("faults of verify's command line are refused") {
  const StoreFolder folder;
  Done("render r.json -o s.zarr");
  CheckRefused();
  test::CheckMessage(RunCobble({"verify", ""}).err, "... the store's name");
}

// --- Repairing ---

TEST_CASE("what is in the way of files is named, and then one pass repairs all") {
  const StoreFolder folder;
  Done("render r.json -o s.zarr --chunk 32 --levels 1 --range fit --no-sync");
  const std::string hash = HashOf("s.zarr");
  struct Obstacle {
    std::string removed;  // what is replaced
    bool is_folder;       // by a folder, otherwise by a file
    std::string message;
  };
  for (const auto& [removed, is_folder, message] :
       std::vector<Obstacle>{{"height/0/0/1", true, ": is a folder, not a file"},
                             {"height/0/1", false, ": is not a folder"},
                             {".cobble/chunks/1", false, ": is not a folder"},
                             {".cobble/chunks/0/1/1", true, ": is a folder, not a file"},
                             {".zgroup", true, ": is a folder, not a file"},
                             {"height/.zattrs", true, ": is a folder, not a file"},
                             {".cobble/range/all", true, ": is a folder, not a file"},
                             {".cobble/range", false, ": is not a folder"}}) {
    const std::string path = "s.zarr/" + removed;
    CAPTURE(path);
    std::filesystem::remove_all(path);
    if (is_folder) {
      std::filesystem::create_directory(path);
    } else {
      WriteFile(path, "");
    }
    std::filesystem::remove("s.zarr/height/0/3/4");
    const Outcome found = Run("verify s.zarr");
    CHECK(found.status == 1);
    CHECK_MESSAGE(found.err.find("cobble: " + path + message + '\n') != std::string::npos,
                  found.err);
    CHECK(found.err.ends_with(
        " missing or damaged; remove what is in the way, or allow access, and then run the "
        "commands\n"));
    // The joined range only saves time.
    CHECK(RunCommands(found.out, kStop).status == (path.ends_with("/all") ? 0 : 5));
    std::filesystem::remove(path);
    const Outcome repaired = RunCommands(found.out, kStop);
    CHECK_MESSAGE(repaired.status == 0, repaired.err);
    CHECK(HashOf("s.zarr") == hash);
  }
}

TEST_CASE("an obstacle is named however many other faults there are") {
  const StoreFolder folder;
  Done("render r.json -o s.zarr --chunk 16 --no-sync");
  std::filesystem::remove_all("s.zarr/height/0");
  std::filesystem::create_directories("s.zarr/height/0/6/9");
  const Outcome found = Run("verify s.zarr");
  CHECK(found.err.find("cobble: and 50 more\n") != std::string::npos);
  CHECK(Contains(found.err, "cobble: s.zarr/height/0/6/9: is a folder, not a file\n"));
}

TEST_CASE("wrong pixels are repaired although a part of another shard is missing") {
  const StoreFolder folder;
  const std::string flags = "r.json --size 128 --chunk 32 --levels 2 --shards 4 --no-sync --quiet ";
  for (const std::string store : {"s.zarr", "other.zarr --seed 1"}) {
    CHECK(RunCommands(Run("plan " + flags + "-o " + store).out).status == 0);
    const std::string name = store.substr(0, store.find(' '));
    CHECK(RunCommands(Done("plan " + name + " --stage pyramid")).status == 0);
  }
  const std::string hash = HashOf("s.zarr");
  for (const ChunkIndex& chunk : {ChunkIndex{0, 0, 0}, ChunkIndex{1, 0, 0}, ChunkIndex{2, 0, 0}})
    CopyChunk("other.zarr", "s.zarr", chunk);
  std::filesystem::remove("s.zarr/height/1/1/1");
  const Outcome found = Run("verify s.zarr --recompute 100%");
  CHECK(RunCommands(found.out, kStop).status == 0);
  CHECK(HashOf("s.zarr") == hash);
}

}  // namespace
}  // namespace cobble
