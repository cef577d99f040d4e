// Tests what a command says to words and forms that other programs use, and its warnings.
#include <doctest/doctest.h>

#include <array>
#include <span>
#include <string>
#include <string_view>

#include "support/harness.h"

namespace cobble {
namespace {

struct Line {
  std::string_view words;  // after "cobble"
  std::string_view error;  // after "cobble: "
};

void CheckAll(std::span<const Line> lines) {
  const Folder folder;
  for (const Line& line : lines) {
    CAPTURE(line.words);
    const Outcome outcome = RunLine(line.words);
    CHECK(outcome.status == 2);
    CHECK(outcome.err == "cobble: " + std::string(line.error) + "\n");
    CHECK(outcome.out == "");
    CHECK(folder.Names().empty());
  }
}

constexpr Line kMissing[] = {
    {"show --noise perlin --turbulence --size 64",
     R"(--turbulence: needs a value, got the flag "--size"; write --turbulence NAME: one )"
     R"(of "none", "absolute", "smooth")"},
    {"show --noise",
     "--noise: needs a value; write --noise NAME: see cobble list noises and "
     "cobble list nodes"},
    {"show --noise voronoi --function",
     "--function: needs a value; write --function NAME: see cobble explain function"},
    {"render -o --size 4",
     R"(-o: needs a value, got the flag "--size"; write -o [MAP[,MAP...]=]FILE)"},
    {"render --size -o a.png", R"(--size: needs a value, got the flag "-o"; write --size )"
                               "WxH: one or two whole numbers from 1 to 2147483647"},
    {"render --seed --sead 3",
     R"(--seed: needs a value, got the flag "--sead"; write --seed N: a whole number from )"
     "0 to 4294967295"},
    {"show --noise perlin --size 512 512",
     R"(--size: unexpected "512" after "512"; write --size 512x512)"},
    {"show --noise perlin --size 512 x 256",
     R"(--size: unexpected "256" after "512"; write --size 512x256)"},
    {"show --noise perlin --size=512 256",
     R"(--size: unexpected "256" after "512"; write --size 512x256)"},
    {"show --noise perlin --translate 1 -2 3",
     R"(--translate: unexpected "-2" after "1"; write --translate 1,-2,3)"},
    {"show --noise perlin --range -1 1",
     R"(--range: unexpected "1" after "-1"; write --range -1,1)"},
    {"render --noise perlin --window 0 0 8 8 -o a.png",
     R"(--window: unexpected "0" after "0"; write --window 0,0,8,8)"},
    {"show --noise perlin --seed 1 2", R"(--seed: unexpected "2" after "1"; it takes one value)"},
    {"show --noise perlin --tiling yes", R"(--tiling: takes no value, got "yes"; write --tiling)"},
    {"show --noise perlin --tiling off",
     R"(--tiling: takes no value, got "off"; write --tiling=false)"},
    {"render --noise perlin -octaves 5", R"(-octaves: unknown flag; did you mean "--octaves"?)"},
    {"render --noise perlin -o normal a.png",
     "-o normal: names a map but no file; write -o normal=a.png"},
    {"show --noise perlin --size 512X512",
     R"(--size: must be one or two whole numbers from 1 to 2147483647, got "512X512"; as in )"
     "1024x512"},
    {"show --noise fractal",
     R"(--noise: /noise/source: is required by "fractal"; use --set noise.source.type=NAME)"},
    {"presets", R"(unknown command "presets"; use cobble list presets)"},
    {"render --help=x",
     R"(--help: unexpected "x" after it; write --help, or --help all for every flag)"},
};

TEST_CASE("a missing value, and numbers after a value, are answered with what to write") {
  CheckAll(kMissing);
}

TEST_CASE("a file may have a number as its name") {
  const Folder folder;
  WriteFile("512", kGoodRecipe);
  CHECK(RunCobble({"show", "--size", "64", "512"}).status == 0);
}

constexpr Line kFlags[] = {
    // Keys without a flag.
    {"show --kind ridged",
     R"(--kind: "kind" is a key without a flag; use --set noise.kind=ridged)"},
    {"show --kind=ridged",
     R"(--kind: "kind" is a key without a flag; use --set noise.kind=ridged)"},
    {"show --kind oval", R"(--kind: "kind" is a key without a flag; use --set noise.kind=VALUE)"},
    {"show --source perlin",
     R"(--source: "source" is a key without a flag; use --set noise.source=VALUE)"},
    {"show --noise perlin --kind ridged",
     R"(--kind: "kind" is a key without a flag, and no node of the recipe has it; it belongs to )"
     "fractal, gradient"},
    {"show --noise remap --set noise.source=0 --from 1,2",
     R"(--from: "from" is a key without a flag; use --set noise.from=1,2)"},
    {"show --strength 3", "--strength: unknown flag; use --normal-strength 3"},
    {"show --y down", "--y: unknown flag; use --normal-y down"},
    {"show --radius 0.1", "--radius: unknown flag; use --curvature-radius 0.1 or --ao-radius 0.1"},
    {"show --gain 0.4", "--gain: unknown flag; use --persistence X, or --set noise.gain=0.4"},
    {"show --noise perlin --gain 0.4", "--gain: unknown flag; use --persistence X"},
    // Words of the trade.
    {"show --width 512", "--width: unknown flag; use --size WxH, or --set noise.width=512"},
    {"show --noise perlin --width 512", "--width: unknown flag; use --size WxH"},
    {"show --noise perlin --height 512", "--height: unknown flag; use --size WxH"},
    {"show --noise perlin --offset 1,2", "--offset: unknown flag; use --translate X,Y[,Z]"},
    {"show --noise slope", R"(--noise: unknown type "slope"; did you mean "slope-of"?)"},
    {"show --noise curvature",
     R"(--noise: unknown type "curvature"; did you mean "curvature-of"?)"},
    {"show --noise herringbone",
     R"(--noise: unknown type "herringbone"; use --noise tiles --layout herringbone)"},
    {"show --noise basket", R"(--noise: unknown type "basket"; use --noise tiles --layout basket)"},
    {"show --noise ramp --set noise.source=0 --set noise.stops=[[0,0],[1,1]]",
     R"(--noise: is a colour, but a number is needed; use a "luminance" or "channel" node, or put )"
     R"(the node in "maps")"},
    {"show --worley", "--worley: unknown flag; use --noise voronoi"},
    {"show --cellular", "--cellular: unknown flag; use --noise voronoi"},
    {"show --noise perlin --fbm",
     "--fbm: unknown flag; use --noise perlin --octaves 5 (several octaves are fbm)"},
    {"show --ridged",
     "--ridged: unknown flag; use --noise fractal --set noise.kind=ridged --set "
     "noise.source.type=perlin"},
    {"show --billow",
     "--billow: unknown flag; use --noise perlin --octaves 5 --turbulence absolute"},
    {"show --noise perlin --tile", "--tile: unknown flag; use --tiling"},
    {"show --noise perlin --seamless", "--seamless: unknown flag; use --tiling"},
    {"show --noise perlin --opengl", "--opengl: unknown flag; use --normal-y up"},
    {"show --noise perlin --directx", "--directx: unknown flag; use --normal-y down"},
    {"show --noise perlin --min 0", "--min: unknown flag; use --range -1,1"},
    {"show --noise perlin --max 1", "--max: unknown flag; use --range -1,1"},
    {"show --noise perlin --lerp",
     R"(--lerp: unknown flag; the operation "mix" does that: see cobble explain mix)"},
    {"show --noise worley", R"(--noise: unknown type "worley"; did you mean "voronoi"?)"},
    {"show --type lerp", R"(--type: unknown type "lerp"; did you mean "mix"?)"},
    {"show --noise ridged", R"(--noise: unknown type "ridged"; use --noise fractal --set )"
                            "noise.kind=ridged --set noise.source.type=perlin"},
    {"show --noise zebra", R"(--noise: must be the name of a type, got "zebra"; see cobble list )"
                           "noises and cobble list nodes"},
    {"show --noise perlin --normal-y OpenGL",
     R"(--normal-y: must be one of "up", "down", got "OpenGL"; did you mean "up"?)"},
    // Names of other things.
    {"show --perlin", "--perlin: unknown flag; use --noise perlin"},
    {"plan r.json -o s.zarr --engine slurm", "--engine: unknown flag; use --scheduler NAME"},
    {"render --noise perlin --engine unity", "--engine: unknown flag; use --for ENGINE"},
    {"show --marble", "--marble: unknown flag; use --preset marble"},
    {"show --noise perlin --power 2",
     "--power: unknown flag; it is an operation on other nodes: see cobble explain power"},
    {"render --noise perlin --normal", "--normal: unknown flag; use -o normal=FILE"},
    {"render --noise perlin --png", "--png: unknown flag; use -o NAME.png"},
    {"render --noise perlin -o bump=a.png",
     R"(-o bump=a.png: unknown map "bump"; did you mean "height"?)"},
    {"explain marble",
     R"(unknown type or key "marble"; it is a preset: cobble show --preset marble prints it, )"
     "and cobble render --preset marble -o marble.png renders it"},
    {"explain worley", R"(unknown type or key "worley"; see cobble explain voronoi)"},
};

TEST_CASE("flags that do not exist are answered with the flag, key or type that is meant") {
  CheckAll(kFlags);
}

TEST_CASE("a key of other nodes is answered with its paths in the recipe") {
  const Folder folder;
  WriteFile("tree.json", R"({"cobble": 1, "noise": {"type": "subtract", "a": {"ref": "rock"},
      "b": {"type": "fractal", "source": {"type": "perlin"}}},
      "nodes": {"rock": {"type": "voronoi"}}})");
  const auto error = [](const std::string& words) {
    const Outcome outcome = RunLine("show tree.json " + words);
    CHECK(outcome.status == 2);
    return outcome.err;
  };
  CHECK(error("--frequency 8") ==
        "cobble: --frequency: \"frequency\" is not used by \"subtract\", the type of /noise; use "
        "--set noise.b.source.frequency=8 or --set nodes.rock.frequency=8, or --scale 2 to show "
        "twice as much\n");
  CHECK(error("--kind ridged") ==
        "cobble: --kind: \"kind\" is a key without a flag; use --set noise.b.kind=ridged\n");
  CHECK(error("--gain 3") ==
        "cobble: --gain: \"gain\" is a key without a flag; use --set "
        "noise.b.gain=3\n");
  CHECK(error("--jitter 1") ==
        "cobble: --jitter: \"jitter\" is not used by \"subtract\", the type of /noise; use --set "
        "nodes.rock.jitter=1\n");
  CHECK(error("--alpha 1") ==
        "cobble: --alpha: sets \"alpha\" in \"distribution\", which is not used by \"subtract\" "
        "(hill "
        "uses it)\n");
  CHECK(Out("show tree.json --set jitter=0.5 --set kind=ridged").find("\"ridged\"") !=
        std::string::npos);
}

