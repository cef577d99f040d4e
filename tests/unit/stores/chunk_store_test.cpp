// Tests the files of stores.
#include "stores/chunk_store.h"

#include <doctest/doctest.h>

#include <cstdint>
#include <filesystem>
#include <limits>
#include <string>
#include <vector>

#include "output/byte_checksums.h"
#include "support/files/faulty_calls.h"
#include "support/skip.h"
#include "unit/output/files.h"
#include "unit/stores/stores.h"

namespace cobble {
namespace {

constexpr const char* kSmall = R"("size": [40, 30], "noise": {"type": "perlin", "octaves": 2})";
constexpr const char* kSquare = R"("size": [512, 512], "noise": {"type": "perlin"})";
const FileRules kNoSync{.sync = false};
const ChunkIndex kOneChunk{0, 1, 2};

StorePlan Small() { return ZarrPlan(kSmall, {{"height", 16}, {"normal", 8}}, 16, 1); }

StorePlan Small3() {
  StorePlan plan = Small();
  plan.kind = StoreKind::kZarr3;
  return plan;
}

struct OneChunk {
  TemporaryFolder folder;
  ChunkStore store{folder / "a.zarr", Small()};
  std::vector<EncodedFile> files{{"first", 1}, {"second one", 2}};

  OneChunk() {
    store.Create(kNoSync);
    store.WriteChunk(kOneChunk, files, kNoSync);
  }
};

TEST_CASE("a store is opened with the plan that it was created with, and may be created twice") {
  const TemporaryFolder folder;
  const std::string name = folder / "a.zarr";
  const ChunkStore store(name, Small());
  store.Create(kNoSync);
  const auto files = FilesIn(name);
  std::vector<std::string> names;
  for (const auto& file : files) names.push_back(file.first);
  CHECK(names == std::vector<std::string>{
                     ".cobble/plan.json", ".zgroup", ".zmetadata", "height/.zattrs",
                     "height/.zgroup", "height/0/.zarray", "height/0/.zattrs", "height/1/.zarray",
                     "height/1/.zattrs", "normal/.zattrs", "normal/.zgroup", "normal/0/.zarray",
                     "normal/0/.zattrs", "normal/1/.zarray", "normal/1/.zattrs"});
  store.CheckFolder();
  store.Create(kNoSync);
  CHECK(FilesIn(name) == files);
  CHECK(WriteStorePlan(ChunkStore::Open(name).plan()) == WriteStorePlan(Small()));
  ChunkStore(folder / "3.zarr", Small3()).Create(kNoSync);
  names.clear();
  for (const auto& file : FilesIn(folder / "3.zarr")) names.push_back(file.first);
  CHECK(names == std::vector<std::string>{".cobble/plan.json", "height/0/zarr.json",
                                          "height/1/zarr.json", "height/zarr.json",
                                          "normal/0/zarr.json", "normal/1/zarr.json",
                                          "normal/zarr.json", "zarr.json"});
  CHECK(ChunkStore::Open(name + "/").name() == name);
}

TEST_CASE("a store of another plan is refused, and stays as it is") {
  const TemporaryFolder folder;
  const std::string name = folder / "a.zarr";
  ChunkStore(name, Small()).Create(kNoSync);
  const auto files = FilesIn(name);
  StorePlan other = Small();
  other.recipe.seed = 9;
  const ChunkStore store(name, other);
  const std::string refusal = "2 " + name +
                              ": already holds another store: /recipe/seed is 0, not 9; remove "
                              "it, or choose another name";
  CHECK(ErrorOf([&] { store.Create(kNoSync); }) == refusal);
  CHECK(ErrorOf([&] { store.CheckFolder(); }) == refusal);
  CHECK(FilesIn(name) == files);

  WriteFile(name + "/.cobble/plan.json", "{");
  CHECK(ErrorOf([&] { store.Create(kNoSync); }).starts_with("3 " + name + "/.cobble/plan.json: "));
  CHECK(ErrorOf([&] { ChunkStore::Open(name); }).starts_with("3 " + name));
}

TEST_CASE("a folder with other files is refused for Zarr, and tiles may be added to it") {
  const TemporaryFolder folder;
  WriteFile(folder / "mine", "text");
  const std::string name = folder / "";
  CHECK(ErrorOf([&] { ChunkStore(name, Small()).Create(kNoSync); }) ==
        "2 " + name.substr(0, name.size() - 1) +
            ": already exists and is not a store of cobble; remove it, or choose another name");
  CHECK(folder.Names() == std::vector<std::string>{"mine"});
  ChunkStore(name, XyzPlan(kSquare, {"height", 16}, 256)).Create(kNoSync);
  CHECK(folder.Names() == std::vector<std::string>{".cobble", "mine", "tiles.json"});
}

TEST_CASE("a link to a folder that does not exist is refused") {
  if (test::Lacks(test::kLinks)) return;
  const TemporaryFolder folder;
  std::filesystem::create_symlink("nowhere", folder / "a.zarr");
  CHECK(ErrorOf([&] { ChunkStore(folder / "a.zarr", Small()).Create(kNoSync); }) ==
        "2 " + folder / "a.zarr" +
            ": is a link to a folder that does not exist; remove it, or choose another name");
}

TEST_CASE("a folder without a plan is not opened") {
  const TemporaryFolder folder;
  CHECK(ErrorOf([&] { ChunkStore::Open(folder / "a"); }) ==
        "5 " + folder / "a" +
            ": does not exist; make a store with cobble plan, or cobble render -o NAME.zarr");
}

TEST_CASE("creating a store can be stopped at any call and repeated") {
  const StorePlan plan = ZarrPlan(kSmall, {{"height", 16}}, 16);
  const TemporaryFolder reference;
  ChunkStore(reference / "a.zarr", plan).Create(kNoSync);
  const auto wanted = FilesIn(reference / "a.zarr");
  int failures = 0;
  for (int stop = 0; stop == failures; ++stop) {
    CAPTURE(stop);
    const TemporaryFolder folder;
    const ChunkStore store(folder / "a.zarr", plan);
    {
      const test::FaultyCalls calls([&](std::string_view, int before) {
        return test::FaultyCalls::Verdict{.error = before >= stop ? EIO : 0};
      });
      if (ErrorOf([&] { store.Create(kNoSync); }).starts_with("5 ")) ++failures;
    }
    store.Create(kNoSync);
    CHECK(FilesIn(folder / "a.zarr") == wanted);
  }
  CHECK(failures > 20);
}

TEST_CASE("chunks have the paths that readers expect") {
  const ChunkStore zarr("a/b.zarr", Small());
  CHECK(zarr.PathOf({0, 1, 2}, 0) == "a/b.zarr/height/0/1/2");
  CHECK(zarr.PathOf({1, 0, 1}, 1) == "a/b.zarr/normal/1/0/0/1");
  CHECK(zarr.name() == "a/b.zarr");
  CHECK(zarr.InternalPath("x") == "a/b.zarr/.cobble/x");
  const ChunkStore zarr3("b.zarr", Small3());
  CHECK(zarr3.PathOf({0, 1, 2}, 0) == "b.zarr/height/0/c/1/2");
  CHECK(zarr3.PathOf({1, 0, 1}, 1) == "b.zarr/normal/1/c/0/0/1");
  const ChunkStore xyz("", XyzPlan(kSquare, {"height", 16}, 256, 1));
  CHECK(xyz.PathOf({0, 1, 0}, 0) == "1/0/1.png");
  CHECK(xyz.name() == ".");
}

TEST_CASE("a chunk that is written has its files and a record of them") {
  const OneChunk one;
  CHECK(ReadFile(one.store.PathOf(kOneChunk, 0)) == "first");
  CHECK(ReadFile(one.store.PathOf(kOneChunk, 1)) == "second one");
  const auto record = one.store.FindRecord(kOneChunk);
  REQUIRE(record);
  CHECK(*record == ChunkRecord{{5, Crc32(0, "first", 5), 1}, {10, Crc32(0, "second one", 10), 2}});
  CHECK(one.store.IsThere(kOneChunk));
  CHECK(one.store.IsWhole(kOneChunk));
  CHECK(one.store.ReadChunkFile(kOneChunk, 1, (*record)[1]) == "second one");
  const ChunkIndex other{0, 0, 0};
  CHECK(!one.store.FindRecord(other));
  CHECK(!one.store.IsThere(other));
  CHECK(!one.store.IsWhole(other));
}

TEST_CASE("a chunk without a file, or with a truncated or longer one, is not there") {
  for (const std::size_t map : {std::size_t{0}, std::size_t{1}}) {
    for (const char* damage : {"deleted", "truncated", "longer"}) {
      CAPTURE(damage);
      const OneChunk one;
      const std::string path = one.store.PathOf(kOneChunk, map), bytes = ReadFile(path);
      if (damage == std::string("deleted"))
        std::filesystem::remove(path);
      else
        WriteFile(path, damage == std::string("longer") ? bytes + 'x' : bytes.substr(1));
      CHECK(one.store.FindRecord(kOneChunk));
      CHECK(!one.store.IsThere(kOneChunk));
      CHECK(!one.store.IsWhole(kOneChunk));
      const std::string error = ErrorOf([&] {
        one.store.ReadChunkFile(kOneChunk, map, (*one.store.FindRecord(kOneChunk))[map]);
      });
      CHECK(error == "5 " + path +
                         (damage == std::string("deleted")
                              ? ": is missing; run cobble verify"
                              : ": is damaged: it does not match its record; run cobble verify"));
    }
  }
}

TEST_CASE("a chunk with a flipped bit is there, but not whole") {
  const OneChunk one;
  const std::string path = one.store.PathOf(kOneChunk, 1);
  for (std::size_t bit = 0; bit < 8 * std::string("second one").size(); ++bit) {
    FlipBit(path, bit);
    CHECK(one.store.IsThere(kOneChunk));
    CHECK(!one.store.IsWhole(kOneChunk));
    CHECK(ErrorOf([&] {
            one.store.ReadChunkFile(kOneChunk, 1, (*one.store.FindRecord(kOneChunk))[1]);
          }).starts_with("5 " + path + ": is damaged"));
    FlipBit(path, bit);
  }
  CHECK(one.store.IsWhole(kOneChunk));
}

TEST_CASE("a chunk with a damaged record, or one of another number of maps, has none") {
  const OneChunk one;
  const std::string path = one.store.InternalPath("chunks/0/1/2"), text = ReadFile(path);
  const ChunkRecord record = *one.store.FindRecord(kOneChunk);
  const auto has_none = [&] {
    return !one.store.FindRecord(kOneChunk) && !one.store.IsThere(kOneChunk) &&
           !one.store.IsWhole(kOneChunk);
  };
  REQUIRE(!has_none());
  for (std::size_t size = 0; size < text.size(); size += 9) {
    WriteFile(path, text.substr(0, size));
    CHECK(has_none());
  }
  for (std::size_t bit = 0; bit < 8 * text.size(); bit += 13) {
    WriteFile(path, text);
    FlipBit(path, bit);
    CHECK(has_none());
  }
  WriteFile(path, WriteChunkRecord({record[0]}, one.store.KeyOf(kOneChunk)));
  CHECK(has_none());
  WriteFile(path, WriteChunkRecord(record, one.store.KeyOf({0, 1, 1})));  // of another chunk
  CHECK(has_none());
  WriteFile(path, WriteChunkRecord(record, one.store.KeyOf(kOneChunk)));
  CHECK(!has_none());
  std::filesystem::remove(path);
  CHECK(has_none());
}

TEST_CASE("the record appears after all files, whatever call fails") {
  int failures = 0;
  for (int stop = 0; stop == failures; ++stop) {
    CAPTURE(stop);
    const TemporaryFolder folder;
    const ChunkStore store(folder / "a.zarr", Small());
    store.Create(kNoSync);
    const std::vector<EncodedFile> files{{"first", 1}, {"second one", 2}};
    {
      const test::FaultyCalls calls([&](std::string_view, int before) {
        return test::FaultyCalls::Verdict{.error = before >= stop ? ENOSPC : 0};
      });
      if (ErrorOf([&] { store.WriteChunk(kOneChunk, files, kNoSync); }).starts_with("5 "))
        ++failures;
    }
    for (const std::size_t map : {std::size_t{0}, std::size_t{1}}) {
      const std::string path = store.PathOf(kOneChunk, map);
      CHECK((!std::filesystem::exists(path) || ReadFile(path) == files[map].bytes));
    }
    if (store.FindRecord(kOneChunk)) CHECK(store.IsWhole(kOneChunk));
    store.WriteChunk(kOneChunk, files, kNoSync);
    CHECK(store.IsWhole(kOneChunk));
  }
  CHECK(failures > 6);
}

TEST_CASE("a chunk that cannot be written is an error that names the file") {
  const TemporaryFolder folder;
  const ChunkStore store(folder / "a.zarr", Small());
  store.Create(kNoSync);
  WriteFile(folder / "a.zarr/height/0/1", "a file where a folder should be");
  CHECK(ErrorOf([&] {
          store.WriteChunk(kOneChunk, {{"first", 1}, {"x", 2}}, kNoSync);
        }).starts_with("5 " + folder / "a.zarr/height/0/1"));
  CHECK(!store.FindRecord(kOneChunk));
}

TEST_CASE("a small file is read as it was written, and a missing one is not there") {
  const TemporaryFolder folder;
  CHECK(!ReadIfThere(folder / "a/b"));
  const std::string text("a\0b\n", 4);
  WriteSmallFile(folder / "a/b/c", text, kNoSync);
  CHECK(ReadIfThere(folder / "a/b/c") == text);
  WriteSmallFile(folder / "a/b/c", "", kNoSync);
  CHECK(ReadIfThere(folder / "a/b/c") == "");
  CHECK(ErrorOf([&] { WriteSmallFile(folder / "a/b/c/d", "x", kNoSync); }).starts_with("5 "));
  CHECK(ErrorOf([&] { ReadIfThere(folder / "a/b"); }).starts_with("5 "));
}

// --- Records ---

const ChunkRecord kTwoMaps{{8388630, 0x0A1B2C3D, 0x0123456789ABCDEF}, {1, 0, 0}};

constexpr uint64_t kKey = 0x0011223344556677;

TEST_CASE("a record is one line of JSON whose last member is the CRC-32 of the text before it") {
  const std::string text = WriteChunkRecord({{8388630, 0x0A1B2C3D, 0x0123456789ABCDEF}}, kKey);
  // Python's zlib computed the CRC.
  CHECK(text == R"({"key": "0011223344556677", "files": [{"bytes": 8388630, "crc32": "0a1b2c3d", )"
                R"("pixels": "0123456789abcdef"}], "crc32": "f13bae9a"})"
                "\n");
}

TEST_CASE("a record reads back as it was written") {
  constexpr auto kMax = std::numeric_limits<uint64_t>::max();
  for (const ChunkRecord& record :
       {kTwoMaps, ChunkRecord{{0, 0, 0}}, ChunkRecord{{kMax, 0xFFFFFFFF, kMax}}, ChunkRecord(9)}) {
    const auto read = ReadChunkRecord(WriteChunkRecord(record, kKey), kKey);
    REQUIRE(read);
    CHECK(*read == record);
  }
}

TEST_CASE("every truncation and every flipped bit of a record is refused") {
  const std::string text = WriteChunkRecord(kTwoMaps, kKey);
  for (std::size_t size = 0; size < text.size(); ++size)
    CHECK_MESSAGE(!ReadChunkRecord(text.substr(0, size), kKey), size);
  for (std::size_t bit = 0; bit < 8 * text.size(); ++bit) {
    CAPTURE(bit);
    std::string flipped = text;
    flipped[bit / 8] = static_cast<char>(flipped[bit / 8] ^ (1 << bit % 8));
    CHECK(!ReadChunkRecord(flipped, kKey));
  }
}

TEST_CASE("a record of another key is refused") {
  CHECK(!ReadChunkRecord(WriteChunkRecord(kTwoMaps, kKey), kKey + 1));
}

TEST_CASE("text before or after a record, or none, is refused") {
  const std::string text = WriteChunkRecord(kTwoMaps, kKey);
  CHECK(!ReadChunkRecord(text + '\n', kKey));
  CHECK(!ReadChunkRecord(' ' + text, kKey));
  CHECK(!ReadChunkRecord(text + text, kKey));
  CHECK(!ReadChunkRecord(std::string(text.size(), '\0'), kKey));
  CHECK(!ReadChunkRecord("{}", kKey));
}

}  // namespace
}  // namespace cobble
