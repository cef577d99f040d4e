// Tests bad command lines: the exit status, the exact message, and that no file is left behind.
#include <doctest/doctest.h>
#include <sys/stat.h>

#include <span>
#include <string_view>

#include "support/harness.h"

namespace cobble {
namespace {

struct Bad {
  std::string_view line;  // after "cobble"
  int status;
  std::string_view error;  // after "cobble: "
};

constexpr Bad kUsage[] = {
    {"rendr", 2, R"(unknown command "rendr"; did you mean "render"?)"},
    {"paint", 2, R"(unknown command "paint"; see cobble --help)"},
    {"--bogus", 2, "--bogus: a command must come first; see cobble --help"},
    {"render", 2, "no recipe given; specify a file, --preset NAME or --noise NAME"},
    {"render good.json", 2, "no output given; specify one, as in -o NAME.png"},
    {"render good.json good.json -o a.png", 2,
     R"(unexpected argument "good.json"; see cobble render --help)"},
    {"render --preset marbel -o a.png", 2,
     R"(--preset: unknown preset "marbel"; did you mean "marble"?)"},
    {"render --preset zebra -o a.png", 2,
     R"(--preset: unknown preset "zebra"; see cobble list presets)"},
    {"render --seed 8 -o a.png", 2,
     "/noise: is required; name one with --noise NAME, or start from --preset NAME"},
    {"render --preset marble --preset clouds -o a.png", 2, "--preset: given more than once"},
    {"check --version=abc", 2, R"(--version: must be true or false, got "abc")"},
    {"render --frequncy 8 -o a.png", 2, R"(--frequncy: unknown flag; did you mean "--frequency"?)"},
    {"render --frequncy=8 -o a.png", 2, R"(--frequncy: unknown flag; did you mean "--frequency"?)"},
    {"render -frequency 8 -o a.png", 2, R"(-frequency: unknown flag; did you mean "--frequency"?)"},
    {"render good.json --qqqqqqqq -o a.png", 2,
     "--qqqqqqqq: unknown flag; see cobble render --help"},
    {"render good.json --threads 2 -x -o a.png", 2, "-x: unknown flag; see cobble render --help"},
    {"render good.json -o", 2, "-o: needs a value; write -o [MAP[,MAP...]=]FILE"},
    {"render good.json -o a.png --size", 2,
     "--size: needs a value; write --size WxH: one or two whole numbers from 1 to "
     "2147483647"},
    {"render good.json --size= -o a.png", 2,
     "--size: needs a value; write --size WxH: one or two whole numbers from 1 to "
     "2147483647"},
    {"render good.json --quiet= -o a.png", 2, "--quiet=: missing value after ="},
    {"render good.json --window 9000000000000000,0,4,4 --dry-run -o a.png", 2,
     "--window: reaches cells more than 2^40 cells from the origin, where fractional positions "
     "lose "
     "precision"},
    {"render good.json -o a.webp", 2,
     R"(-o a.webp: unknown suffix ".webp"; use one of .png, .exr, .tif, .tiff, .tga, .bmp, .jpg, )"
     R"(.jpeg, .hdr, .pfm, .r8, .r16, .raw, .r32, .zarr, or --format NAME)"},
    {"render good.json -o a.zar", 2, R"(-o a.zar: unknown suffix ".zar"; did you mean ".zarr"?)"},
    {"render good.json -o a.pgn", 2, R"(-o a.pgn: unknown suffix ".pgn"; did you mean ".png"?)"},
    {"render good.json -o a.d/b", 2,
     "-o a.d/b: has no suffix, so its format is unknown; use one of .png, .exr, .tif, .tiff, "
     ".tga, .bmp, .jpg, .jpeg, .hdr, .pfm, .r8, .r16, .raw, .r32, .zarr, or --format NAME"},
    {"render good.json -o .png", 2, "-o .png: has a suffix but no name"},
    {"render good.json -o -", 2,
     "-o -: standard output needs --format NAME; one of png, exr, tiff, tga, bmp, jpg, hdr, pfm, "
     "r8, "
     "r16, "
     "r32"},
    {"render good.json -o - -o - --format png", 2,
     "-o -: standard output is already used for -o -"},
    {"render good.json -o - --report - --format png", 2,
     "--report -: standard output is already used for -o -"},
    {"render good.json -o hieght=a.png", 2,
     R"(-o hieght=a.png: unknown map "hieght"; did you mean "height"?)"},
    {"render good.json -o height,nromal=a.png", 2,
     R"(-o height,nromal=a.png: unknown map "nromal"; did you mean "normal"?)"},
    {"render good.json -o height,height=a.png", 2,
     R"(-o height,height=a.png: names "height" twice)"},
    {"render good.json -o =a.png", 2,
     R"(-o =a.png: unknown map ""; the recipe has no "maps"; if = is part of the file name, )"
     "write ./=..."},
    {"render good.json -o height=", 2, "-o height=: has no file name"},
    {"render good.json -o height,normal=a.r32", 2,
     "-o height,normal=a.r32: R32 holds 1 map per file, not 2"},
    {"render good.json -o slope=a.png", 2,
     "-o slope=a.png: PNG cannot hold slope: its samples are 0..1; use .exr or .tif or .r32"},
    {"render good.json -o value=a.r16", 2,
     "-o value=a.r16: R16 cannot hold value: its samples are 0..1; use .exr or .tif or .hdr or "
     ".pfm or .r32"},
    {"render good.json --bits 12 -o a.png", 2,
     "-o a.png: PNG supports 8 or 16 bits per channel, not 12"},
    {"render good.json --bits 8 -o a.r16", 2,
     "-o a.r16: R16 supports 16 bits per channel, not 8; .png files have 8 bits"},
    {"render good.json --bits normal=8 -o a.png", 2,
     "--bits normal=8: no output contains this map"},
    {"render good.json --bits nrmal=8 -o a.png", 2,
     "--bits: unknown value \"nrmal\"; did you mean \"normal\"? (one of height, normal, slope, "
     "value, curvature, ao, bumpslopes)"},
    {"render good.json --bits 8.0 -o a.png", 2,
     R"(--bits: must be a whole number from 1 to 64, got "8.0")"},
    {"render good.json --format pgn -o -", 2,
     R"(--format: unknown value "pgn"; did you mean "png"? (one of png, exr, tiff, tga, bmp, jpg, )"
     "hdr, pfm, r8, r16, r32)"},
    {"render good.json --format r16 -o a.png", 2,
     "--format r16: no output uses it; each output has the suffix of another format"},
    {"render good.json --compression smal -o a.png", 2,
     R"(--compression: must be one of fast, small, none, got "smal"; did you mean "small"?)"},
    {"render good.json --compression small -o a.r16 -o a.tga", 2,
     "--compression small: no output uses it; only png, exr and tiff have compression levels"},
    {"render good.json --bits 16 -o slope=a.tif", 2,
     "-o slope=a.tif: TIFF cannot hold slope at 16 bits: its samples are 0..1; use 32 bits"},
    {"render good.json --bits 12 -o a.tiff", 2,
     "-o a.tiff: TIFF supports 8, 16 or 32 bits per channel, not 12"},
    {"render good.json --range none -o a.tif", 2,
     R"(-o a.tif: range "none" keeps the noise's values, but 16-bit tiff stores only 0..1; use )"
     "--bits 32, or set --range natural"},
    {"render good.json --compression none -o a.png", 2,
     "--compression none: png files are always compressed; only Zarr arrays and raw files are "
     "stored uncompressed"},
    {"render good.json --compression none -o a.r16", 2,
     "--compression none: no output uses it; only png, exr and tiff have compression levels"},
    {"render good.json --compression fast --compression small -o a.png", 2,
     "--compression: given more than once"},
    {"render good.json --range none -o a.png", 2,
     R"(-o a.png: range "none" keeps the noise's values, but png stores only 0..1; use a )"
     R"(float format, or set --range natural)"},
    {"render good.json -o a.png -o ./a.png", 2, "-o ./a.png: is the same file as -o a.png"},
    {"render good.json -o good.json --format r16", 2,
     "-o good.json: is the same file as the recipe good.json"},
    {"render good.json -o a.r16 -o a.r16.json --format r8", 2,
     "-o a.r16.json: is the same file as the sidecar of -o a.r16"},
    {"render good.json -o a.png --report a.png", 2, "--report a.png: is the same file as -o a.png"},
    {"render good.json --window 1,2,3 -o a.png", 2,
     R"(--window: must be four whole numbers X,Y,WIDTH,HEIGHT, got "1,2,3")"},
    {"render good.json --window 1,2,3,4,5 -o a.png", 2,
     R"(--window: must be four whole numbers X,Y,WIDTH,HEIGHT, got "1,2,3,4,5")"},
    {"render good.json --window 1,2,010,4 -o a.png", 2,
     R"(--window: must be four whole numbers X,Y,WIDTH,HEIGHT, got "1,2,010,4")"},
    {"render good.json --window 0,0,0,4 -o a.png", 2,
     R"(--window: must be X,Y from -9007199254740992 to 9007199254740992 and )"
     R"(WIDTH,HEIGHT from 1 to 2147483647, got "0,0,0,4")"},
    {"render good.json --threads -1 -o a.png", 2,
     R"(--threads: must be a whole number from 0 to 4096, got "-1")"},
    {"render good.json --threads 2 --threads 3 -o a.png", 2, "--threads: given more than once"},
    {"render good.json --max-pixels 0 -o a.png", 2,
     R"(--max-pixels: must be a whole number from 1 to 4611686018427387904, got "0")"},
    {"render good.json --progress alwys -o a.png", 2,
     R"(--progress: must be one of auto, always, never, got "alwys"; did you mean "always"?)"},
    {"render good.json --quiet=maybe -o a.png", 2,
     R"(--quiet: must be true or false, got "maybe")"},
    {"render good.json --set octaves -o a.png", 2,
     "--set octaves: must be PATH=VALUE; as in --set noise.octaves=5"},
    {"sample good.json", 2, "--points: is required; specify a CSV file, or - for standard input"},
    {"sample - --points -", 2, "--points -: standard input is already used for the recipe -"},
    {"check", 2, "no recipe given; specify one or more files"},
    {"check - good.json -", 2, "-: standard input can be read only once"},
    {"check good.json --size 4", 2, "--size: unknown flag; see cobble check --help"},
    {"show", 2, "no recipe given; specify a file, --preset NAME or --noise NAME"},
    {"list", 2,
     "no table given; specify one of noises, nodes, presets, fields, recipe, maps, formats, "
     "engines, simd"},
    {"list nosies", 2, R"(unknown table "nosies"; did you mean "noises"?)"},
    {"list fields maps", 2, R"(unexpected argument "maps"; see cobble list --help)"},
    {"list fields --jsn", 2, R"(--jsn: unknown flag; did you mean "--json"?)"},
    {"list fields --json --markdown", 2, "--markdown: is mutually exclusive with --json"},
    {"explain abs --json --markdown", 2, "--markdown: is mutually exclusive with --json"},
    {"explain", 2, "no type or key given; specify one, for example: cobble explain terrace"},
    {"explain terrace perlin", 2, R"(unexpected argument "perlin"; see cobble explain --help)"},
    {"explain terace", 2, R"(unknown type or key "terace"; did you mean "terrace"?)"},
    {"explain octves", 2, R"(unknown type or key "octves"; did you mean "octaves"?)"},
    {"explain weibul", 2, R"(unknown type or key "weibul"; did you mean "weibull"?)"},
    {"explain qqqqqq", 2,
     R"(unknown type or key "qqqqqq"; try cobble list noises, cobble list nodes or cobble list )"
     "fields"},
    {"explain noise.octves", 2, R"(noise.octves: unknown key "octves"; did you mean "octaves"?)"},
    {"explain nosie.octaves", 2, R"(nosie.octaves: unknown key "nosie"; did you mean "noise"?)"},
    {"explain distribution.alpa", 2,
     R"(distribution.alpa: unknown key "alpa"; did you mean "alpha"?)"},
    {"explain /nodes/a.b/octves", 2,
     R"(/nodes/a.b/octves: unknown key "octves"; did you mean "octaves"?)"},
    {"explain noise.octaves.x", 2, R"(noise.octaves.x: a plain value has no keys, got "x")"},
    {"explain noise.by.3", 2,
     R"(noise.by.3: an index into "by" must be a whole number from 0 to 2, got "3")"},
    {"explain noise.", 2, R"(noise.: unknown key "")"},
    {"show good.json --bounds=x", 2, R"(--bounds: must be true or false, got "x")"},
    {"schema x", 2, R"(unexpected argument "x"; see cobble schema --help)"},
    {"render good.json --max-pixels 1e-1 -o a.png", 2,
     R"(--max-pixels: must be a whole number from 1 to 4611686018427387904, got "1e-1")"},
    {"render good.json --max-pixels 1e19 -o a.png", 2,
     R"(--max-pixels: must be a whole number from 1 to 4611686018427387904, got "1e19")"},
    {"render good.json --max-pixels 1e1 -o a.png", 4,
     "good.json:1:23: /size: 40 x 30 pixels exceed the limit of 10; use --max-pixels N to raise "
     "the "
     "limit"},
    {"render good.json --max-cost 0 -o a.png", 2,
     R"(--max-cost: must be a number from 1 to 1e+30, got "0")"},
    {"render good.json --max-cost many -o a.png", 2,
     R"(--max-cost: must be a number from 1 to 1e+30, got "many")"},
    {"info", 2, "no file given; specify a picture"},
};
static_assert(std::size(kUsage) >= 30);

// Errors in recipe fields that flags set are reported at the flag.
constexpr Bad kFields[] = {
    {"render --noise perln -o a.png", 2,
     R"(--noise: unknown type "perln"; did you mean "perlin"?)"},
    {"render --turbulence loud --noise perlin -o a.png", 2,
     R"(--turbulence: must be one of "none", "absolute", "smooth", got "loud")"},
    {"render good.json --octaves 40 -o a.png", 2,
     "--octaves: must be a whole number from 1 to 32, got 40"},
    {"render good.json --octaves 010 -o a.png", 2,
     R"(--octaves: must be a whole number from 1 to 32, got "010")"},
    {"render good.json --size 0 -o a.png", 2,
     "--size: must be a whole number from 1 to 2147483647, got 0"},
    {"render good.json --tiling=maybe -o a.png", 2,
     R"(--tiling: must be true or false, got "maybe")"},
    {"show --noise smoothstep --low 1 --set noise.source=0", 2,
     R"(--low: sets "low" in "distribution", which is not used by "smoothstep" (hill uses it); )"
     "use --set noise.low=1"},
    {"render good.json --amount 3 -o a.png", 2,
     R"(--amount: "amount" is not used by "perlin" (warp uses it))"},
    {"render good.json --set noise.octves=5 -o a.png", 2,
     R"(--set noise.octves: unknown key "octves"; did you mean "octaves"?)"},
    {"render good.json --set noise.type=exp --set noise.source=80 -o a.png", 2,
     "--set noise.source: must be at most 69, got 80"},
    {"render good.json --set noise.type=divide --set noise.a=1 --set noise.b=0 -o a.png", 2,
     "--set noise.b: must not be 0"},
    {"render bad.json -o a.png", 3,
     "bad.json:2:50: /noise/octaves: must be a whole number from 1 to 32, got 40"},
    {"check bad.json", 3,
     "bad.json:2:50: /noise/octaves: must be a whole number from 1 to 32, got 40"},
};

constexpr Bad kFiles[] = {
    {"render nofile.json -o a.png", 5, "nofile.json: cannot read: No such file or directory"},
    {"render marble -o a.png", 5,
     "marble: cannot read: No such file or directory; did you mean --preset marble?"},
    {"render . -o a.png", 5, ".: cannot read: Is a directory"},
    {"render good.json -o nofolder/a.png", 5,
     "-o nofolder/a.png: cannot create: No such file or directory"},
    {"render good.json -o good.json/a.png", 5,
     "-o good.json/a.png: cannot create: Not a directory"},
    {"render good.json -o a.png --report nofolder/r", 5,
     "--report nofolder/r: cannot create: No such file or directory"},
    {"render good.json -o folder.png", 5, "-o folder.png: cannot create: Is a directory"},
    {"render good.json -o folder.png --dry-run", 5, "-o folder.png: cannot create: Is a directory"},
    {"render good.json -o nofolder/a.png --dry-run", 5,
     "-o nofolder/a.png: cannot create: No such file or directory"},
    {"render good.json -o a.png --report folder.png --dry-run", 5,
     "--report folder.png: cannot create: Is a directory"},
    {"render good.json -o old.png --no-clobber", 5,
     "-o old.png: cannot create (--no-clobber): File exists"},
    {"render good.json -o new.png --report old.png --no-clobber", 5,
     "--report old.png: cannot create (--no-clobber): File exists"},
    {"render good.json -o old.png --no-clobber --dry-run", 5,
     "-o old.png: cannot create (--no-clobber): File exists"},
    {"sample good.json --points nofile", 5, "nofile: cannot read: No such file or directory"},
    {"sample good.json --points .", 5, ".: cannot read: Is a directory"},
    {"info nofile", 5, "nofile: cannot read: No such file or directory"},
    {"info nofile.r16", 5, "nofile.r16: cannot read: No such file or directory"},
    {"info good.json", 3,
     "good.json: is not a picture that cobble reads; it reads .png, .exr, .tif, .tiff, .tga, .bmp, "
     ".jpg, .jpeg, .hdr, .pfm, .r8, .r16, .r32, .raw"},
    {"check nofile good.json", 5, "nofile: cannot read: No such file or directory"},
    {"check huge.json", 4,
     "huge.json:1:23: /size: 200000 x 200000 pixels exceed the limit of 17179869184; "
     "use --max-pixels N to raise the limit"},
    {"check /dev/zero", 3, "/dev/zero: has more than 1048576 bytes"},
    {"render good.json --size 200000 -o a.png", 4,
     "--size: 200000 x 200000 pixels exceed the limit of 17179869184; use --max-pixels N to raise "
     "the limit"},
    {"render good.json --size 200000 --window 0,0,4,4 --range fit -o a.png", 4,
     "--range: 200000 x 200000 pixels exceed the limit of 17179869184; use --max-pixels N to raise "
     "the limit"},
    {"render good.json --window 0,0,10,11 --max-pixels 109 -o a.png", 4,
     "--window: 10 x 11 pixels exceed the limit of 109; use --max-pixels N to raise the limit"},
    {"render good.json --max-cost 9599 -o a.png", 4,
     "good.json:1:23: /size: 9.6e+03 noise evaluations (1.2e+03 pixels, 8 per pixel) exceed the "
     "limit of "
     "9.6e+03; use --max-cost 9.6e+03 to raise the limit"},
    {"render good.json --window 0,0,4,4 --range fit --max-cost 9600 --dry-run -o a.png", 4,
     "--window: 9.73e+03 noise evaluations (1.22e+03 pixels, 8 per pixel) exceed the limit of "
     "9.6e+03; "
     "use --max-cost 9.8e+03 to raise the limit"},
    {"render good.json --samples 2 --max-cost 9600 -o a.png", 4,
     "--samples: 3.84e+04 noise evaluations (1.2e+03 pixels, 32 per pixel) exceed the limit of "
     "9.6e+03; use --max-cost 3.9e+04 to raise the limit"},
    {"render good.json --samples 9 -o a.png", 2,
     "--samples: must be a whole number from 1 to 8, got 9"},
    {"render good.json --samples 1.5 -o a.png", 2,
     "--samples: must be a whole number from 1 to 8, got 1.5"},
    {"render good.json --set samples=0 -o a.png", 2,
     "--set samples: must be a whole number from 1 to 8, got 0"},
    {"render good.json --max-pixels 1000 -o a.png", 4,
     "good.json:1:23: /size: 40 x 30 pixels exceed the limit of 1000; use --max-pixels N to raise "
     "the limit"},
};

void CheckErrors(std::span<const Bad> all) {
  Folder folder;
  WriteFile("good.json", kGoodRecipe);
  WriteFile("bad.json",
            "{\"cobble\": 1,\n \"noise\": {\"type\": \"perlin\",          \"octaves\": 40}}");
  WriteFile("huge.json", R"({"cobble": 1, "size": 200000, "noise": {"type": "value"}})");
  WriteFile("old.png", "old");
  REQUIRE(::mkdir("folder.png", 0777) == 0);
  const auto names = folder.Names();
  for (const Bad& bad : all) {
    CAPTURE(bad.line);
    const Outcome outcome = RunLine(bad.line);
    CHECK(outcome.status == bad.status);
    CHECK(outcome.err == "cobble: " + std::string(bad.error) + "\n");
    CHECK(outcome.out == "");
    CHECK(folder.Names() == names);
    CHECK(ReadAll("old.png") == "old");
  }
}

TEST_CASE("usage errors exit with 2 and name the argument") { CheckErrors(kUsage); }

TEST_CASE("errors in a field name its flag or its location in the file") { CheckErrors(kFields); }

TEST_CASE("file errors exit with 5, exceeded limits with 4") { CheckErrors(kFiles); }

TEST_CASE("all errors in a recipe are reported together, one per line") {
  Folder folder;
  WriteFile("bad.json", R"({"cobble": 1, "sed": 1, "noise": {"type": "perlin", "octaves": 0}})");
  const Outcome outcome = RunCobble({"check", "bad.json", "nofile"});
  CHECK(outcome.status == 3);  // the status of the first error
  CHECK(outcome.err ==
        "cobble: bad.json:1:15: /sed: unknown key \"sed\"; did you mean \"seed\"?\n"
        "cobble: bad.json:1:64: /noise/octaves: must be a whole number from 1 to 32, got 0\n"
        "cobble: nofile: cannot read: No such file or directory\n");
  CHECK(RunCobble({"check", "nofile", "bad.json"}).status == 5);
}

TEST_CASE("control characters in arguments are escaped, so a message stays on one line") {
  Folder folder;
  const Outcome outcome = RunCobble({"info", "a\nb\x1b[2J"});
  CHECK(outcome.status == 5);
  CHECK(outcome.err == "cobble: a\\x0Ab\\x1B[2J: cannot read: No such file or directory\n");
}

TEST_CASE("bidirectional and invisible characters are escaped") {
  Folder folder;
  CHECK(RunCobble({"info", "a\u202Eb\u2066c\u2069"}).err ==
        "cobble: a\\xE2\\x80\\xAEb\\xE2\\x81\\xA6c\\xE2\\x81\\xA9: cannot read: No such file or "
        "directory\n");
  CHECK(RunCobble({"info", "\u2027\u202F\u205F\u2070\u200A"}).err.find('\\') == std::string::npos);
  for (const std::string hidden : {"\u061C", "\u200B", "\u200F", "\u2028", "\u2029", "\u2060",
                                   "\u206F", "\uFEFF", "\U000E0001"})
    CHECK(RunCobble({"info", hidden}).err.starts_with("cobble: \\x"));
}

TEST_CASE("empty arguments are rejected with an error that names the flag") {
  Folder folder;
  WriteFile("good.json", kGoodRecipe);
  const auto error = [](const std::vector<std::string>& words, int status) {
    const Outcome outcome = RunCobble(words);
    CHECK(outcome.status == status);
    return outcome.err;
  };
  CHECK(error({"render", "good.json", "--preset", "", "-o", "a.png"}, 2) ==
        "cobble: --preset: must not be empty\n");
  CHECK(error({"render", "good.json", "--report", "", "-o", "a.png"}, 2) ==
        "cobble: --report: must not be empty\n");
  CHECK(error({"check", ""}, 5) == "cobble: \"\": cannot read: No such file or directory\n");
  CHECK(folder.Names() == std::vector<std::string>{"good.json"});
}

TEST_CASE("hints on tiling count one cell") {
  CHECK(RunCobble(
            SplitWords(
                "render --noise perlin --dimensions 1 --tiling --frequency 0.7 -o a.png --dry-run"))
            .err ==
        "cobble: --frequency: a tiled picture needs a whole number of cells along every axis, got "
        "0.7; "
        "use --extent 10,10 (7 cells), or --frequency 1 (1 cell)\n");
}

TEST_CASE("a flag's value may look like a flag after =") {
  const Outcome outcome = RunCobble({"show", "--noise", "perlin", "--size=--octaves"});
  CHECK(outcome.status == 2);
  CHECK(outcome.err.starts_with("cobble: --size: must be "));
  CHECK(Out("show --noise perlin --description=--size").find(R"("--size")") != std::string::npos);
}

}  // namespace
}  // namespace cobble
