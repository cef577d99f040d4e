// Tests -o NAME.zarr: zarr-python and GDAL read the samples of the whole picture.
#include <doctest/doctest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "cli/refusals.h"
#include "cli/stores/stores.h"
#include "support/harness.h"
#include "support/skip.h"

namespace cobble {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

struct Kind {
  std::string map, bits, raw;
};
const Kind kKinds[] = {
    {"height", "8", "r8"},  {"height", "16", "r16"}, {"height", "32", "r32"},
    {"normal", "8", "r8"},  {"normal", "16", "r16"}, {"normal", "32", "r32"},
    {"rgba", "8", "r8"},    {"two", "16", "r16"},    {"color", "8", "r8"},
    {"slope", "32", "r32"}, {"ao", "8", "r8"},       {"curvature", "16", "r16"},
};

struct Cut {
  std::string name, flags;
};
const Cut kCuts[] = {
    {"fast", "--compression fast --chunk 32"},
    {"small", "--compression small --chunk 47"},
    {"none", "--compression none --chunk 64"},
    {"one", ""},  // one chunk
};

bool HasZarr() { return RunShell("/usr/bin/python3 -c 'import zarr' 2>/dev/null").status == 0; }

// Writes the samples of each array in the file "list" beside its store, channels interleaved.
constexpr std::string_view kReadArrays = R"(
import sys, numpy, zarr
for line in open("list"):
    path, name = line.split()
    a = zarr.open(path, mode="r")[name][:]
    (a if a.ndim == 2 else numpy.moveaxis(a, 0, 2)).tofile(path + "." + name.replace("/", "-"))
)";

void ReadArrays(const std::string& list) {
  WriteFile("list", list);
  WriteFile("read.py", kReadArrays);
  const Outcome outcome = RunShell("/usr/bin/python3 read.py");
  REQUIRE_MESSAGE(outcome.status == 0, outcome.err);
}

TEST_CASE("zarr-python reads the samples of the whole picture, of every map, depth and cut") {
  if (!HasZarr()) return test::Skip("no python3-zarr");
  const StoreFolder folder;
  std::string list;
  for (const Kind& kind : kKinds) {
    const std::string words = " --bits " + kind.bits + " -o " + kind.map + '=';
    Done("render r.json" + words + kind.map + kind.bits + '.' + kind.raw);
    for (const Cut& cut : kCuts) {
      const std::string store = cut.name + kind.map + kind.bits + ".zarr";
      Done("render r.json " + cut.flags + words + store);
      list += store + ' ' + kind.map + "/0\n";
    }
  }
  ReadArrays(list);
  for (const Kind& kind : kKinds) {
    const std::string whole = ReadAll(kind.map + kind.bits + '.' + kind.raw);
    for (const Cut& cut : kCuts) {
      CAPTURE(cut.name);
      CAPTURE(kind.map);
      CAPTURE(kind.bits);
      const std::string store = cut.name + kind.map + kind.bits + ".zarr";
      CHECK((ReadAll(store + '.' + kind.map + "-0") == whole));
    }
  }
}

TEST_CASE(
    "GDAL reads the same samples, channel by channel, as it does from other readers' stores") {
  if (RunShell("gdalinfo --formats | grep -q ' Zarr '").status != 0)
    return test::Skip("no GDAL with Zarr");
  const StoreFolder folder;
  for (const Kind& kind : {kKinds[1], kKinds[2], kKinds[3], kKinds[7]}) {
    CAPTURE(kind.map);
    const std::string store = kind.map + kind.bits + ".zarr";
    const std::string words = " --bits " + kind.bits + " -o " + kind.map + '=';
    Done("render r.json --chunk 64" + words + store);
    Done("render r.json" + words + "whole." + kind.raw);
    const std::string whole = ReadAll("whole." + kind.raw);
    const std::size_t sample = std::stoul(kind.bits) / 8;
    const std::size_t channels = whole.size() / (150 * 101 * sample);
    for (std::size_t c = 0; c < channels; ++c) {
      const std::string array = "'ZARR:\"" + store + "\":/" + kind.map + "/0" +
                                (channels > 1 ? ':' + std::to_string(c) : "") + "'";
      const Outcome outcome = RunShell("gdal_translate -q -of ENVI " + array + " samples");
      REQUIRE_MESSAGE(outcome.status == 0, outcome.err);
      std::string wanted;
      for (std::size_t at = c * sample; at < whole.size(); at += channels * sample)
        wanted += whole.substr(at, sample);
      CHECK((ReadAll("samples") == wanted));
    }
  }
}

