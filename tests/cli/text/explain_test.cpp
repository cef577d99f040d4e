// Tests that cobble explain covers all types and keys.
#include <doctest/doctest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "cli/refusals.h"
#include "cobble/enums.h"
#include "recipe/fields/fields.h"
#include "recipe/fields/node_spec.h"
#include "recipe/formula/formula.h"
#include "recipe/formula/tables.h"
#include "support/harness.h"

namespace cobble {
namespace {

using nlohmann::json;

bool Mentions(const std::string& text, std::string_view expected) {
  return Flat(text).find(Flat(std::string(expected))) != std::string::npos;
}

std::string Explain(std::string_view word) {
  const std::string text = Out("explain " + std::string(word));
  for (const std::string& line : SplitLines(text)) CHECK_MESSAGE(line.size() <= 100, line);
  return text;
}

json ExplainJson(std::string_view word) {
  return json::parse(Out("explain --json " + std::string(word)));
}

// Explains a word that a shell would not take as one.
json ExplainSign(const std::string& sign) {
  const Outcome outcome = RunCobble({"explain", "--json", sign});
  REQUIRE_MESSAGE(outcome.status == 0, outcome.err);
  return json::parse(outcome.out)[0];
}

TEST_CASE("every node type is in the table once, as a noise or an operation") {
  std::set<std::string_view> names;
  for (const NodeSpec* spec : NodeSpecs()) {
    CAPTURE(spec->name);
    CHECK(names.insert(spec->name).second);
    CHECK(FindNodeSpec(spec->name) == spec);
    CHECK(spec->noise.has_value() == spec->value.empty());
    CHECK(spec->noise.has_value() == spec->bounds.empty());
    CHECK_FALSE(spec->summary.empty());
  }
  CHECK(NoiseSpecs().size() + OperationSpecs().size() == names.size());
  CHECK(NodeSpecs().back()->name == kRefType);
}

TEST_CASE("the formula and the details of an operation name every key") {
  for (const NodeSpec* operation : OperationSpecs()) {
    CAPTURE(operation->name);
    CHECK_FALSE(operation->value.empty());
    CHECK_FALSE(operation->bounds.empty());
    std::string value(operation->value);
    for (const Detail& detail : operation->details) value += " " + std::string(detail.text);
    for (const Field& field : operation->fields) {
      if (field.key == "ref") continue;
      CAPTURE(field.key);
      for (const std::string_view choice : field.choices)
        CHECK(value.find(choice) != std::string::npos);
      const auto meanings = MeaningsIn(*operation);
      const bool by_symbol =
          field.key == "source" && !meanings.empty() && meanings[0] == "s: the value of source";
      if (field.choices.empty() && !by_symbol) CHECK(value.find(field.key) != std::string::npos);
    }
  }
}

TEST_CASE("explain defines exactly the symbols that the formulas use") {
  using Meanings = std::vector<std::string_view>;
  const auto meanings = [](std::string_view type) { return MeaningsIn(*FindNodeSpec(type)); };
  CHECK(meanings("abs") == Meanings{"s: the value of source", "lo..hi: the bounds of source"});
  CHECK(meanings("add") == Meanings{"lo(a)..hi(a): the bounds of a"});
  CHECK(meanings("smoothstep") == Meanings{"s: the value of source",
                                           "clamp01(x) = min(max(x, 0), 1)",
                                           "S(t) = t^2 (3 - 2 t)"});
  CHECK(meanings("transform") == Meanings{"lo..hi: the bounds of source", "P: the position"});
  CHECK(meanings("ref").empty());
  for (const Symbol& symbol : Symbols()) {
    const auto uses = [&](const NodeSpec* operation) {
      return std::ranges::count(MeaningsIn(*operation), symbol.meaning) == 1;
    };
    CHECK_MESSAGE(std::ranges::any_of(OperationSpecs(), uses), symbol.word);
  }
}

TEST_CASE("a type is explained with its summary, formulas and all its keys") {
  for (const NodeSpec* spec : NodeSpecs()) {
    const std::string_view name = spec->name;
    CAPTURE(name);
    const std::string text = Explain(name);
    const json row = ExplainJson(name)[0];
    CHECK(text.starts_with(name));
    CHECK(Mentions(text, spec->summary));
    if (spec->noise) {
      CHECK(Mentions(text, "reference " + std::string(spec->noise->source)));
      CHECK(row["low"] == spec->noise->bounds.low);
    } else {
      CHECK(Mentions(text, "value " + std::string(spec->value)));
      CHECK(Mentions(text, "bounds " + std::string(spec->bounds)));
      CHECK(row.value("where", json::array()).size() == MeaningsIn(*spec).size());
      for (const std::string_view meaning : MeaningsIn(*spec)) CHECK(Mentions(text, meaning));
    }
    std::multiset<std::string> keys;
    for (const Field& field : spec->fields) {
      keys.emplace(field.key);
      CHECK(Mentions(text, std::string(field.key) + " " + std::string(field.help)));
      CHECK(Mentions(text, Rule(field)));
    }
    std::multiset<std::string> listed;
    for (const json& key : row["keys"]) listed.insert(key["key"]);
    CHECK(listed == keys);
  }
}

TEST_CASE("the choices of a key come first in its details, in order") {
  for (const Field& field : Fields()) {
    if (field.choices.empty() || field.details.empty()) continue;
    CAPTURE(field.key);
    REQUIRE(field.details.size() >= field.choices.size());
    for (std::size_t k = 0; k < field.choices.size(); ++k)
      CHECK(field.details[k].word == field.choices[k]);
  }
}

TEST_CASE("details of types and keys are explained") {
  for (const NodeSpec* spec : NodeSpecs()) {
    CAPTURE(spec->name);
    if (spec->noise) CHECK_FALSE(spec->details.empty());
    const std::string text = Explain(spec->name);
    const json row = ExplainJson(spec->name)[0];
    for (const auto& [word, meaning] : spec->details) {
      CHECK(Mentions(text, std::string(word) + " " + std::string(meaning)));
      CHECK(row["details"][std::string(word)] == meaning);
    }
    for (const Field& field : spec->fields)
      for (const auto& [word, meaning] : field.details)
        CHECK(Mentions(text, std::string(word) + " " + std::string(meaning)));
  }
  for (const Field& field : Fields()) {
    const std::string path = PathOf(field);
    CAPTURE(path);
    for (const auto& [word, meaning] : field.details)
      CHECK(Mentions(Explain(path), std::string(word) + " " + std::string(meaning)));
  }
}

TEST_CASE("formulas of voronoi, metrics and distributions") {
  const std::string voronoi = Explain("voronoi");
  for (const char* line :
       {"F1+F2 (F1 + F2) / 2", "F2-F1 F2 - F1: 0 along", "F1*F2 F1 * F2", "F1/F2 F1 / F2, 0 if F2",
        "cell-id a random value from 0 to 1", "edge distance to the border",
        "distances in cells, each limited to limit", "manhattan abs(x) + abs(y) + abs(z)",
        "chebyshev max(abs(x), abs(y), abs(z))", "poly S(d) of d"})
    CHECK_MESSAGE(Mentions(voronoi, line), line);
  CHECK(Mentions(Explain("exponential"), "value -ln(1 - u) / rate"));
  CHECK(Mentions(Explain("hill"), "exponential -ln(1 - u) / rate") == false);
  CHECK(Mentions(Explain("distribution"), "exponential -ln(1 - u) / rate"));
}

TEST_CASE("keys of the domain are explained by what one sees") {
  CHECK(Mentions(Explain("scale"), "2 shows twice as much around the middle"));
  CHECK(Mentions(Explain("translate"), "[0.5, 0, 0] moves the view right"));
  CHECK(Mentions(Explain("frequency"), "8 8 cells across the width of the picture"));
  CHECK(Mentions(Explain("slice"), "tiling the noise has period 1 along z"));
  CHECK(Mentions(Explain("normal.y"), "up green points up: Unity, Godot, Blender, OpenGL"));
  CHECK(Mentions(Explain("normal.y"), "down green points down: Unreal Engine, DirectX"));
  CHECK(Mentions(Explain("domain"), "coordinates the middle of the picture is (0, 0)"));
  CHECK(ExplainJson("normal.y")[0]["details"]["down"] ==
        "green points down: Unreal Engine, DirectX");
}

TEST_CASE("keys of a type are listed with their rules, defaults and flags") {
  const std::string terrace = Explain("terrace");
  CHECK(Mentions(terrace, "; required"));
  CHECK(Mentions(terrace, "; default 0.8"));
  CHECK(Mentions(
      terrace,
      R"(An input is a formula ("1 - rock"), a number, or an object: {"type": "perlin"})"));
  CHECK(terrace.find("--") == std::string::npos);
  const std::string perlin = Explain("perlin");
  CHECK(Mentions(perlin, "; default 1; --octaves"));
  CHECK_FALSE(Mentions(perlin, "An input"));
  CHECK_FALSE(Mentions(perlin, "metric"));
  CHECK(Mentions(
      Explain("distribution"),
      "and at least \"mode\", and greater than \"low\" by at least 1e-9; required; --high; "
      "for triangular"));
}

TEST_CASE("a type is explained with its call") {
  for (const NodeSpec* spec : NodeSpecs()) {
    CAPTURE(spec->name);
    CHECK(Mentions(Explain(spec->name), "call " + CallText(*spec)));
    CHECK(ExplainJson(spec->name)[0]["call"] == CallText(*spec));
  }
  CHECK(Mentions(Explain("terrace"), "call terrace(source, levels, sharpness=0.8)"));
  CHECK(Contains(Out("explain terrace --markdown"),
                 "\n- call: `terrace(source, levels, sharpness=0.8)`\n"));
}

TEST_CASE("a preset is explained with the command that renders it") {
  CHECK(Contains(Out("explain marble"), "\ncobble render --preset marble -o marble.png renders"));
  CHECK(Contains(Out("explain from-height"),
                 "\ncobble render --preset from-height --image height=FILE -o from-height.png"));
}

TEST_CASE("a function of formulas is explained with its call and what it expands to") {
  for (const FormulaFunction& function : FormulaFunctions()) {
    CAPTURE(function.name);
    const std::string text = Explain(function.name);
    CHECK(Mentions(text, std::string(function.name) + " " + std::string(function.summary) +
                             " call " + CallText(function) + " expands to " +
                             std::string(function.node)));
    CHECK(ExplainJson(function.name)[0]["expands_to"] == function.node);
  }
  // A word that is also a choice of a key is explained as both.
  CHECK(Mentions(Explain("ridged"), "noise.kind ridged"));
  CHECK(ExplainJson("ridged").size() == 2);
}

TEST_CASE("an operator of formulas is explained with its forms") {
  for (const FormulaOperator& op : FormulaOperators()) {
    CAPTURE(op.form);
    const json topic = ExplainSign(std::string(op.op));
    CHECK(topic["operator"] == op.op);
    const std::string form = topic["forms"][std::string(op.form)];
    CHECK(form.starts_with(op.node));
    CHECK(form.ends_with(op.when));
  }
  CHECK(ExplainSign("-")["forms"].size() == 2);
  CHECK(ExplainSign(":")["forms"] == ExplainSign("?")["forms"]);
}

TEST_CASE("formulas are explained as a whole") {
  const std::string text = Explain("formulas");
  CHECK(Explain("formula") == text);
  CHECK(text.find('`') == std::string::npos);
  const json topic = ExplainJson("formulas")[0];
  for (const Detail& rule : FormulaRules()) {
    CAPTURE(rule.word);
    CHECK(topic["rules"].contains(std::string(rule.word)));
    CHECK(Mentions(text, std::string(rule.word) + " " +
                             topic["rules"][std::string(rule.word)].get<std::string>()));
    CHECK(Out("explain formulas --markdown").find(rule.word) != std::string::npos);
  }
  CHECK(topic["operators"].size() == FormulaOperators().size());
  CHECK(topic["functions"].size() == FormulaFunctions().size());
  const std::string limits = topic["rules"]["limits"];
  for (const int limit : {kMaxFormulaBrackets, kMaxFormulaNodes, kMaxFormulaDepth})
    CHECK_MESSAGE(limits.find(std::to_string(limit)) != std::string::npos, limit);
}

TEST_CASE("every key is found by its path, its JSON pointer and its bare name") {
  for (const json& field : json::parse(Out("list fields --json"))) {
    const std::string path = field["key"];
    CAPTURE(path);
    const auto is_this = [&](const json& row) {
      const auto same = [&](const char* key) {
        return row.value(key, json()) == field.value(key, json());
      };
      return same("key") && same("help") && same("flag") && same("default") && same("of") &&
             row["value"].get<std::string>().starts_with(field["value"].get<std::string>());
    };
    std::string pointer = "/" + path;
    std::ranges::replace(pointer, '.', '/');
    for (const std::string& word : {path, pointer, path.substr(path.rfind('.') + 1)}) {
      CAPTURE(word);
      CHECK(std::ranges::count_if(ExplainJson(word), is_this) == 1);
      CHECK(Mentions(Explain(word), field["help"].get<std::string>()));
    }
    for (const json& row : ExplainJson(pointer)) CHECK(row["key"] == path);  // and nothing else
  }
}

TEST_CASE("an object is explained with its keys, a node with its types") {
  const json domain = ExplainJson("domain")[0];
  std::vector<std::string> keys;
  for (const json& key : domain["keys"]) keys.push_back(key["key"]);
  CHECK(keys == std::vector<std::string>{"domain.translate", "domain.rotate", "domain.scale",
                                         "domain.extent", "domain.slice", "domain.grid",
                                         "domain.surface"});
  CHECK(Mentions(Explain("noise.distribution"),
                 "a number from 1e-6 to 1e6; required; --alpha; for "
                 "weibull"));
  for (const char* word : {"noise", "nodes", "noise.a", "noise.by.1", "/nodes/rock"}) {
    CAPTURE(word);
    const json row = ExplainJson(word)[0];
    CHECK(row["noises"].size() == NoiseSpecs().size());
    CHECK(row["operations"].size() == OperationSpecs().size() - 1);  // ref has no "type"
    CHECK(Mentions(Explain(word), "For the keys of a type, use: cobble explain TYPE"));
  }
}

TEST_CASE("paths may pass through inputs, lists and names") {
  const std::string octaves = ExplainJson("noise.octaves")[0]["value"];
  for (const std::string path : {"noise.a.source.octaves", "noise.by.2.octaves", "noise.by.octaves",
                                 "nodes.2.octaves", "nodes.a.b.octaves"}) {
    std::string pointer = "/" + path;
    std::ranges::replace(pointer, '.', '/');
    for (const std::string& word : {path, path == "nodes.a.b.octaves" ? path : pointer}) {
      CHECK(ExplainJson(word)[0]["key"] == path);
      CHECK(ExplainJson(word)[0]["value"] == octaves);
    }
  }
  CHECK(ExplainJson("/nodes/a.b/octaves")[0]["key"] == "nodes.a.b.octaves");
  CHECK(ExplainJson("source.octaves")[0]["key"] == "noise.source.octaves");
  const json rate = ExplainJson("nodes.a.distribution.rate")[0];
  CHECK(rate["key"] == "nodes.a.distribution.rate");
  CHECK(rate["value"] == ExplainJson("noise.distribution.rate")[0]["value"]);
  CHECK(ExplainJson("noise.points.3")[0]["key"] == "noise.points.3");
  CHECK(ExplainJson("noise.points.3.1")[0]["key"] == "noise.points.3.1");
  CHECK(ExplainJson("size.0")[0]["key"] == "size.0");
  CHECK(ExplainJson("noise.function").size() == 6);
  CHECK(ExplainJson("noise.octaves")[0]["flag"] == "--octaves");
  CHECK(ExplainJson("normal")[0]["keys"][0]["flag"] == "--normal-strength");
  CHECK_FALSE(ExplainJson("noise.source.octaves")[0].contains(
      "flag"));  // the flag sets the root's key only
  for (const char* user_key : {"x-mine", "noise.x-mine", "noise.by.0.x-mine.deep"})
    CHECK(Mentions(Explain(user_key), "a key of your own, ignored by cobble"));
}

TEST_CASE("all meanings of an ambiguous word are explained") {
  const json value = ExplainJson("value");
  REQUIRE(value.size() == 6);
  CHECK(value[0]["name"] == "value");
  CHECK(value[1]["key"] == "knobs.NAME.value");
  CHECK(value[2]["key"] == "functions.NAME.value");
  CHECK(value[3]["key"] == "noise.value");
  CHECK(value[3]["of"] == json{"constant"});
  CHECK(value[4]["key"] == "noise.value");
  CHECK(value[4]["of"] == json{"color"});
  CHECK(value[5]["channels"] == 1);
  const json normal = ExplainJson("normal");
  REQUIRE(normal.size() == 3);
  CHECK(normal[0]["key"] == "normal");
  CHECK(normal[1]["name"] == "normal");
  CHECK(normal[1]["keys"].size() == 2);
  CHECK(Mentions(Explain("normal"), "normal a type of noise.distribution"));
}

TEST_CASE("maps, packs and their items are explained") {
  const auto value = [](std::string_view path) { return ExplainJson(path)[0]["value"]; };
  const std::string part =
      R"(the name of a map, "NAME.y" for a channel, "invert:NAME", "weight:NAME" or a number )"
      "from 0 to 1";
  CHECK(value("maps") == "an object of named maps");
  CHECK(value("maps.color") == Rule(*ItemOf(*FindField(ObjectKind::kRecipe, "maps"))));
  CHECK(value("maps.color.octaves") == value("noise.octaves"));
  CHECK(value("pack") == "an object of named packs");
  CHECK(value("pack.orm") == "a list of 2 to 4 parts, each " + part);
  CHECK(value("/pack/orm/1") == part);
  CHECK(value("noise.points.1") == "two numbers from -1e9 to 1e9");
  CHECK(value("noise.points.1.0") == "a number from -1e9 to 1e9");
  test::CheckMessage(RunCobble({"explain", "maps.normal"}).err, "maps.normal");
}

TEST_CASE("unprintable words are escaped or rejected in one line") {
  for (const std::string word : {"noise.\x1b[2J", "\xff.x", "a\nb"}) {
    const Outcome outcome = RunCobble({"explain", word});
    CHECK(outcome.status == 2);
    CHECK(std::ranges::count(outcome.err, '\n') == 1);
    CHECK(outcome.err.find('\x1b') == std::string::npos);
  }
  const Outcome user_key = RunCobble({"explain", "--json", "noise.x-\x1b\xff"});
  CHECK(user_key.status == 0);
  CHECK(json::parse(user_key.out)[0]["key"] == "noise.x-\\x1B\\xFF");
}

TEST_CASE("TYPE.KEY explains the rule that applies to that type") {
  CHECK(Out("explain terrace.levels") == Out("explain noise.levels"));
  CHECK(Out("explain weibull.alpha") == Out("explain noise.distribution.alpha"));
  const std::string voronoi = Out("explain voronoi.function"), cell = Out("explain cell.function");
  CHECK(voronoi.find("\"edge\"") != std::string::npos);
  CHECK(cell.find("\"edge\"") == std::string::npos);
  CHECK(cell.find("\"F4\"") != std::string::npos);
  // `value` is both a type and a key.
  CHECK(Out("explain value.aligned") == Out("explain noise.aligned"));
  CHECK(RunCobble({"explain", "terrace.octaves"}).status == 2);
}

TEST_CASE("items and keys below TYPE.KEY have the rules of that type") {
  const auto value = [](std::string_view path) { return ExplainJson(path)[0]["value"]; };
  CHECK(value("curve.points.3.1") == value("noise.points.3.1"));
  CHECK(value("color.value.0") == "a number from 0 to 1e6");
  CHECK(value("noise.value.0") == value("color.value.0"));  // a constant's value has no items
  CHECK(value("perlin.frequency.1") == value("noise.frequency.1"));
  CHECK(value("warp.by.0.octaves") == value("noise.octaves"));
  CHECK(value("terrace.source.octaves") == value("noise.octaves"));
  for (const char* row : {
           "terrace.levels.0 => terrace.levels.0 ... a plain value has no keys, got \"0\"",
           "terrace.levels.x => terrace.levels.x ... a plain value has no keys, got \"x\"",
           "constant.value.0 => constant.value.0 ... a plain value has no keys, got \"0\"",
           "gradient.angle.octaves => gradient.angle.octaves ... a plain value has no keys",
           "weibull.alpha.0 => weibull.alpha.0 ... a plain value has no keys, got \"0\"",
           "normal.y.0 => normal.y.0 ... a plain value has no keys, got \"0\"",
           "ramp.stops.0.2 => ramp.stops.0.2 ... from 0 to 1, got \"2\"",
           "curve.points.x => curve.points.x ... index into \"points\"",
           "warp.by.octaves => warp.by.octaves ... index into \"by\"",
           "mix.by.0 => mix.by.0 ... unknown key \"0\"",
           "terrace.source.foo => terrace.source.foo ... unknown key \"foo\"",
           "terrace.level.0 => terrace.level.0 ... \"terrace.levels\"",
           "perlin.distribution.alpha => perlin.distribution.alpha ... no key \"distribution\"",
       })
    test::CheckRefusal(std::string("2 explain ") + row);
}

std::vector<std::string> Found(const std::string& word) {
  std::vector<std::string> names;
  for (const json& row : json::parse(Out("explain --json --quiet " + word)))
    names.push_back(row["table"].get<std::string>() + ' ' + row["name"].get<std::string>());
  return names;
}

TEST_CASE("explain finds words that are neither types nor keys by meaning") {
  const auto has = [](const std::string& word, const std::string& name) {
    const auto names = Found(word);
    return std::ranges::count(names, name) == 1;
  };
  CHECK(has("mask", "nodes threshold"));  // what others call a mask
  CHECK(Found("mask").front() == "nodes threshold");
  CHECK(has("masks", "nodes slope-of"));
  CHECK(has("worley", "noises voronoi"));
  CHECK(has("stone", "presets cobblestones"));
  CHECK(has("occlusion", "maps ao"));
  CHECK(Found("weathering").front() == "knobs weathering");
  CHECK(Found("albedo").front() == "fields maps.color");
  CHECK(has("roughness", "fields maps.roughness"));
  CHECK(has("roughness", "fields noise.persistence"));
  const Outcome outcome = RunCobble({"explain", "mask"});
  CHECK(outcome.status == 0);
  test::CheckMessage(outcome.err, "... \"mask\"");
  CHECK(outcome.out.starts_with("nodes\n"));
  CHECK(RunCobble({"explain", "mask", "--quiet"}).err == "");
  CHECK(Explain("mask --quiet") == outcome.out);
}

TEST_CASE("explain finds the choices of keys by their meanings, and words by their beginnings") {
  const auto has = [](const std::string& word, const std::string& name) {
    const auto names = Found(word);
    return std::ranges::count(names, name) > 0;
  };
  CHECK(has("facet", "fields noise.function"));
  CHECK(
      Mentions(Explain("facet --quiet"), "u: offset of the sample from the nearest point along x"));
  CHECK(has("facet", "presets crumpled-paper"));
  CHECK(has("tilt", "fields noise.function"));
  CHECK(has("gauss", "nodes blur"));
  CHECK(has("gaussian", "nodes blur"));
  CHECK(Found("gaussian").front() == "fields noise.distribution.type");
  CHECK(Out("list tilt --quiet") == Out("explain tilt --quiet"));
  CHECK(RunCobble({"explain", "qqqq"}).status == 2);
  test::CheckMessage(RunCobble({"explain", "unrael"}).err, "... unreal");
}

TEST_CASE("engines and formats are explained with their rows") {
  const json unreal = ExplainJson("unreal")[0];
  CHECK(unreal["name"] == "unreal");
  CHECK(unreal["files"].size() > 2);
  CHECK(Mentions(Explain("unreal"), "For the others, use: cobble list engines"));
  CHECK(ExplainJson("exr")[0]["bits"] == json{16, 32});
}

TEST_CASE("list prints the rows that mention a word that is not a table") {
  const Outcome outcome = RunCobble({"list", "stone"});
  CHECK(outcome.status == 0);
  test::CheckMessage(outcome.err, "... \"stone\"");
  CHECK(outcome.out.find("cobblestones") != std::string::npos);
  CHECK(RunCobble({"list", "nosies"}).status == 2);
}

}  // namespace
}  // namespace cobble
