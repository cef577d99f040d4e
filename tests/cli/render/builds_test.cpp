// Tests of --if-changed and --depfile from the command line.
#include <doctest/doctest.h>
#include <sys/stat.h>

#include <chrono>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "cli/refusals.h"
#include "platform/path.h"
#include "support/harness.h"
#include "support/skip.h"

namespace cobble {
namespace {

namespace fs = std::filesystem;

// Sets a file's time back and returns the new time.
fs::file_time_type MakeOld(const std::string& path) {
  const auto old = fs::last_write_time(path) - std::chrono::hours(100);
  fs::last_write_time(path, old);
  return old;
}

TEST_CASE("--if-changed leaves every file whose bytes would not change, in every format") {
  const GoodFolder folder;
  for (const std::string suffix :
       {"png", "exr", "tga", "bmp", "jpg", "hdr", "pfm", "r8", "r16", "r32"}) {
    CAPTURE(suffix);
    const std::string words = "good.json --if-changed --quiet -o a." + suffix;
    Render(words);
    const auto old = MakeOld("a." + suffix);
    Render(words);
    CHECK(fs::last_write_time("a." + suffix) == old);
    Render(words + " --seed 1");
    CHECK(fs::last_write_time("a." + suffix) != old);
  }
}

TEST_CASE("a comment in the recipe changes no file, a key does") {
  const GoodFolder folder;
  const std::string words = "good.json --if-changed --quiet -o a.png -o normal=n.r8 --depfile a.d";
  Render(words);
  const auto old_picture = MakeOld("a.png"), old_normal = MakeOld("n.r8");
  const auto old_sidecar = MakeOld("n.r8.json"), old_depfile = MakeOld("a.d");
  WriteFile("good.json", "// the same\n" + std::string(kGoodRecipe));
  Render(words);
  CHECK(fs::last_write_time("a.png") == old_picture);
  CHECK(fs::last_write_time("n.r8") == old_normal);
  CHECK(fs::last_write_time("n.r8.json") == old_sidecar);
  CHECK(fs::last_write_time("a.d") == old_depfile);
  // The recipe is metadata: a new description changes it, but not the samples.
  Render(words + " --description new");
  CHECK(fs::last_write_time("a.png") != old_picture);
  CHECK(fs::last_write_time("n.r8") == old_normal);
  CHECK(fs::last_write_time("n.r8.json") != old_sidecar);
}

TEST_CASE("--if-changed replaces only the files of a series that change") {
  const GoodFolder folder;
  const std::string words = "good.json --if-changed --quiet --vary seed=1..3 -o a{seed}.png";
  Render(words);
  const auto old1 = MakeOld("a1.png"), old3 = MakeOld("a3.png");
  WriteFile("a2.png", "other");
  Render(words);
  CHECK(fs::last_write_time("a1.png") == old1);
  CHECK(fs::last_write_time("a3.png") == old3);
  CHECK(ReadAll("a2.png") != "other");
}

// --- --depfile ---

std::string Depfile(const std::string& words) {
  Render(words + " --depfile deps");
  return ReadAll("deps");
}

TEST_CASE("a depfile names all pictures and the files that the recipe came from") {
  const GoodFolder folder;
  CHECK(Depfile("good.json -o a.png") == "a.png: good.json\n\ngood.json:\n");
  CHECK(Depfile("./good.json -o height=./a.png -o normal=b.r8") ==
        "./a.png \\\n  b.r8: ./good.json\n\n./good.json:\n");
  CHECK(Depfile("b.r8 -o c.png") == "c.png: b.r8 b.r8.json\n\nb.r8:\n\nb.r8.json:\n");
  CHECK(Depfile("a.png -o c.png") == "c.png: a.png\n\na.png:\n");
  CHECK(Depfile("--preset clouds --size 8 -o c.png") == "c.png:\n");
  CHECK(Depfile("good.json --tiles 2x1 -o t.png") ==
        "t_x0_y0.png \\\n  t_x1_y0.png: good.json\n\ngood.json:\n");
}

TEST_CASE("special characters in a depfile are escaped") {
  if (test::Lacks(test::kNames)) return;
  const Folder folder;
  WriteFile("a rock#1.json", kGoodRecipe);
  REQUIRE(
      RunCobble({"render", "a rock#1.json", "-o", "./$5:1 a.png", "--depfile", "deps"}).status ==
      0);
  CHECK(ReadAll("deps") == "./$$5\\:1\\ a.png: a\\ rock\\#1.json\n\na\\ rock\\#1.json:\n");
  test::CheckFault(RunCobble({"render", "a rock#1.json", "-o", "a\nb.png", "--depfile", "other"}),
                   2, "--depfile");
  // The recipe is an input.
  WriteFile("it's.json", kGoodRecipe);
  test::CheckMessage(RunCobble({"render", "it's.json", "-o", "b.png", "--depfile", "other"}).err,
                     "--depfile");
  CHECK(folder.Names() == Strings{"$5:1 a.png", "a rock#1.json", "deps", "it's.json"});
}

TEST_CASE("a recipe from standard input has no dependencies, and a picture there no rule") {
  if (test::Lacks(test::kShell)) return;
  const Folder folder;
  const std::string recipe(kGoodRecipe);
  CHECK(RunLine("render - -o a.png --depfile deps", recipe).status == 0);
  CHECK(ReadAll("deps") == "a.png:\n");
  WriteFile("good.json", kGoodRecipe);
  for (const std::string source : {"/dev/stdin <good.json", "/dev/fd/5 5<good.json"}) {
    WriteFile("deps", "");
    CHECK(RunShell("cobble render -o a.png --depfile deps " + source).status == 0);
    CHECK(ReadAll("deps") == "a.png:\n");
  }
  const Outcome outcome = RunLine("render - -o - --format png --depfile other", recipe);
  CHECK(outcome.status == 2);
  CHECK(outcome.err == "cobble: --depfile: no picture is written to a file\n");
  CHECK(folder.Names() == Strings{"a.png", "deps", "good.json"});
}

TEST_CASE("a depfile is a file of its own, appears with the pictures, and not in a dry run") {
  const GoodFolder folder;
  test::CheckMessage(Refusal("good.json -o a.png --depfile a.png"), "--depfile a.png");
  test::CheckMessage(Refusal("good.json -o a.png --depfile good.json"), "--depfile good.json");
  Render("good.json -o a.png --depfile deps --dry-run --quiet");
  CHECK(RunLine("render good.json -o /dev/full --format png --depfile deps").status == 5);
  CHECK(folder.Names() == Strings{"good.json"});
}

TEST_CASE("--if-changed names what it leaves, but not with --quiet") {
  const GoodFolder folder;
  const std::string words = "render good.json --if-changed -o a.png -o b.r8 --report r.json";
  CHECK(RunLine(words).err == "");
  CHECK(RunLine(words).err == "cobble: a.png is unchanged\ncobble: b.r8 is unchanged\n");
  const auto report = nlohmann::json::parse(ReadAll("r.json"));
  CHECK(report["outputs"][0]["unchanged"] == true);
  CHECK(RunLine(words + " --quiet").err == "");
  fs::remove("b.r8.json");
  CHECK(RunLine(words).err == "cobble: a.png is unchanged\n");
  CHECK(RunLine(words + " --seed 3").err == "");
}

TEST_CASE("a dry run lists what would be written, and writes a report") {
  const GoodFolder folder;
  const std::string words =
      "render good.json -o a.png -o height,normal=b.exr --bits 16 --range fit --dry-run";
  const Outcome outcome = RunLine(words + " --report r.json");
  CHECK(outcome.status == 0);
  CHECK(outcome.out == "");
  CHECK(outcome.err ==
        "cobble: would write a.png: height, 40 x 30 pixels, 16 bits, 2400 bytes of samples\n"
        "cobble: would write b.exr: height,normal, 40 x 30 pixels, 16 bits, 9600 bytes of samples\n"
        "cobble: 2 pictures, 1200 pixels, 1.92e+04 noise evaluations, 12000 bytes of samples\n");
  CHECK(folder.Names() == Strings{"good.json", "r.json"});
  const auto report = nlohmann::json::parse(ReadAll("r.json"));
  CHECK(report["dry_run"] == true);
  CHECK(report["pixels"] == 1200);
  CHECK(report["outputs"][1]["sample_bytes"] == 9600);
  CHECK(RunLine(words + " --quiet").err == "");
  // Raw files hold only samples.
  Render("good.json -o a.r16");
  CHECK(fs::file_size("a.r16") == 2400);
  const std::string loop =
      "render --noise perlin --dimensions 3 --size 8 --frames 4 --sprites 2x2 -o s.png --dry-run";
  CHECK(RunLine(loop).err.starts_with(
      "cobble: would write s.png: height, 16 x 16 pixels, 16 bits, 512 bytes of samples\n"
      "cobble: 1 picture, 256 pixels, "));
}

TEST_CASE("--mkdir makes missing folders, and only then") {
  const GoodFolder folder;
  const std::string words = "render good.json -o a/b/c.png -o normal=a/n.png --report d/r.json";
  test::CheckFault(RunLine(words), 5, "-o a/b/c.png ... --mkdir");
  CHECK(RunLine(words + " --mkdir --dry-run --quiet").status == 0);
  CHECK(folder.Names() == Strings{"d", "good.json"});  // only the report's
  CHECK(RunLine(words + " --mkdir").status == 0);
  CHECK(fs::exists("a/b/c.png"));
  CHECK(fs::exists("d/r.json"));
  WriteFile("file", "");
  test::CheckMessage(RunLine("render good.json -o file/a.png --mkdir").err, "-o file/a.png");
  for (const char* name : {"a", "d"}) fs::remove_all(name);
}

TEST_CASE("checksums and reports name files with slashes") {
  GoodFolder folder;
  fs::create_directory("sub");
  const std::string path = IsSeparator('\\') ? "sub\\a.png" : "sub/a.png";
  const std::string file = R"("file": "sub/a.png")";
  const std::string render = "render good.json --report r.json -o " + path;
  CHECK(Out(render + " --checksum-files").starts_with("SHA256 (sub/a.png) = "));
  CHECK(ReadAll("r.json").find(file) != std::string::npos);
  CHECK(Out(render + " --checksum").ends_with("  sub/a.png\n"));
  CHECK(RunLine(render + " --dry-run").status == 0);
  CHECK(ReadAll("r.json").find("dry_run") != std::string::npos);
  CHECK(ReadAll("r.json").find(file) != std::string::npos);
}

TEST_CASE("--checksum-files prints what sha256sum checks, apart from the hash of the noise") {
  const GoodFolder folder;
  WriteFile("sums", Out("render good.json -o a.png -o b.r8 --checksum-files"));
  CHECK(ReadAll("sums").starts_with("SHA256 (a.png) = "));
  if (test::Has(test::kShell)) CHECK(RunShell("sha256sum --check --strict sums").status == 0);
  const std::string noise = Out("render good.json -o a.png --checksum").substr(0, 16);
  const std::string both = Out("render good.json -o a.png --checksum --checksum-files");
  const std::string first = ReadAll("sums");
  CHECK(both == "NOISE-CRC64 (a.png) = " + noise + "\n" + first.substr(0, first.find('\n') + 1));
  // In another format, the same noise has other bytes.
  CHECK(Out("render good.json -o c.png --bits 8 --checksum").substr(0, 16) == noise);
  CHECK(RunLine("render good.json -o a.png --dry-run --checksum-files").status == 2);
}

}  // namespace
}  // namespace cobble