TEST_CASE("JSON keys and values of the trade are answered in JSON") {
  const auto error = [](const std::string& text) {
    const Outcome outcome = RunCobble({"check", "-"}, text);
    CHECK(outcome.status == 3);
    return outcome.err;
  };
  const std::string noise = R"(, "noise": {"type": "perlin"}})";
  CHECK(error(R"({"cobble": 1, "width": 512)" + noise) ==
        "cobble: -:1:15: /width: unknown key \"width\"; use \"size\"\n");
  CHECK(error(R"({"cobble": 1, "domain": {"offset": [1, 2]})" + noise) ==
        "cobble: -:1:26: /domain/offset: unknown key \"offset\"; use \"translate\"\n");
  CHECK(error(R"({"cobble": 1, "normal": {"y": "directx"})" + noise) ==
        "cobble: -:1:31: /normal/y: must be one of \"up\", \"down\", got \"directx\"; did you mean "
        "\"down\"?\n");
  CHECK(
      error(R"({"cobble": 1, "noise": {"type": "perlin", "offset": [1, 2]}})") ==
      "cobble: -:1:43: /noise/offset: \"offset\" is not used by \"perlin\" (fractal uses it); use "
      "\"translate\" in \"domain\"\n");
  CHECK(error(R"({"cobble": 1, "noise": {"type": "lerp", "a": 0, "b": 1, "by": 0.5}})") ==
        "cobble: -:1:33: /noise/type: unknown type \"lerp\"; did you mean \"mix\"?\n");
}

