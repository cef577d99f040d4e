// Tests cobble sample, which reads points and prints values and slopes.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <nlohmann/json.hpp>
#include <sstream>

#include "cli/refusals.h"
#include "support/harness.h"

namespace cobble {
namespace {

constexpr std::string_view kHeader = "x,y,z,value,dx,dy,dz\n";

Outcome Sample(const std::string& points, const std::vector<std::string>& more = {}) {
  std::vector<std::string> words{"sample", "--noise", "perlin", "--points", "-"};
  words.insert(words.end(), more.begin(), more.end());
  return RunCobble(words, points);
}

std::vector<std::vector<std::string>> Rows(const Outcome& outcome) {
  REQUIRE_MESSAGE(outcome.status == 0, outcome.err);
  REQUIRE(outcome.out.starts_with(kHeader));
  std::vector<std::vector<std::string>> rows;
  for (const std::string& line : SplitLines(outcome.out.substr(kHeader.size()))) {
    std::istringstream cells(line);
    rows.emplace_back();
    for (std::string cell; std::getline(cells, cell, ',');) rows.back().push_back(cell);
    REQUIRE(rows.back().size() == 7);
  }
  return rows;
}

TEST_CASE("slopes beyond float32 are clamped to its range") {
  Folder folder;
  std::string steep = R"({"type": "perlin", "frequency": 1e11})";
  for (const char* times : {"1e12", "1e12", "1e5"})
    steep = R"({"type": "multiply", "a": )" + steep + R"(, "b": )" + times + "}";
  const std::string flat = R"({"type": "clamp", "low": 0, "high": 1, "source": )" + steep + "}";
  for (const std::string& noise : {steep, flat}) {
    WriteFile("steep.json", R"({"cobble": 1, "noise": )" + noise + "}");
    const Outcome outcome =
        RunCobble({"sample", "steep.json", "--points", "-"}, "0.1,0.2\n0.3,0.4\n0.5,0.7\n");
    CHECK(outcome.status == 0);
    CHECK(outcome.out.find("nan") == std::string::npos);
    CHECK(outcome.out.find("inf") == std::string::npos);
    CHECK(std::count(outcome.out.begin(), outcome.out.end(), '\n') == 4);
  }
}

TEST_CASE("each point gives a row with its value and slope") {
  const auto rows = Rows(Sample("0.5,0.25\n-1e-3,.1,7\n"));
  REQUIRE(rows.size() == 2);
  CHECK(rows[0][0] == "0.5");
  CHECK(rows[0][2] == "0");
  CHECK(rows[1][0] == "-0.001");
  CHECK(rows[1][1] == "0.1");
  CHECK(rows[1][2] == "7");
  CHECK(rows[1][6] == "0");  // 2D noise does not depend on z
}

TEST_CASE("slopes match finite differences of the values") {
  const double h = 1e-3;
  const auto rows = Rows(
      Sample("0.3,0.2,0.1\n0.301,0.2,0.1\n0.3,0.201,0.1\n0.3,0.2,0.101\n", {"--dimensions", "3"}));
  const auto number = [&](std::size_t row, std::size_t cell) { return std::stod(rows[row][cell]); };
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const double difference = (number(axis + 1, 3) - number(0, 3)) / h;
    CHECK(number(0, 4 + axis) == doctest::Approx(difference).epsilon(0.05));
  }
}

TEST_CASE("numbers are printed in the shortest form that reads back the same") {
  const auto rows = Rows(Sample("0.1,0.30000000000000004\n1e10,5e-324\n"));
  CHECK(rows[0][1] == "0.30000000000000004");
  CHECK(rows[1][0] == "10000000000");
  CHECK(rows[1][1] == "5e-324");
  for (const auto& row : rows) {
    for (std::size_t cell = 3; cell < 7; ++cell) {
      const float value = std::strtof(row[cell].c_str(), nullptr);
      CHECK(row[cell].size() <= 14);  // float32, not float64
      CHECK(std::to_string(value) == std::to_string(std::stof(row[cell])));
    }
  }
}

TEST_CASE("headers, byte order marks, whitespace, empty lines and CRLF are skipped") {
  const std::string plain = Sample("0.5,0.25\n1,2,3\n").out;
  for (const std::string text :
       {"x,y,z\n0.5,0.25\n1,2,3\n", "X, \"Y\"\r\n0.5,0.25\r\n1,2,3\r\n",
        "\xEF\xBB\xBF"
        "0.5,0.25\n1,2,3",
        "\n\n0.5,0.25\n\n\r\n 1 ,\t2, 3 \n\n", "easting,northing\n0.5,0.25\n1,2,3\n"})
    CHECK_MESSAGE(Sample(text).out == plain, text);
  CHECK(Sample("").out == kHeader);
  CHECK(Sample("x,y\n").out == kHeader);
}

TEST_CASE("a point without z is in the slice plane") {
  const auto rows = Rows(Sample("1,2\n1,2,9\n", {"--slice", "9", "--dimensions", "3"}));
  CHECK(rows[0] == rows[1]);
}

TEST_CASE("a bad line is reported with its number") {
  const std::pair<std::string, std::string> cases[] = {
      {"1,2\n\n3\n", R"(-:3: the line must be x,y or x,y,z, got "3")"},
      {"1,2,3,4\n", R"(-:1: the line must be x,y or x,y,z, got "1,2,3,4")"},
      {"x,y\n1,abc\n", R"(-:2: y must be a number, got "abc")"},
      {"1,2\nx,y\n", R"(-:2: x must be a number, got "x")"},
      {"1,2,\n", R"(-:1: z must be a number, got "")"},
      {"1,0x10\n", R"(-:1: y must be a number, got "0x10")"},
      {"nan,1\n", R"(-:1: x must be a number, got "nan")"},
      {"nan,inf\n", R"(-:1: x must be a number, got "nan")"},
      {"1,1e999\n", R"(-:1: y must be a number, got "1e999")"},
      {"1;2\n", R"(-:1: the line must be x,y or x,y,z, got "1;2")"},
      {"+1,2\n", R"(-:1: x must be a number, got "+1")"},
      {"y,x\n1,2\n", "-:1: the columns must be x,y or x,y,z, in that order"},
      {"1,2\n3,1e13\n",
       "-:2: is farther than 2^40 cells from the origin, where fractional positions lose "
       "precision"},
      {std::string("1,2\0\n", 5), R"(-:1: y must be a number, got "2\x00")"},
      {"1,2\n" + std::string(5000, '1') + ",2\n", "-:2: the line is longer than 999 bytes"},
  };
  for (const auto& each : cases) {
    const auto &points = each.first, &error = each.second;
    CAPTURE(error);
    const Outcome outcome = Sample(points);
    CHECK(outcome.status == 3);
    CHECK(outcome.err == "cobble: " + error + "\n");
  }
}

TEST_CASE("errors name the file and line, even beyond the first block") {
  Folder folder;
  std::string text = "x,y\n";
  for (int i = 0; i < 10000; ++i) text += "1,2\n";
  WriteFile("points.csv", text);
  CHECK(Rows(RunCobble({"sample", "--noise", "value", "--points", "points.csv"})).size() == 10000);
  WriteFile("points.csv", text + "oops\n");
  test::CheckFault(RunCobble({"sample", "--noise", "value", "--points", "points.csv"}), 3,
                   "points.csv:10002");
  WriteFile("points.csv", text + "1e13,1\n");
  CHECK(RunCobble({"sample", "--noise", "value", "--points", "points.csv"})
            .err.starts_with("cobble: points.csv:10002: is farther"));
}

TEST_CASE("negative zero gives the same results as zero at every SIMD level") {
  for (const std::string point : {"-0,1", "-0,-0", "0,-0,-0"})
    for (const std::string noise : {"value", "perlin", "simplex", "voronoi", "cell", "hill"})
      for (const std::string level : {"auto", "scalar"}) {
        CAPTURE(point + " " + noise + " " + level);
        const Outcome outcome =
            RunCobble({"sample", "--noise", noise, "--points", "-", "--simd", level}, point + "\n");
        std::string plain = point;
        std::erase(plain, '-');
        const Outcome expected =
            RunCobble({"sample", "--noise", noise, "--points", "-"}, plain + "\n");
        const auto results = [](const Outcome& run) {
          std::string row = run.out.substr(run.out.find('\n') + 1);
          for (int k = 0; k < 3; ++k) row.erase(0, row.find(',') + 1);
          return row;
        };
        CHECK(results(outcome) == results(expected));
      }
}

TEST_CASE("every SIMD level gives the same rows") {
  std::string points;
  for (int i = 0; i < 1000; ++i)
    points += std::to_string(i * 0.0137 - 5) + "," + std::to_string(i * 0.0071) + "\n";
  CHECK(Sample(points, {"--simd", "scalar"}).out == Sample(points).out);
}

// Maps whose values at (0.25, -0.5) are known.
constexpr std::string_view kMapped = R"({"cobble": 1, "noise": "perlin", "nodes": {"right": "x"},
  "maps": {"color": [0.25, 0.5, 2], "height2": "2*right + y"},
  "pack": {"both": ["height2", "height2"]}})";