// Computes each level from the one below, as numpy reads it: for integers the exact mean of 2 x 2
// pixels, rounded half up; for floats the mean in double; at odd edges fewer pixels.
constexpr std::string_view kCheckLevels = R"(
import json, numpy, zarr
def sums(a):
    a = numpy.pad(a, [(0, 0)] * (a.ndim - 2) + [(0, a.shape[-2] % 2), (0, a.shape[-1] % 2)])
    return (a[..., 0::2, 0::2] + a[..., 0::2, 1::2]) + (a[..., 1::2, 0::2] + a[..., 1::2, 1::2])
for path, name, levels in [line.split() for line in open("list")]:
    group = zarr.open(path, mode="r")[name]
    paths = [d["path"] for d in group.attrs["multiscales"][0]["datasets"]]
    assert paths == [str(k) for k in range(int(levels) + 1)], paths
    for k in range(int(levels)):
        a, b = group[paths[k]][:], group[paths[k + 1]][:]
        counts = sums(numpy.ones(a.shape, int))
        if a.dtype == numpy.float32:
            want = (sums(a.astype(float)) / counts).astype(numpy.float32)
        else:
            want = (2 * sums(a.astype(int)) + counts) // (2 * counts)
        assert b.shape == want.shape, (path, k, b.shape, want.shape)
        assert b.dtype == a.dtype and (b == want).all(), (path, k)
)";

TEST_CASE("each coarser level is the exact mean of the one below, however it is cut and shared") {
  if (!HasZarr()) return test::Skip("no python3-zarr");
  const StoreFolder folder;
  std::string list;
  for (const Kind& kind : {kKinds[0], kKinds[1], kKinds[2], kKinds[7], kKinds[9]})
    for (const std::string chunk : {"32", "38", "150"}) {
      const std::string store = kind.map + kind.bits + '-' + chunk + ".zarr";
      Done("render r.json --levels 8 --chunk " + chunk + " --bits " + kind.bits + " -o " +
           kind.map + '=' + store);
      list += store + ' ' + kind.map + " 8\n";
    }
  WriteFile("list", list);
  WriteFile("check.py", kCheckLevels);
  const Outcome outcome = RunShell("/usr/bin/python3 check.py");
  CHECK_MESSAGE(outcome.status == 0, outcome.err);
}

TEST_CASE("several maps share a store, and a fitted range is that of the whole picture") {
  if (!HasZarr()) return test::Skip("no python3-zarr");
  const StoreFolder folder;
  Done("render r.json --range fit --chunk 40 --levels 1 -o height,normal,rgba=s.zarr");
  Done("render r.json --range fit -o h.r16 -o normal=n.r8 -o rgba=c.r8");
  ReadArrays("s.zarr height/0\ns.zarr normal/0\ns.zarr rgba/0\n");
  CHECK((ReadAll("s.zarr.height-0") == ReadAll("h.r16")));
  CHECK((ReadAll("s.zarr.normal-0") == ReadAll("n.r8")));
  CHECK((ReadAll("s.zarr.rgba-0") == ReadAll("c.r8")));
  CHECK(json::parse(ReadAll("s.zarr/.zgroup")) == json{{"zarr_format", 2}});
}

TEST_CASE("the hash of a store depends on recipe and grid alone") {
  const StoreFolder folder;
  const std::string words = "render r.json --chunk 32 --levels 2 -o height,normal=";
  Done(words + "a.zarr --threads 1");
  Done(words + "b.zarr --threads 4 --compression none");
  Done(words + "c.zarr --seed 1");
  Done("render r.json --chunk 34 --levels 2 -o height,normal=d.zarr");
  const std::string hash = HashOf("a.zarr");
  CHECK(hash.size() == 17);
  CHECK(hash.find_first_not_of("0123456789abcdef") == 16);
  CHECK(HashOf("b.zarr") == hash);
  CHECK(HashOf("c.zarr") != hash);
  CHECK(HashOf("d.zarr") != hash);
}