TEST_CASE("help and version are commands") {
  CHECK(Out("help") == Out("--help"));
  CHECK(Out("help help") == Out("--help"));
  CHECK(Out("help render") == Out("render --help"));
  CHECK(Out("help explain") == Out("explain --help"));
  CHECK(Out("help render all") == Out("render --help all"));
  CHECK(Out("version") == Out("--version"));
  CheckAll(std::to_array<Line>(
      {{"help rendr", R"(unknown command "rendr"; did you mean "render"?)"},
       {"help render x", R"(unexpected argument "x"; see cobble --help)"},
       {"help render al", R"(unexpected argument "al"; did you mean "all"?)"},
       {"--help all", R"(a command must come before "all"; as in cobble help render all)"},
       {"help render all x", R"(unexpected argument "x"; see cobble --help)"},
       {"version x", R"(unexpected argument "x"; see cobble version --help)"},
       {"versoin", R"(unknown command "versoin"; did you mean "version"?)"}}));
}

TEST_CASE("a file name near a preset's leads to --preset") {
  const Folder folder;
  CHECK(RunCobble({"render", "marbel", "-o", "a.png"}).err ==
        "cobble: marbel: cannot read: No such file or directory; did you mean --preset marble?\n");
  CHECK(RunCobble({"render", "perlin", "-o", "a.png"}).err ==
        "cobble: perlin: cannot read: No such file or directory; did you mean --noise perlin?\n");
  // check has no --preset.
  CHECK(RunCobble({"check", "marble"}).err ==
        "cobble: marble: cannot read: No such file or directory\n");
}

}  // namespace
}  // namespace cobble