TEST_CASE("maps and nodes are sampled, several at once, as CSV or as lines of JSON") {
  const Folder folder;
  WriteFile("m.json", kMapped);
  const auto sample = [](const std::string& flags) {
    return RunLine("sample m.json --quiet --points - " + flags, "0.25,-0.5\n0.5,0.25\n");
  };
  CHECK(sample("--map color,height2 --map @right").out ==
        "x,y,z,color.r,color.g,color.b,height2,@right\n"
        "0.25,-0.5,0,0.25,0.5,2,0,0.25\n0.5,0.25,0,0.25,0.5,2,1.25,0.5\n");
  CHECK(sample("--map @right,color --json").out ==
        "{\"x\": 0.25, \"y\": -0.5, \"z\": 0, \"@right\": 0.25, \"color\": [0.25, 0.5, 2]}\n"
        "{\"x\": 0.5, \"y\": 0.25, \"z\": 0, \"@right\": 0.5, \"color\": [0.25, 0.5, 2]}\n");
  // Maps keep their order, and so does the value.
  CHECK(sample("--map height2,value,@right").out.starts_with("x,y,z,height2,value,@right\n"));
  const auto row_of = [&](const std::string& maps) {
    const std::string out = sample("--map " + maps).out;
    return out.substr(out.rfind('\n', out.size() - 2) + 1);
  };
  const std::string last = row_of("value");
  const std::string number = last.substr(last.rfind(',') + 1, last.size() - last.rfind(',') - 2);
  CHECK(row_of("color,value,@right") == "0.5,0.25,0,0.25,0.5,2," + number + ",0.5\n");
  // The value is the same with and without its slope.
  const std::string plain = sample("").out, value = sample("--map value").out;
  CHECK(plain.starts_with("x,y,z,value,dx,dy,dz\n"));
  CHECK(value.starts_with("x,y,z,value\n"));
  const std::string row = value.substr(value.find('\n') + 1);
  CHECK(plain.find(row.substr(0, row.find('\n')) + ',') != std::string::npos);
  const auto first =
      nlohmann::json::parse(sample("--json").out.substr(0, sample("--json").out.find('\n')));
  CHECK(first.size() == 7);
  CHECK(first["dz"].is_number());
}