TEST_CASE("rendering a store again keeps its whole chunks, and continues one that is not done") {
  const StoreFolder folder;
  const std::string words = "render r.json --chunk 32 --levels 2 -o s.zarr";
  Done(words);
  const std::string hash = HashOf("s.zarr");
  const auto files = FilesBelow("s.zarr");
  const auto old = fs::last_write_time("s.zarr/height/0/1/1") - std::chrono::hours(10);
  fs::last_write_time("s.zarr/height/0/1/1", old);
  fs::remove("s.zarr/height/0/1/2");
  FlipBit("s.zarr/height/1/0/0");
  Done(words);
  CHECK(fs::last_write_time("s.zarr/height/0/1/1") == old);
  CHECK((FilesBelow("s.zarr") == files));
  CHECK(HashOf("s.zarr") == hash);
}

TEST_CASE("a dry run of a store checks it and writes nothing") {
  const StoreFolder folder;
  const auto plan = [](const std::string& words) {
    const Outcome outcome = Run("render r.json --dry-run --noise value --range 0,1 " + words);
    CHECK(outcome.status == 0);
    CHECK(outcome.out == "");
    return outcome.err;
  };
  CHECK(plan("--size 64 --chunk 32 --levels 1 --bits 16 -o s.zarr") ==
        "cobble: would write s.zarr: height, 64 x 64 pixels, 16 bits, 10240 bytes of samples in 2 "
        "levels\n"
        "cobble: 5 chunks, 4096 pixels, 3.28e+04 noise evaluations, 10240 bytes of samples\n");
  CHECK(Contains(plan("--size 512 --levels 0 -o t/{z}/{x}/{y}.png --tile-scheme xyz"),
                 "512 x 512 pixels"));
  CHECK(plan("--size 64 -o s.zarr --quiet") == "");
  CHECK(Run("plan r.json --chunk 32 -o s.zarr --dry-run --quiet").status == 0);
  CHECK(folder.Names() == std::vector<std::string>{"r.json"});
  Done("render r.json --chunk 32 -o s.zarr");
  CHECK(Run("render r.json --chunk 16 -o s.zarr --dry-run").status == 2);
}

TEST_CASE("faults of a store's flags are refused, and nothing is written") {
  const StoreFolder folder;
  WriteFile("jobs", "r.json -o b.zarr\n");
  CheckRefused();
}

TEST_CASE("a store is not made over another one, a foreign folder or a file") {
  const StoreFolder folder;
  Done("render r.json -o s.zarr --chunk 32");
  fs::create_directories("foreign.zarr/data");
  fs::create_directories("cut.zarr/.cobble");
  WriteFile("cut.zarr/.cobble/plan.json", ReadAll("s.zarr/.cobble/plan.json").substr(0, 300));
  WriteFile("foreign.zarr/data/0", "x");
  WriteFile("file.zarr", "x");
  CheckRefused();
}

// --- What commands say of a store ---

TEST_CASE("info prints what a Zarr store holds, as text and as JSON") {
  const Folder folder;
  Out("render --quiet --noise perlin --size 100x60 --chunk 32 --levels 2 --range 0,1 -o "
      "height,normal=a.zarr");
  CHECK(Out("info a.zarr") ==
        "store       a.zarr\n"
        "format      zarr, compression fast\n"
        "size        100 x 60\n"
        "levels      3, down to 25 x 15\n"
        "chunks      8 of 32 x 32 pixels; cobble verify a.zarr checks them\n"
        "shards      1\n"
        "map height  16 bits\n"
        "map normal  8 bits, 3 channels\n"
        "recipe      cobble show a.zarr prints it\n");
  CHECK(Out("info a.zarr/") == Out("info a.zarr"));
  const json info = json::parse(Out("info a.zarr --json"));
  CHECK(info["format"] == "zarr");
  CHECK(info["width"] == 100);
  CHECK(info["height"] == 60);
  CHECK(info["chunk"] == 32);
  CHECK(info["shards"] == 1);
  CHECK(info["levels"][1] == json{{"width", 50}, {"height", 30}, {"chunks", 2}});
  CHECK(info["maps"][1] == json{{"map", "normal"}, {"channels", 3}, {"bits", 8}, {"float", false}});
  CHECK_FALSE(info.contains("range"));
  CHECK(info["cobble:recipe"] == json::parse(Out("show a.zarr")));
}

