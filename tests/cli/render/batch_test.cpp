// Tests cobble batch: lists of render commands, and the counts in its last line.
#include <doctest/doctest.h>

#include <chrono>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "cli/refusals.h"
#include "platform/file.h"
#include "platform/path.h"
#include "support/harness.h"
#include "support/skip.h"

namespace cobble {
namespace {

std::string Counts(int written, int failed, int unchanged = 0) {
  return "cobble: " + std::to_string(written) + " written, " + std::to_string(unchanged) +
         " unchanged, " + std::to_string(failed) + " failed\n";
}

class Batch {
 public:
  Outcome Run(const std::string& list, const std::string& flags = "") const {
    WriteFile("list", list);
    return RunLine("batch list " + flags);
  }
  // Runs a list that must fail with `status`. Returns its standard error.
  std::string Fault(const std::string& list, int status) const {
    const Outcome outcome = Run(list);
    CHECK_MESSAGE(outcome.status == status, list);
    CHECK(outcome.out == "");
    return outcome.err;
  }
  Strings Files() const {
    Strings names = folder_.Names();
    std::erase(names, "good.json");
    std::erase(names, "list");
    return names;
  }
  std::string Bytes() const {
    std::string all;
    for (const std::string& name : Files()) all += ReadAll(name);
    return all;
  }