TEST_CASE("of a sphere, points are directions, and slopes are along it") {
  const auto sample = [](const std::string& points) {
    return RunLine("sample --noise gradient(latitude) --surface cube --points -", points);
  };
  CHECK(sample("0,0,-8\n1e300,0,1e300\n").out ==
        "x,y,z,value,dx,dy,dz\n0,0,-0.15915494309189535,0.5,0,-2,0\n"
        "0.11253953951963826,0,0.11253953951963826,0.5,0,-2,0\n");
  for (const char* points : {"1,2\n", "0,0,0\n"}) {
    CHECK(sample(points).status == 3);
    test::CheckMessage(sample(points).err, "-:1");
  }
}

TEST_CASE("what cannot be sampled is refused, and warnings are printed") {
  const Folder folder;
  WriteFile("m.json", kMapped);
  const auto fault = [](const std::string& map) {
    const Outcome outcome = RunLine("sample m.json --quiet --points - --map " + map, "0,0\n");
    CHECK(outcome.status == 2);
    CHECK(outcome.out == "");
    return outcome.err;
  };
  test::CheckMessage(fault("colour"), "--map ... color");
  test::CheckMessage(fault("@wrong"), "--map");
  test::CheckMessage(fault("normal"), "--map");
  test::CheckMessage(fault("both"), "--map");
  test::CheckMessage(fault("x --set maps.x=perlin(4)"), "--map");
  test::CheckMessage(fault("worn --set maps.worn=1-ao"), "--map ... reads ao ... cobble render");
  const auto unknown = [](const std::string& flags) {
    const Outcome outcome = RunLine("sample m.json --points - " + flags, "0,0\n");
    CHECK(outcome.status == 2);
    return outcome.err;
  };
  test::CheckMessage(unknown("--format json"), "--format ... --json for lines of JSON");
  for (const std::string flag : {"--output", "--out", "-o"})
    CHECK(unknown(flag + " x") ==
          "cobble: " + flag +
              ": unknown flag; points are printed to standard output: write "
              "> FILE at the end\n");
  test::CheckMessage(fault("color,color"), "--map");
  WriteFile("w.json", R"({"cobble": 1, "noise": "perlin", "nodes": {"rock": "voronoi"}})");
  test::CheckMessage(RunLine("sample w.json --points -", "0,0\n").err,
                     "warning: w.json:1:52: /nodes/rock");
  CHECK(RunLine("sample w.json --points - --map @rock", "0,0\n").err == "");
  CHECK(RunLine("sample w.json --points - --quiet", "0,0\n").err == "");
}

}  // namespace
}  // namespace cobble