TEST_CASE("info prints the range of a store when it is known, and the metres of XYZ tiles") {
  const Folder folder;
  Out("plan --noise coordinate --size 64 --chunk 32 --range fit --quiet -o a.zarr");
  CHECK(Contains(Out("info a.zarr"), "\nrange       fit; known when the range stage is done\n"));
  CHECK(json::parse(Out("info a.zarr --json"))["range"].is_null());
  Out("render --plan a.zarr --stage range --shard 1/1");
  Out("render --plan a.zarr --shard 1/1");
  // The x of the first and the last pixel: 1/128 - 1/2 and 1/2 - 1/128.
  CHECK(Out("info a.zarr").find("\nrange       fit, -0.492188 to 0.492188\n") != std::string::npos);
  CHECK(json::parse(Out("info a.zarr --json"))["range"] == json{-0.4921875, 0.4921875});

  Out("render --noise perlin --size 512 --tile-scheme xyz --terrain terrarium --elevation -20,80.5 "
      "-o map/{z}/{x}/{y}.png");
  CHECK(Out("info map").find("\nmap height  -20 to 80.5 m as terrarium\n") != std::string::npos);
  const json info = json::parse(Out("info map --json"));
  CHECK(info["terrain"] == "terrarium");
  CHECK(info["elevation"] == json{-20, 80.5});
}

TEST_CASE("the recipe of a store is shown, checked and rendered") {
  const GoodFolder folder;
  Out("render good.json --seed 5 -o a.zarr");
  CHECK(Out("show a.zarr") == Out("show good.json --seed 5"));
  CHECK(Out("check a.zarr") == "");
  Out("render a.zarr -o a.png");
  Out("render good.json --seed 5 -o b.png");
  CHECK(ReadAll("a.png") == ReadAll("b.png"));
  Out("render a.zarr -o a.zarr");  // the same plan: all chunks are whole
  Out("render a.zarr -o c.png --depfile c.d");
  CHECK(ReadAll("c.d") == "c.png: a.zarr/.cobble/plan.json\n\na.zarr/.cobble/plan.json:\n");
}

TEST_CASE("a store whose name is not printable has no commands") {
  if (test::Lacks(test::kNames)) return;
  const Folder folder;
  Out("render --noise perlin --size 32 -o a.zarr");
  std::filesystem::copy("a.zarr", "a\tb.zarr", std::filesystem::copy_options::recursive);
  CHECK(Contains(RunCobble({"info", "a\tb.zarr"}).out, "cobble verify DIR checks them"));
  CHECK(RunCobble({"verify", "a\tb.zarr"}).status == 0);
  std::filesystem::remove("a\tb.zarr/height/0/0/0");
  const Outcome damaged = RunCobble({"verify", "a\tb.zarr"});
  CHECK(damaged.status == 1);
  CHECK(damaged.err.ends_with(
      "cobble: a\\x09b.zarr: its name has characters that are not "
      "printable, so no commands are printed; rename it, and run cobble verify again\n"));
}

TEST_CASE("a store stands for its recipe, except to compare, and damaged plans are reported") {
  const Folder folder;
  Out("render --noise perlin --size 32 -o a.zarr");
  Out("render --noise perlin --size 32 -o a.png");
  CHECK(RunCobble({"stats", "a.zarr", "--map", "normal"}).out.find("normal") != std::string::npos);
  CHECK(RunCobble({"stats", "a.zarr"}).out.starts_with("a.zarr, height, 32 x 32\n"));
  test::CheckMessage(RunCobble({"compare", "a.zarr", "a.png"}).err, "a.zarr");
  CHECK(RunCobble({"view", "a.zarr", "--protocol", "blocks"}).status == 0);
  std::filesystem::create_directory("plain");
  test::CheckMessage(RunCobble({"info", "plain"}).err, "... plain: cannot read:");
  CHECK(RunCobble({"info", "plain"}).status == 5);
  test::CheckMessage(RunCobble({"info", "a.zarr/height"}).err, "a.zarr/height ... a.zarr");
  WriteFile("a.zarr/.cobble/plan.json", "{}");
  for (const char* command : {"info", "show", "check"}) {
    CAPTURE(command);
    const Outcome outcome = RunCobble({command, "a.zarr"});
    CHECK(outcome.status == 3);
    CHECK(outcome.err.starts_with("cobble: a.zarr/.cobble/plan.json: is not a plan of a store: "));
    CHECK(outcome.out == "");
  }
}

}  // namespace
}  // namespace cobble
