// The house's rules, read off its sources: which folder may include what, and how files look.
#include <doctest/doctest.h>
#include <fnmatch.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include "test_paths.h"

namespace cobble::test {
namespace {

namespace fs = std::filesystem;
using std::string_literals::operator""s;

const fs::path kRoot = COBBLE_SOURCE_DIR;

// Whom each folder of src may know, besides itself.
const std::map<std::string, std::set<std::string>> kMayKnow{
    {"core", {}},
    {"noise", {"core"}},
    {"recipe", {"core"}},
    {"program", {"core", "noise", "recipe"}},
    {"nodes", {"core", "noise", "recipe", "program"}},
    {"render", {"core", "noise", "recipe", "program"}},
    {"output", {"core"}},
    {"jobs", {"core", "recipe", "program", "render", "output"}},
    {"cli", {"core", "noise", "recipe", "program", "render", "output", "jobs"}}};

// The folder that a public header speaks for.
const std::map<std::string, std::string> kPublicHeaders{
    {"cobble/enums.h", "core"},       {"cobble/error.h", "core"},
    {"cobble/export.h", "core"},      {"cobble/image.h", "core"},
    {"cobble/version.h", "core"},     {"cobble/recipe.h", "recipe"},
    {"cobble/recipe_io.h", "recipe"}, {"cobble/program.h", "program"},
    {"cobble/render.h", "render"},    {"cobble/encode.h", "jobs"}};

// Headers that are not standard C++, and the files of src that may include them; both as patterns.
struct Library {
  std::string headers;
  std::vector<std::string> users;
};
const std::vector<Library> kLibraries{{"hwy/*", {"core/simd*", "noise/*", "render/*", "output/*"}},
                                      {"tbb/*", {"render/parallel*"}},
                                      {"oneapi/tbb/*", {"render/parallel*"}},
                                      {"oneapi/tbb.h", {"render/parallel*"}},
                                      {"thread", {"render/parallel*", "render/crew*"}},
                                      {"nlohmann/*", {"cli/*"}},
                                      {"isa-l/*", {"output/*"}},
                                      {"isa-l.h", {"output/*"}},
                                      {"zlib.h", {"output/*"}},
                                      {"OpenEXR/*", {"output/exr*"}},
                                      {"stb/*", {"output/stb.cpp"}},
                                      {"CLI/*", {"cli/*"}},
                                      {"fmt/*", {"*.cpp"}},
                                      {"unistd.h", {"output/sink*", "cli/*"}},
                                      {"fcntl.h", {"output/sink*", "cli/*"}},
                                      {"signal.h", {"output/sink*", "cli/*"}},
                                      {"poll.h", {"output/sink*", "cli/*"}},
                                      {"linux/*", {"output/sink*"}},
                                      {"sys/*", {"output/sink*", "cli/*"}}};

// What the top of the project holds, besides what .gitignore names.
const std::set<std::string> kTop{
    ".ci",     ".clang-format", ".git", ".gitignore", "CMakeLists.txt", "CMakePresets.json",
    "LICENSE", "README.md",     "docs", "include",    "presets",        "scripts",
    "src",     "tests"};

constexpr std::size_t kMaxLines = 450, kMaxColumns = 100;

bool Matches(const std::string& pattern, const std::string& text) {
  return fnmatch(pattern.c_str(), text.c_str(), 0) == 0;
}

std::vector<std::string> Lines(const fs::path& path) {
  std::ifstream file(path);
  std::vector<std::string> lines;
  for (std::string line; std::getline(file, line);) lines.push_back(line);
  return lines;
}

// A C++ file: where it is ("src", "core/size.h") and what it says.
struct Source {
  std::string tree, name;
  std::vector<std::string> lines;

