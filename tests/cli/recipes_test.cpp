// Malformed recipes, each with the exit status, location and message expected from `check` and
// `render`.
#include <doctest/doctest.h>

#include <string>
#include <string_view>

#include "support/harness.h"

namespace cobble {
namespace {

// In `text`, @ is replaced by the start of a valid recipe.
struct Malformed {
  std::string_view text;
  int status;
  std::string_view location;  // the text between "cobble: -:" and the message
  std::string_view message;
};

constexpr std::string_view kStart = R"("cobble":1,"noise":{"type":"perlin"})";

constexpr Malformed kMalformed[] = {
    // Not JSON.
    {"", 3, "1:1", "unexpected end of input, expected a value"},
    {"{", 3, "1:2", "unexpected end of input, expected a key in quotes"},
    {"{@", 3, "1:38", R"(unexpected end of input, expected "," or "}")"},
    {"{@,}", 3, "1:38", R"(trailing comma before "}")"},
    {"{@}}", 3, "1:39", R"(unexpected "}", expected end of input)"},
    {"{@ seed: 1}", 3, "1:39", R"(missing comma before "seed")"},
    {"{@,'seed': 1}", 3, "1:39", "single quotes around text"},
    {R"({@,"seed" 1})", 3, "1:46", R"(unexpected "1", expected ":")"},
    {R"({@,"seed":})", 3, "1:46", R"(unexpected "}", expected a value)"},
    {R"({@,"seed":01})", 3, "1:46", R"(unexpected "01")"},
    {R"({@,"seed":+1})", 3, "1:46", R"("+1" is not a JSON value)"},
    {R"({@,"seed":0x1})", 3, "1:46", R"(unexpected "0x1")"},
    {R"({@,"seed":NaN})", 3, "1:46", R"("NaN" is not a JSON value)"},
    {R"({@,"seed":1e999})", 3, "1:46: /seed", "must be a finite number, got 1e999"},
    {R"({@,"seed":tru})", 3, "1:46", R"("tru" is not a JSON value)"},
    {R"({@,"description":"a)", 3, "1:53", "unterminated string"},
    {"{@,\"description\":\"a\nb\"}", 3, "1:53", "a string cannot contain control characters"},
    {R"({@,"description":"\q"})", 3, "1:53", "a backslash must be followed by"},
    {R"({@,"description":"\u12"})", 3, "1:53", "must be followed by four hex digits"},
    {R"({@,"description":"\ud800"})", 3, "1:53", "must come in pairs"},
    {"{@,\"description\":\"\xFF\"}", 3, "1:54", "contains invalid UTF-8"},
    {"{@,\"description\":\"\xC0\x80\"}", 3, "1:54", "contains invalid UTF-8"},
    {"{@ /* no end }", 3, "1:39", "unterminated comment"},
    {"{@ / }", 3, "1:39", R"(unexpected "/": a comment starts with // or /*)"},
    {"\xEF\xBB{}", 3, "1:1", "contains invalid UTF-8"},
    // Valid JSON, but not a recipe.
    {"[]", 3, "1:1", "must be an object, got []"},
    {"null", 3, "1:1", "must be an object, got null"},
    {R"("perlin")", 3, "1:1", R"(must be an object, got "perlin")"},
    {"{}", 3, "1:1: /cobble", "is required: the format version, 1"},
    {R"({"cobble":1})", 3, "1:1: /noise", "is required"},
    {R"({"noise":{"type":"perlin"}})", 3, "1:1: /cobble", "is required"},
    {R"({"cobble":2,"noise":{"type":"perlin"}})", 3, "1:11: /cobble", "must be 1, got 2"},
    // Keys.
    {R"({@,"sed":1})", 3, "1:39: /sed", R"(unknown key "sed"; did you mean "seed"?)"},
    {R"({@,"":1})", 3, "1:39: /", R"(unknown key "")"},
    {R"({@,"seed":1,"seed":2})", 3, "1:48: /seed", R"(duplicate key "seed", first at 1:39)"},
    {R"({@,"octaves":1})", 3, "1:39: /octaves", R"(it belongs in "noise")"},
    {"{@,\"a\\u001b[2J\":1}", 3, "1:39: /a\\x1B[2J", "unknown key"},
    {R"({@,"a/b~":1})", 3, "1:39: /a~1b~0", "unknown key"},
    {R"({"cobble":1,"noise":{"type":"perlin","jitter":1}})", 3, "1:38: /noise/jitter",
     R"("jitter" is not used by "perlin" (voronoi uses it))"},
    {R"({"cobble":1,"noise":{"type":"cell","weights":[1],"function":"F1"}})", 3,
     "1:46: /noise/weights", R"("weights" is mutually exclusive with "function")"},
    {R"({"cobble":1,"noise":{"type":"hill","sizes":[1],"waves":3}})", 3, "1:44: /noise/sizes",
     R"("sizes" is mutually exclusive with "waves")"},
    {R"({"cobble":1,"noise":{"type":"hill","distribution":{"type":"normal","mean":0}}})", 3,
     "1:51: /noise/distribution/deviation", "is required by \"normal\""},
    // Values of top-level keys.
    {R"({@,"size":0})", 3, "1:46: /size", "must be a whole number from 1"},
    {R"({@,"size":[1,2,3]})", 3, "1:46: /size", "must be one or two whole numbers"},
    {R"({@,"size":[4,-1]})", 3, "1:49: /size/1", "must be a whole number from 1"},
    {R"({@,"size":1e10})", 3, "1:46: /size", "must be a whole number from 1 to 2147483647"},
    {R"({@,"size":"4x4"})", 3, "1:46: /size", "must be one or two whole numbers"},
    {R"({@,"seed":-1})", 3, "1:46: /seed", "must be a whole number from 0"},
    {R"({@,"seed":4294967296})", 3, "1:46: /seed", "must be a whole number from 0"},
    {R"({@,"seed":0.5})", 3, "1:46: /seed", "must be a whole number from 0"},
    {R"({@,"tiling":1})", 3, "1:48: /tiling", "must be true or false, got 1"},
    {R"({@,"description":5})", 3, "1:53: /description", "must be text in UTF-8, got 5"},
    {R"({@,"range":"fitt"})", 3, "1:47: /range", R"(did you mean "fit"?)"},
    {R"({@,"range":[1,1]})", 3, "1:47: /range", "two numbers at least 1e-9 apart"},
    {R"({@,"range":[1]})", 3, "1:47: /range", "two numbers at least 1e-9 apart"},
    {R"({@,"domain":[]})", 3, "1:48: /domain", "must be an object, got []"},
    {R"({@,"domain":{"scale":0}})", 3, "1:57: /domain/scale", "not 0, got 0"},
    {R"({@,"domain":{"extent":[1,0]}})", 3, "1:61: /domain/extent/1",
     "must be a number greater than 0"},
    {R"({@,"domain":{"rotate":[45,0]}})", 3, "1:58: /domain/rotate",
     "must be one or three numbers"},
    {R"({@,"domain":{"translate":[0,0,2e12]}})", 3, "1:66: /domain/translate/2", "from -1e12"},
    {R"({@,"normal":{"y":"left"}})", 3, "1:53: /normal/y", R"(must be one of "up", "down")"},
    // Nodes.
    {R"({"cobble":1,"noise":5})", 3, "1:21: /noise", "must be an object with a \"type\""},
    {R"({"cobble":1,"noise":{}})", 3, "1:21: /noise/type",
     "is required: the name of a type; see cobble list noises"},
    {R"({"cobble":1,"noise":{"type":"perlim"}})", 3, "1:29: /noise/type",
     R"(did you mean "perlin"?)"},
    {R"({"cobble":1,"noise":{"type":7}})", 3, "1:29: /noise/type",
     "must be the name of a type, got 7"},
    {R"({"cobble":1,"noise":{"type":"value","octaves":33}})", 3, "1:47: /noise/octaves",
     "must be a whole number from 1 to 32, got 33"},
    {R"({"cobble":1,"noise":{"type":"value","octaves":1.5}})", 3, "1:47: /noise/octaves",
     "must be a whole number from 1 to 32, got 1.5"},
    {R"({"cobble":1,"noise":{"type":"value","octaves":null}})", 3, "1:47: /noise/octaves",
     "must be a whole number from 1 to 32, got null"},
    {R"({"cobble":1,"noise":{"type":"value","frequency":0}})", 3, "1:49: /noise/frequency",
     "must be a number greater than 0"},
    {R"({"cobble":1,"noise":{"type":"value","dimensions":4}})", 3, "1:50: /noise/dimensions",
     "must be a whole number from 1 to 3"},
    {R"({"cobble":1,"noise":{"type":"hill","sizes":[]}})", 3, "1:44: /noise/sizes",
     "must be a list of 1 to 4096 numbers"},
    {R"({"cobble":1,"noise":{"type":"hill","sizes":[1,0]}})", 3, "1:47: /noise/sizes/1",
     "must be a number from 1e-6 to 1e6"},
    {R"({"cobble":1,"noise":{"type":"add","a":1}})", 3, "1:21: /noise/b", "is required by \"add\""},
    {R"({"cobble":1,"noise":{"type":"abs","source":"x"}})", 3, "1:44: /noise/source",
     "must be a number from -1e12"},
    {R"({"cobble":1,"noise":{"type":"warp","source":1,"by":[1,2,3,4]}})", 3, "1:52: /noise/by",
     "must be a list of 1 to 3"},
    {R"({"cobble":1,"noise":{"type":"warp","source":1,"by":[{"type":"cel"}]}})", 3,
     "1:61: /noise/by/0/type", R"(did you mean "cell"?)"},
    {R"({"cobble":1,"noise":{"type":"curve","source":1,"points":[[0,0]]}})", 3,
     "1:57: /noise/points", "must be a list of 2 to 256 pairs"},
    {R"({"cobble":1,"noise":{"type":"curve","source":1,"points":[[1,0],[0,0]]}})", 3,
     "1:65: /noise/points/1/0", "must be at least 1e-9 above the previous x"},
    {R"({"cobble":1,"noise":{"type":"clamp","source":1,"low":2,"high":1}})", 3, "1:63: /noise/high",
     "must be at least \"low\", which is 2, got 1"},
    {R"({"cobble":1,"noise":{"type":"terrace","source":1,"levels":257}})", 3, "1:59: /noise/levels",
     "must be a whole number from 1 to 256"},
    // Errors that involve more than one field.
    {R"({"cobble":1,"noise":{"ref":"a"}})", 3, "1:28: /noise/ref", R"(unknown node "a")"},
    {R"({"cobble":1,"noise":{"ref":"rok"},"nodes":{"rock":{"type":"cell"}}})", 3,
     "1:28: /noise/ref", R"(unknown node "rok"; did you mean "rock"?)"},
    {R"({"cobble":1,"noise":{"ref":"x-a"},"nodes":{"x-a":{"type":"cell"}}})", 3, "1:28: /noise/ref",
     R"(unknown node "x-a"; names that begin with x- are ignored)"},
    {R"({"cobble":1,"noise":{"ref":"a"},"nodes":{"a":{"ref":"a"}}})", 3, "1:53: /nodes/a/ref",
     R"("a" refers back to itself)"},
    {R"({"cobble":1,"noise":{"ref":"a"},"nodes":{"a":{"ref":"b"},"b":{"ref":"a"}}})", 3,
     "1:69: /nodes/b/ref", R"("a" refers back to itself)"},
    {R"({@,"nodes":{"a":{"ref":"a"}}})", 3, "1:59: /nodes/a/ref", "refers back to itself"},
    {R"({@,"nodes":{"a/b":{"type":"cell"}}})", 3, "1:48: /nodes/a~1b", "a name must be"},
    {R"({@,"nodes":[]})", 3, "1:47: /nodes", "must be an object of named nodes, got []"},
    {R"({"cobble":1,"noise":{"type":"value","ref":"a"}})", 3, "1:43: /noise/ref",
     R"("ref" is mutually exclusive with "type")"},
    {R"({"cobble":1,"noise":{"type":"voronoi","smooth":"lse","function":"F2"}})", 3,
     "1:65: /noise/function", R"(must be "F1" if "smooth" is set)"},
    {R"({"cobble":1,"noise":{"type":"voronoi","function":"edge","metric":"manhattan"}})", 3,
     "1:66: /noise/metric", R"(must be "euclidean" if "function" is "edge")"},
    {R"({"cobble":1,"size":[192,108],"tiling":true,"noise":{"type":"perlin","frequency":4}})", 3,
     "1:81: /noise/frequency", "a tiled picture needs a whole number of cells along every axis"},
    {R"({"cobble":1,"tiling":true,"noise":{"type":"perlin","octaves":2,"lacunarity":1.9}})", 3,
     "1:77: /noise/lacunarity", "a tiled picture needs a whole number of cells in every octave"},
    {R"({@,"tiling":true,"domain":{"rotate":[0,0,45]}})", 3, "1:72: /domain/rotate",
     "a tiled picture can only be rotated by 180 degrees"},
    {R"({"cobble":1,"noise":{"type":"value","frequency":1e12,"octaves":3}})", 3,
     "1:64: /noise/octaves", "reaches cells more than 2^40"},
    {R"({@,"domain":{"translate":[1e12,0,0]}})", 3, "1:61: /domain/translate",
     "reaches cells more than 2^40"},
    {R"({"cobble":1,"noise":{"type":"fractal","octaves":32,"lacunarity":4,)"
     R"("source":{"type":"value"}}})",
     3, "1:65: /noise/lacunarity", "reaches cells more than 2^40"},
    {R"({"cobble":1,"noise":{"type":"power","exponent":100,"source":{"type":"power","exponent":9,)"
     R"("source":{"type":"add","a":1000,"b":{"type":"value"}}}}})",
     3, "1:21: /noise", "its values can reach"},
    // Limits.
    {R"({@,"size":200000})", 4, "1:46: /size", "use --max-pixels N to raise the limit"},
    {R"({"cobble":1,"size":131072,"noise":{"type":"hill","waves":4096,"octaves":32}})", 4,
     "1:58: /noise/waves", "use --max-cost 4.6e+15 to raise the limit"},
    {R"({"cobble":1,"noise":{"type":"fractal","octaves":32,"lacunarity":1,"source":{"type":"hill",)"
     R"("waves":4096,"octaves":32}}})",
     4, "1:99: /noise/source/waves",
     "a sample takes more than 4194304 noise evaluations; lower \"waves\""},
};
static_assert(std::size(kMalformed) >= 80);

std::string ExpandStart(std::string_view row) {
  std::string text(row);
  const std::size_t at = text.find('@');
  return at == std::string::npos ? text : text.replace(at, 1, kStart);
}

TEST_CASE("malformed recipes are rejected with the location of the error") {
  const Folder folder;
  for (const Malformed& row : kMalformed) {
    const std::string text = ExpandStart(row.text);
    CAPTURE(text);
    for (const char* command : {"check", "render"}) {
      std::vector<std::string> args{command, "-"};
      if (command == std::string("render")) args.insert(args.end(), {"-o", "a.png"});
      const Outcome outcome = RunCobble(args, text);
      CAPTURE(outcome.err);
      CHECK(outcome.status == row.status);
      CHECK(outcome.err.starts_with("cobble: -:" + std::string(row.location) + ": "));
      CHECK(outcome.err.substr(0, outcome.err.find('\n')).find(row.message) != std::string::npos);
      CHECK(outcome.out == "");
      CHECK(folder.Names().empty());
    }
  }
}

}  // namespace
}  // namespace cobble