 private:
  GoodFolder folder_;
};

std::vector<nlohmann::json> ReportOf(const std::string& path) {
  std::vector<nlohmann::json> lines;
  for (const std::string& line : SplitLines(ReadAll(path)))
    lines.push_back(nlohmann::json::parse(line));
  return lines;
}

TEST_CASE("each line renders as a command, and prints a line when it is done") {
  const Batch batch;
  const Outcome outcome = batch.Run(
      "# Pictures of one recipe.\n"
      "good.json -o a.png --seed 3\n"
      "\n"
      "  good.json -o height=h.r8 -o 'normal=my normals.png'   # two maps\r\n"
      "--preset marble --size 16 -o m.exr");
  CHECK(outcome.status == 0);
  CHECK(outcome.out == "");
  CHECK(outcome.err ==
        "cobble: 1/3 a.png\ncobble: 2/3 h.r8, my normals.png\ncobble: 3/3 m.exr\n" + Counts(3, 0));
  CHECK(batch.Files() == Strings{"a.png", "h.r8", "h.r8.json", "m.exr", "my normals.png"});
  Out("render good.json -o b.png --seed 3");
  CHECK(ReadAll("a.png") == ReadAll("b.png"));
}

TEST_CASE("a list reads the words that hints suggest") {
  const Batch batch;
  std::vector<std::string> names{"a b", "it's", "$a `b`, 'c'", "-a", "#é", "“a” & b"};
  if (test::Has(test::kNames)) names.insert(names.end(), {"a\"b\\\"", "*|"});
  for (const std::string& name : names) {
    CAPTURE(name);
    const std::string err =
        RunCobble({"render", "good.json", "--vary=seed=1,2", "--output=" + name + ".png"}).err;
    const std::size_t at = err.find("; write -o ");
    REQUIRE_MESSAGE(at != std::string::npos, err);
    CHECK(batch.Run("good.json --vary seed=1,2 " + err.substr(at + 8)).status == 0);
    CHECK(file::Exists(name + "_1.png"));
    CHECK(file::Exists(name + "_2.png"));
  }
}

TEST_CASE("a list may be empty, and comes from standard input for -") {
  const Batch batch;
  CHECK(batch.Run("").status == 0);
  CHECK(batch.Run("# nothing\n\n").err == "");
  const Outcome outcome =
      RunCobble({"batch", "-"}, "good.json -o a.png\ngood.json -o b.png --bits 9\n");
  CHECK(outcome.status == 2);
  CHECK(
      outcome.err ==
      "cobble: -:2: -o b.png: .png supports 8 or 16 bits per channel, not 9\ncobble: 2/2 a.png\n" +
          Counts(1, 1));
  CHECK(batch.Files() == Strings{"a.png"});
}

TEST_CASE("a line that fails does not stop the others, and the status is the highest") {
  const Batch batch;
  WriteFile("bad.json", R"({"cobble": 1, "nois": {"type": "perlin"}})");
  // The messages about the lines above a correct one.
  const struct {
    std::string lines;
    int status, failed;
    std::string expected;
  } rows[] = {{"good.json -o b.png --octaves 40\n", 2, 1, "list:1: --octaves"},
              {"good.json\n", 2, 1, "list:1 ... -o NAME.png"},
              {"none.json -o b.png\ngood.json -o c.png --max-pixels 10\n", 5, 2,
               "list:1: none.json => list:2: good.json:1:23: /size ... --max-pixels N"},
              // A missing folder is reported once.
              {"good.json -o none/b.png\ngood.json -o none/c.png\n", 5, 2,
               "list:1: -o none/b.png ... --mkdir"},
              {"bad.json -o b.png\n", 3, 1,
               "list:1: bad.json:1:1: /noise => list:1: bad.json:1:15: /nois ... \"noise\""}};
  for (const auto& row : rows)
    test::CheckMessage(batch.Fault(row.lines + "good.json -o a.png\n", row.status),
                       row.expected + " => ... a.png => ... 1 written, 0 unchanged, " +
                           std::to_string(row.failed) + " failed");
  CHECK(batch.Files() == Strings{"a.png", "bad.json"});
}

TEST_CASE("a job that fails while it renders does not stop the others") {
  if (test::Lacks(test::kDevices)) return;
  const Batch batch;
  const Outcome outcome = batch.Run(
      "good.json -o a.png\ngood.json -o /dev/full --format png\ngood.json -o b.png\n"
      "good.json --vary seed=1..3 -o c{seed}.png --no-clobber\n");
  CHECK(outcome.status == 5);
  CHECK(outcome.err ==
        "cobble: 1/6 a.png\n"
        "cobble: list:2: /dev/full: cannot write: No space left on device\n"
        "cobble: 3/6 b.png\ncobble: 4/6 c1.png\ncobble: 5/6 c2.png\ncobble: 6/6 c3.png\n" +
            Counts(5, 1));
  CHECK(batch.Files() == Strings{"a.png", "b.png", "c1.png", "c2.png", "c3.png"});
}

TEST_CASE("lines that are not render commands are refused") {
  const Batch batch;
  const auto check = [&](const std::string& line, const std::string& message) {
    CAPTURE(line);
    CHECK(batch.Fault(line, 2) == "cobble: list:1: " + message + "\n" + Counts(0, 1));
  };
  check("cobble render good.json -o a.png",
        "starts with \"cobble\"; write only what follows \"cobble render\"");
  check("render good.json -o a.png",
        "starts with \"render\"; write only what follows \"cobble render\"");
  check("good.json -o 'a.png", "a quotation mark ' is not closed");
  if (!IsSeparator('\\'))
    check("good.json -o a.png \\", "the line ends with a backslash; each line is a whole command");
  check("--help", "asks for help or the version instead of a picture");
  check("--version", "asks for help or the version instead of a picture");
  check(std::string("good.json -o a\0b.png", 21), "contains a NUL character");
  for (const std::string when : {"always", "never"})
    check("good.json -o a.png --progress " + when,
          "--progress: has no effect in a list; cobble batch prints a line for each picture");
  check("good.json -o a.png --nosuch", "--nosuch: unknown flag; see cobble render --help");
  for (const std::string line : {"- -o a.png", "-o a.png -", "--tiling - -o a.png"})
    check(line, "a recipe in a list cannot be standard input");
  CHECK(batch.Files().empty());
}

TEST_CASE("a file belongs to one line") {
  const Batch batch;
  const auto check = [&](const std::string& list, int status, const std::string& expected) {
    test::CheckMessage(batch.Fault(list, status),
                       expected + " => ... 1 written, 0 unchanged, 1 failed");
  };
  check("good.json -o a.png\ngood.json -o ./a.png\n", 2,
        "list:2: -o ./a.png ... the same file as list:1: -o a.png => ... a.png");
  check("good.json -o b.png --report r\ngood.json -o r --format r8\n", 2,
        "list:2: -o r ... the same file as list:1: --report r => ... b.png");
  check("good.json -o b.png\nb.png -o c.png\n", 2,
        "list:1: -o b.png ... list:2: the recipe b.png; no line can read => ... c.png");
  check("good.json -o d.r8\n./d.r8 -o e.png\n", 5,
        "list:2: ./d.r8.json ... no line can read what the list writes => ... d.r8");
  test::CheckMessage(batch.Fault("good.json -o list --format png\n", 2),
                     "list:1: -o list ... the list list => ... 0 written, 0 unchanged, 1 failed");
  CHECK(ReadAll("list") == "good.json -o list --format png\n");
}

TEST_CASE("a line can write a report, a depfile and checksums") {
  const Batch batch;
  const std::string series = "good.json --vary seed=1..3 -o a{seed}.png";
  WriteFile("flat.json", R"({"cobble": 1, "size": 64, "noise": {"type": "cell", "density": 0.1}})");
  const Outcome outcome = batch.Run(series + " --report r.json --depfile a.d --checksum\n" +
                                    "flat.json -o f.png --report flat-report.json\n");
  CHECK(outcome.status == 0);
  CHECK(outcome.out == Out("render " + series + " --checksum --dry-run"));
  const auto report = nlohmann::json::parse(ReadAll("r.json"));
  REQUIRE(report.size() == 3);
  CHECK(report[2]["outputs"][0]["file"] == "a3.png");
  CHECK(ReadAll("a.d") == "a1.png \\\n  a2.png \\\n  a3.png: good.json\n\ngood.json:\n");

  // The same as render's report, except for times.
  REQUIRE(RunLine("render flat.json -o f.png --report other.json").status == 0);
  const auto text = [](const std::string& path) {
    auto json = nlohmann::json::parse(ReadAll(path));
    json.erase("seconds");
    return json.dump();
  };
  CHECK(text("flat-report.json") == text("other.json"));
}

TEST_CASE("checksums go to standard error if any line writes to standard output") {
  if (test::Lacks(test::kShell)) return;
  const Batch batch;
  for (const std::string output : {"-", "/dev/stdout"}) {
    WriteFile("list", "good.json -o " + output + " --format bmp\ngood.json -o a.png --checksum\n");
    const Outcome outcome = RunShell("cobble batch list --quiet | wc -c");
    CHECK(outcome.status == 0);
    CHECK(outcome.out == "3654\n");
    CHECK(outcome.err == Out("render good.json -o a.png --checksum"));
  }
}

TEST_CASE("a dry run prints the checksums of lines that ask for them") {
  const Batch batch;
  const std::string lines =
      "good.json --checksum -o x.png\ngood.json -o y.png\ngood.json --checksum --vary seed=1,2 -o "
      "a{seed}.png\n";
  const Outcome all = batch.Run(lines, "--dry-run --quiet");
  const Outcome one = batch.Run("good.json -o x.png --checksum --dry-run\n");
  CHECK(all.err == "");
  CHECK(one.err == "cobble: 1 would be written, 0 failed\n");
  CHECK(one.out == Out("render good.json -o x.png --checksum --dry-run"));
  CHECK(all.out ==
        one.out + Out("render good.json --checksum --dry-run --vary seed=1,2 -o a{seed}.png"));
  CHECK(batch.Run("good.json --checksum --dry-run\ngood.json --vary seed=1,2 --checksum --dry-run")
            .err == "cobble: 3 would be written, 0 failed\n");
  CHECK(batch.Files().empty());
  // The plan of a line is counted once, with its report.
  const Outcome both =
      batch.Run("good.json -o x.png --checksum --report x.json\n", "--dry-run --report r.jsonl");
  CHECK(both.status == 0);
  CHECK(both.err == one.err);
  CHECK(batch.Files() == Strings{"r.jsonl", "x.json"});
  CHECK(ReportOf("r.jsonl").size() == 1);
}

TEST_CASE("a list may start with a byte order mark") {
  const Batch batch;
  CHECK(batch.Run("\xEF\xBB\xBF# Windows\r\ngood.json -o a.png\r\n").status == 0);
  CHECK(batch.Run("\xEF\xBB\xBFgood.json -o b.png\n").status == 0);
  CHECK(batch.Files() == Strings{"a.png", "b.png"});
}

TEST_CASE("a failed line writes no report") {
  const Batch batch;
  CHECK(batch.Run("good.json -o /dev/full --format png --report r.json\n").status == 5);
  CHECK(batch.Files().empty());
}

TEST_CASE("warnings name the line") {
  const Batch batch;
  CHECK(
      batch.Run("good.json -o a.png\ngood.json -o a_normal.png\n").err ==
      "cobble: warning: list:2: -o a_normal.png: contains height, not normal; for normal, write -o "
      "normal=a_normal.png\ncobble: 1/2 a.png\ncobble: 2/2 a_normal.png\n" +
          Counts(2, 0));
  CHECK(batch.Run("good.json -o a_normal.png --quiet\n").err ==
        "cobble: 1/1 a_normal.png\n" + Counts(1, 0));
}

TEST_CASE("flags of batch apply to all lines") {
  const Batch batch;
  CHECK(batch.Run("good.json -o a.png\ngood.json\n", "--dry-run").err ==
        "cobble: list:2: no output given; specify one, as in -o NAME.png\n"
        "cobble: would write a.png: height, 40 x 30 pixels, 16 bits, 2400 bytes of samples\n"
        "cobble: 1 would be written, 1 failed\n");
  CHECK(batch.Files().empty());
  test::CheckMessage(batch.Run("good.json -o a_normal.png\nbad -o b.png\n", "--quiet").err,
                     "list:2");
  CHECK(batch.Files() == Strings{"a_normal.png"});
  const auto old = std::filesystem::last_write_time("good.json") - std::chrono::hours(1);
  std::filesystem::last_write_time("a_normal.png", old);
  CHECK(batch.Run("good.json -o a_normal.png\n", "--if-changed").status == 0);
  CHECK(std::filesystem::last_write_time("a_normal.png") == old);
  CHECK(batch.Run("good.json -o a_normal.png\n").status == 0);
  CHECK(std::filesystem::last_write_time("a_normal.png") != old);
}

TEST_CASE("a report has a line for each picture and each line that fails") {
  if (test::Lacks(test::kDevices)) return;
  const Batch batch;
  REQUIRE(batch.Run("good.json -o a.png\n").status == 0);
  const std::string list =
      "good.json -o a.png\ngood.json --vary seed=1,2 -o b{seed}.png\nnone -o c.png\n"
      "good.json -o /dev/full --format png\n";
  const Outcome outcome = batch.Run(list, "--report r.jsonl --if-changed");
  CHECK(outcome.status == 5);
  CHECK(
      outcome.err.ends_with("cobble: 2/5 a.png (unchanged)\ncobble: 3/5 b1.png\n"
                            "cobble: 4/5 b2.png\n"
                            "cobble: list:4: /dev/full: cannot write: No space left on device\n" +
                            Counts(2, 2, 1)));
  const auto lines = ReportOf("r.jsonl");
  REQUIRE(lines.size() == 5);
  CHECK(lines[0]["line"] == "list:3");
  CHECK(lines[0]["status"] == "failed");
  CHECK(lines[0]["message"] == "list:3: none: cannot read: No such file or directory");
  CHECK(lines[1]["status"] == "unchanged");
  CHECK(lines[1]["outputs"][0]["file"] == "a.png");
  CHECK(lines[2]["status"] == "written");
  CHECK(lines[3]["outputs"][0]["file"] == "b2.png");
  CHECK(lines[3]["mean"].is_number());
  CHECK(lines[4]["line"] == "list:4");
  CHECK(batch.Run(list, "--report r.jsonl --dry-run").status == 5);
  const auto planned = ReportOf("r.jsonl");
  REQUIRE(planned.size() == 5);
  CHECK(planned[1]["status"] == "planned");
  CHECK(planned[1]["pixels"] == 1200);
}

TEST_CASE("--fail-fast stops at the first failure") {
  if (test::Lacks(test::kDevices)) return;
  const Batch batch;
  CHECK(batch.Run("good.json -o a.png\nnone -o b.png\nnone -o c.png\n", "--fail-fast").err ==
        "cobble: list:2: none: cannot read: No such file or directory\n"
        "cobble: 0 written, 0 unchanged, 1 failed, 2 not started\n");
  CHECK(batch.Files().empty());
  const Outcome outcome = batch.Run(
      "good.json -o a.png\ngood.json -o /dev/full --format png\ngood.json -o c.png --size 1100\n",
      "--fail-fast --threads 1");
  CHECK(outcome.status == 5);
  CHECK(outcome.err ==
        "cobble: 1/3 a.png\ncobble: list:2: /dev/full: cannot write: No space left on device\n"
        "cobble: 1 written, 0 unchanged, 1 failed, 1 not started\n");
  CHECK(batch.Files() == Strings{"a.png"});
}

TEST_CASE("any number of jobs at a time writes the same files") {
  const Batch batch;
  std::string list;
  for (int k = 0; k < 6; ++k)
    list += "good.json --size " + std::to_string(k % 2 == 0 ? 40 : 1100) + " --range fit --seed " +
            std::to_string(k) + " -o a" + std::to_string(k) + ".png\n";
  const auto all_bytes = [&](const std::string& flags) {
    REQUIRE(batch.Run(list, flags).status == 0);
    return batch.Bytes();
  };
  const std::string expected = all_bytes("");
  for (const std::string flags : {"--jobs 1", "--jobs 3", "--jobs 2 --threads 4", "--jobs 64"})
    CHECK_MESSAGE(all_bytes(flags) == expected, flags);
}

TEST_CASE("--mkdir makes folders, unless in a dry run") {
  const Batch batch;
  const std::string list = "good.json -o d/e/a.png\ngood.json -o d/f/b.png\n";
  CHECK(batch.Run(list, "--mkdir --dry-run").status == 0);
  CHECK(batch.Files().empty());
  CHECK(batch.Run(list, "--mkdir").status == 0);
  CHECK(std::filesystem::exists("d/e/a.png"));
  CHECK(batch.Run("good.json -o g/a.png --mkdir\n").status == 0);
  CHECK(std::filesystem::exists("g/a.png"));
  std::filesystem::remove_all("d");
  std::filesystem::remove_all("g");
}

TEST_CASE("faults of the command itself") {
  const Batch batch;
  const auto fault = [](const std::string& words, int status) {
    const Outcome outcome = RunLine("batch " + words);
    CHECK(outcome.status == status);
    return outcome.err;
  };
  test::CheckMessage(fault("", 2), "... no list given");
  test::CheckMessage(fault("a b", 2), "... cobble batch --help");
  test::CheckMessage(fault("none", 5), "none");
  test::CheckMessage(fault("good.json --threads x", 2), "--threads");
}

TEST_CASE("any number of threads writes the same files and the same messages") {
  const Batch batch;
  std::string list;
  for (int k = 0; k < 20; ++k) {
    std::string rest = ".png\n";
    if (k == 7) rest = ".bad\n";
    if (k == 9) rest = ".png --size 1100,1000\n";
    list += "good.json --seed " + std::to_string(k) + " -o a" + std::to_string(k) + rest;
  }
  const Outcome first = batch.Run(list, "--threads 1");
  CHECK(first.status == 2);
  const std::string expected = batch.Bytes();
  CHECK(batch.Files().size() == 19);
  for (const std::string threads : {"2", "8"}) {
    const Outcome outcome = batch.Run(list, "--threads " + threads);
    CHECK(outcome.err == first.err);
    CHECK(batch.Bytes() == expected);
  }
}

TEST_CASE("two thousand tiny pictures are written") {
  const Batch batch;
  std::string list;
  for (int k = 0; k < 2000; ++k)
    list += "good.json --size 8 --no-sync --seed " + std::to_string(k) + " -o a" +
            std::to_string(k) + ".r8\n";
  const Outcome outcome = batch.Run(list, "--quiet");
  CHECK(outcome.status == 0);
  CHECK(outcome.err == "");
  CHECK(batch.Files().size() == 4000);
}

// --- Counts ---

TEST_CASE("--fail-fast counts all lines of the list") {
  const Batch batch;
  std::string list = "none -o z.png\n";
  for (const std::string name : {"a", "b", "c"})
    list += "\n# next\ngood.json -o " + name + ".png\n";
  test::CheckMessage(batch.Run(list, "--fail-fast").err,
                     "list:1: none => ... 0 written, 0 unchanged, 1 failed, 3 not started");
  list += list;  // the second half is not read, so its quotation mark is not found
  CHECK(batch.Run("good.json -o x.png\n" + list + " 'a\n", "--fail-fast --dry-run").err ==
        "cobble: list:2: none: cannot read: No such file or directory\n"
        "cobble: 0 would be written, 1 failed, 9 not started\n");
  // Once a line has failed, the others are not even checked.
  CHECK(batch.Run("good.json -o d/a.png\ngood.json -o e/a.png\n", "--fail-fast").err ==
        "cobble: list:1: -o d/a.png: the folder d does not exist; use --mkdir, or make it first\n"
        "cobble: 0 written, 0 unchanged, 1 failed, 1 not started\n");
  CHECK(batch.Files().empty());
}

TEST_CASE("the closing line counts what dry runs would write") {
  const Batch batch;
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
  const Batch batch;
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
  CHECK(ReportOf("none2/r.jsonl").size() == 4);
  std::filesystem::remove_all("ok");
  std::filesystem::remove_all("none2");
}

}  // namespace
}  // namespace cobble