  std::string Folder() const { return name.substr(0, name.find('/')); }
  bool IsHeader() const { return name.ends_with(".h"); }
  std::string Path() const { return tree + "/" + name; }
};

std::vector<Source> SourcesIn(const std::string& tree) {
  std::vector<Source> sources;
  for (const auto& entry : fs::recursive_directory_iterator(kRoot / tree)) {
    const std::string suffix = entry.path().extension().string();
    if (suffix != ".h" && suffix != ".cpp") continue;
    sources.push_back(
        {tree, fs::relative(entry.path(), kRoot / tree).generic_string(), Lines(entry.path())});
  }
  CHECK_MESSAGE(!sources.empty(), "nothing found in " << tree);
  return sources;
}

std::vector<Source> AllSources() {
  std::vector<Source> all;
  for (const char* tree : {"src", "include", "tests"})
    std::ranges::move(SourcesIn(tree), std::back_inserter(all));
  return all;
}

std::vector<std::string> IncludesOf(const Source& source) {
  static const std::regex include(R"re(^\s*#\s*include\s*["<]([^">]+)[">].*)re");
  std::vector<std::string> found;
  for (const std::string& line : source.lines)
    if (std::smatch match; std::regex_match(line, match, include)) found.push_back(match[1]);
  return found;
}

// The folder of src that a header belongs to; empty: to none of them.
std::string FolderOf(const std::string& header) {
  if (const auto it = kPublicHeaders.find(header); it != kPublicHeaders.end()) return it->second;
  const std::string folder = header.substr(0, header.find('/'));
  return kMayKnow.contains(folder) ? folder : "";
}

const Library* LibraryOf(const std::string& header) {
  for (const Library& library : kLibraries)
    if (Matches(library.headers, header)) return &library;
  return nullptr;
}

bool IsStandard(const std::string& header) {
  return header.find_first_of("./") == std::string::npos;
}

// The folder inside noise/ that a path names; empty: the file stands in noise/ itself.
std::string NoiseFolderOf(const std::string& path) {
  const std::size_t begin = path.find('/') + 1, end = path.find('/', begin);
  return end == std::string::npos ? "" : path.substr(begin, end - begin);
}

// Why a file of noise/ may not include another one; empty: it may. A family knows the contract
// (kernel.h), sampling/ and math/, but no other family.
std::string WhyNotInNoise(const std::string& name, const std::string& header) {
  const std::string from = NoiseFolderOf(name), to = NoiseFolderOf(header);
  if (from == to) return "";
  if (from.empty()) return "noise/ itself knows no folder inside";
  if (to == "math") return "";
  if (from == "math") return "math knows math alone";
  if (header == "noise/kernel.h") return "";
  if (to == "sampling") return "";
  return from + " does not know " + (to.empty() ? header : to);
}

// Why a file of src may not include `header`; empty: it may.
std::string WhyNotInclude(const Source& source, const std::string& header) {
  if (const std::string folder = FolderOf(header); !folder.empty()) {
    if (folder == "noise" && source.Folder() == "noise") return WhyNotInNoise(source.name, header);
    const auto& known = kMayKnow.at(source.Folder());
    if (folder == source.Folder() || known.contains(folder)) return "";
    return source.Folder() + " does not know " + folder;
  }
  if (const Library* library = LibraryOf(header)) {
    const bool may = std::ranges::any_of(
        library->users, [&](const std::string& user) { return Matches(user, source.name); });
    return may ? "" : "that library has other places";
  }
  return IsStandard(header) ? "" : "neither of the house, nor standard, nor a library of its";
}

TEST_CASE("dependencies point one way, and each library has its place") {
  for (const Source& source : SourcesIn("src")) {
    REQUIRE_MESSAGE(kMayKnow.contains(source.Folder()), "no such folder: " << source.name);
    for (const std::string& header : IncludesOf(source)) {
      const std::string why = WhyNotInclude(source, header);
      CHECK_MESSAGE(why.empty(), source.Path() << " includes " << header << ": " << why);
    }
  }
}

TEST_CASE("the rules of includes tell right from wrong") {
  const auto allowed = [](const char* name, const char* header) {
    return WhyNotInclude({"src", name, {}}, header).empty();
  };
  CHECK(allowed("program/compile.cpp", "noise/kernel.h"));
  CHECK(allowed("output/png.cpp", "zlib.h"));
  CHECK(allowed("core/simd-inl.h", "hwy/highway.h"));
  CHECK_FALSE(allowed("noise/catalog.cpp", "cobble/recipe.h"));
  CHECK_FALSE(allowed("noise/kernel.h", "program/program_impl.h"));
  CHECK_FALSE(allowed("output/png.cpp", "render/render_bands.h"));
  CHECK_FALSE(allowed("jobs/admission.cpp", "cli/streams.h"));
  CHECK_FALSE(allowed("render/render.cpp", "cobble/encode.h"));
  CHECK_FALSE(allowed("core/size.h", "hwy/highway.h"));
  CHECK_FALSE(allowed("core/size.h", "fmt/format.h"));
  CHECK_FALSE(allowed("program/compile.cpp", "nlohmann/json.hpp"));
  CHECK_FALSE(allowed("recipe/json.cpp", "nlohmann/json.hpp"));
  CHECK_FALSE(allowed("render/render.cpp", "thread"));
  CHECK_FALSE(allowed("render/render.cpp", "tbb/parallel_for.h"));
  CHECK_FALSE(allowed("noise/lattice/lattice.h", "immintrin.h"));
  CHECK(allowed("output/exr_header.cpp", "OpenEXR/openexr.h"));
  CHECK_FALSE(allowed("output/png.cpp", "OpenEXR/openexr.h"));
  CHECK(allowed("output/stb.cpp", "stb/stb_image_write.h"));
  CHECK_FALSE(allowed("output/stb.h", "stb/stb_image_write.h"));
}

TEST_CASE("the rules of includes tell the folders of noise apart") {
  const auto allowed = [](const char* name, const char* header) {
    return WhyNotInclude({"src", name, {}}, header).empty();
  };
  CHECK(allowed("noise/lattice/grid-inl.h", "noise/lattice/rows-inl.h"));
  CHECK(allowed("noise/lattice/lattice.h", "noise/kernel.h"));
  CHECK(allowed("noise/lattice/grid-inl.h", "noise/sampling/scratch.h"));
  CHECK(allowed("noise/steps/kernels_pointwise.cpp", "noise/math/fade-inl.h"));
  CHECK(allowed("noise/sampling/points-inl.h", "noise/math/turbulence-inl.h"));
  CHECK(allowed("noise/sampling/scratch.h", "noise/kernel.h"));
  CHECK(allowed("noise/math/gradient-inl.h", "noise/math/hash-inl.h"));
  CHECK(allowed("program/octaves.cpp", "noise/math/hash.h"));
  CHECK_FALSE(allowed("noise/cell/nearest-inl.h", "noise/voronoi/nearest-inl.h"));
  CHECK_FALSE(allowed("noise/steps/kernels_pointwise.cpp", "noise/lattice/points-inl.h"));
  CHECK_FALSE(allowed("noise/sampling/nearest-inl.h", "noise/voronoi/voronoi.h"));
  CHECK_FALSE(allowed("noise/math/metric-inl.h", "noise/sampling/points-inl.h"));
  CHECK_FALSE(allowed("noise/math/hash.h", "noise/kernel.h"));
  CHECK_FALSE(allowed("noise/hill/hill.h", "noise/catalog.h"));
  CHECK_FALSE(allowed("noise/kernel.h", "noise/math/hash.h"));
  CHECK_FALSE(allowed("noise/kernel.h", "noise/lattice/lattice.h"));
}

// What stands at the edge of a public header: declarations that are no function of the library, or
// one that a shared library shows.
TEST_CASE("a public function is exported") {
  const std::regex known(
      "(COBBLE_EXPORT |inline |constexpr |template |namespace |using |struct |class |enum |[#/ "
      "}]).*");
  CHECK(std::regex_match("COBBLE_EXPORT Image RenderImage(", known));
  CHECK_FALSE(std::regex_match("Image RenderImage(", known));
  for (const Source& source : SourcesIn("include")) {
    bool in_template = false;  // whose body, or whose mark, follows
    for (const std::string& line : source.lines) {
      const bool is_known = line.empty() || std::regex_match(line, known);
      CHECK_MESSAGE((is_known || in_template), source.Path() << ": " << line);
      in_template = line.starts_with("template ");
    }
  }
}

TEST_CASE("the public headers include only each other and the standard library") {
  for (const Source& source : SourcesIn("include")) {
    CHECK_MESSAGE(kPublicHeaders.contains(source.name), source.name << " has no folder");
    for (const std::string& header : IncludesOf(source))
      CHECK_MESSAGE((IsStandard(header) || kPublicHeaders.contains(header)),
                    source.Path() << " includes " << header);
  }
}

// Whoever calls the library knows its options by their names; cli/flag_errors.h turns them into
// flags. What stays is the table of fields, which says what a field's flag is called.
TEST_CASE("the library speaks of no flag") {
  const std::regex flag(R"re(^[^"]*("[^"]*"[^"]*)*"[^"]*--[a-z])re");
  const std::regex row(R"re(\.(flag|alias) = "--[a-z-]+")re");
  const auto names_flag = [&](const std::string& line) {
    return std::regex_search(std::regex_replace(line, row, ""), flag);
  };
  CHECK(names_flag("  throw Error(ErrorKind::kUsage, \"--simd\", message);"));
  CHECK(names_flag("  Fail(\"create\", \"cannot create (--no-clobber)\");"));
  CHECK_FALSE(names_flag("     .fallback = \"0\", .flag = \"--seed\", .help = \"another seed\","));
  CHECK_FALSE(names_flag("  while (code[\"a\"]) --length;"));
  for (const Source& source : SourcesIn("src")) {
    if (source.Folder() == "cli") continue;
    for (const std::string& line : source.lines)
      CHECK_MESSAGE(!names_flag(line.substr(0, line.find("//"))), source.Path() << ": " << line);
  }
}

// Pixels, and the constants of programs, must be the same bits whatever C library is there.
TEST_CASE("no function of the C library's mathematics is on the way of a pixel") {
  const std::regex libm(
      R"((^|[^\w.])(std::)?(a?(sin|cos|tan)h?|atan2|exp2?|expm1|log(2|10|1p)?|pow|cbrt|hypot)f?\()"
      R"(|(^|[^\w.])(std::)?(fma|erfc?|[tl]gamma)f?\()");
  CHECK(std::regex_search("  y = std::sin(x);", libm));
  CHECK_FALSE(std::regex_search("  SinCosDegrees(x)", libm));
  for (const Source& source : SourcesIn("src")) {
    if (!std::set{"core"s, "noise"s, "program"s, "render"s}.contains(source.Folder())) continue;
    for (const std::string& line : source.lines)
      CHECK_MESSAGE(!std::regex_search(line.substr(0, line.find("//")), libm), source.Path()
                                                                                   << ": " << line);
  }
}

// Sides of pictures come from recipes: what is as large as their product is a Size, or a double.
// What stays is bytes of a row, or a place in a buffer that a Size has measured.
TEST_CASE("no product with a side of a picture can overflow unseen") {
  const std::regex product(R"((\b(width|height)_?\b\)* \* )|( \* [^,;]*\b(width|height)_?\b))");
  const std::set<std::string> measured{
      "  const auto row_bytes = static_cast<std::size_t>(width_) * sizeof(float);",
      "  for (std::size_t left = Blocks(height_) * kPlaceBytes; left > 0;) {",
      "    out += sample * static_cast<std::size_t>(width_);"};
  const auto overflows = [&](const std::string& line) {
    const std::string code = line.substr(0, line.find("//"));
    const bool is_safe =
        code.find("Size(") != std::string::npos || code.find("double") != std::string::npos;
    return std::regex_search(code, product) && !is_safe && !measured.contains(line);
  };
  CHECK(overflows("  const int64_t pixels = window.width * window.height;"));
  CHECK(overflows("  std::vector<float> samples(static_cast<std::size_t>(spec.height) * 3);"));
  CHECK_FALSE(overflows("  const Size pixels = Size(window.width) * Size(window.height);"));
  for (const Source& source : SourcesIn("src")) {
    if (!std::set{"cli"s, "jobs"s, "output"s, "render"s}.contains(source.Folder())) continue;
    for (const std::string& line : source.lines)
      CHECK_MESSAGE(!overflows(line), source.Path() << ": " << line);
  }
}

TEST_CASE("files open with what they are, and are no longer or wider than a reader likes") {
  for (const Source& source : AllSources()) {
    INFO(source.Path());
    REQUIRE(!source.lines.empty());
    CHECK(source.lines[0].starts_with("// "));
    CHECK(source.lines.size() <= kMaxLines);
    for (const std::string& line : source.lines) {
      const auto columns = std::ranges::count_if(line, [](char c) { return (c & 0xC0) != 0x80; });
      CHECK_MESSAGE(static_cast<std::size_t>(columns) <= kMaxColumns, line);
    }
  }
}

// core/size.h -> COBBLE_CORE_SIZE_H_, also for include/cobble/size.h -> COBBLE_SIZE_H_.
std::string GuardOf(const Source& source) {
  std::string guard = source.tree == "include" ? "" : "COBBLE_";
  if (source.tree == "tests") guard += "TESTS_";
  for (const char c : source.name)
    guard += std::isalnum(static_cast<unsigned char>(c))
                 ? static_cast<char>(std::toupper(static_cast<unsigned char>(c)))
                 : '_';
  return guard + "_";
}

TEST_CASE("headers are guarded by their path") {
  for (const Source& source : AllSources()) {
    if (!source.IsHeader()) continue;
    INFO(source.Path());
    const std::string guard = GuardOf(source);
    // A -inl.h is included once a SIMD target; its guard toggles.
    const std::string opening = source.name.ends_with("-inl.h")
                                    ? "#if defined(" + guard + ") == defined(HWY_TARGET_TOGGLE)"
                                    : "#ifndef " + guard;
    CHECK(std::ranges::count(source.lines, opening) == 1);
    CHECK(std::ranges::count(source.lines, "#define " + guard) == 1);
  }
}

// The names that .gitignore leaves out at the top: "/build*/" as "build*".
std::vector<std::string> Ignored() {
  std::vector<std::string> patterns;
  for (std::string line : Lines(kRoot / ".gitignore")) {
    if (line.starts_with('/')) line.erase(0, 1);
    if (line.ends_with('/')) line.pop_back();
    if (!line.empty() && line[0] != '#') patterns.push_back(line);
  }
  return patterns;
}

TEST_CASE("the top of the project holds what belongs there and nothing else") {
  const std::vector<std::string> ignored = Ignored();
  for (const auto& entry : fs::directory_iterator(kRoot)) {
    const std::string name = entry.path().filename().string();
    const bool left_out = std::ranges::any_of(
        ignored, [&](const std::string& pattern) { return Matches(pattern, name); });
    CHECK_MESSAGE((left_out || kTop.contains(name)), name << " does not belong there");
  }
}

}  // namespace
}  // namespace cobble::test
