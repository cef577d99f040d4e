// Tests of formulas in layers: texts, flags and sets.
#include <doctest/doctest.h>

#include <functional>
#include <string>

#include "cobble/error.h"
#include "cobble/program.h"
#include "cobble/recipe_io.h"

namespace cobble::test {
namespace {

Recipe Layered(const std::function<void(RecipeLayers&)>& add) {
  RecipeLayers layers;
  add(layers);
  return layers.Resolve();
}

std::string ErrorIn(const std::function<void(RecipeLayers&)>& add) {
  try {
    Layered(add);
  } catch (const Error& error) {
    return error.what();
  }
  return "nothing is wrong";
}

Recipe Read(const std::string& members) {
  return ReadRecipe("{\"cobble\": 1, " + members + "}", "f");
}

// Adds a recipe's text below everything else.
void AddBelow(RecipeLayers& layers, const std::string& members) {
  layers.AddText("{\"cobble\": 1, " + members + "}", "f");
}

constexpr const char* kTerrace = R"-("noise": "terrace(perlin(4), 6)")-";

TEST_CASE("a text patches the formula of a text below it") {
  const Recipe patched = Layered([](RecipeLayers& layers) {
    AddBelow(layers, kTerrace);
    AddBelow(layers, R"("noise": {"source": {"octaves": 3}})");
  });
  CHECK(patched == Read(R"("noise": {"type": "terrace", "levels": 6, "source":
      {"type": "perlin", "frequency": 4, "octaves": 3, "pattern": "/noise perlin 1"}})"));
}

TEST_CASE("a formula replaces numbers, and numbers replace formulas") {
  const Recipe recipe = Layered([](RecipeLayers& layers) {
    AddBelow(layers, R"-("nodes": {"n": "2*4", "m": 3}, "noise": "perlin(n, m)")-");
    AddBelow(layers, R"("nodes": {"n": 5, "m": "n - 1"})");
  });
  CHECK(recipe == Read(R"-("nodes": {"n": 5, "m": 4}, "noise": "perlin(5, 4)")-"));
}

TEST_CASE("a set continues a path into a formula") {
  for (const char* const path : {"noise.source.frequency", "/noise/source/frequency"}) {
    const Recipe recipe = Layered([&](RecipeLayers& layers) {
      AddBelow(layers, kTerrace);
      layers.AddSet(path, "8");
    });
    CHECK(recipe == Read(R"-("noise": "terrace(perlin(8), 6)")-"));
  }
  const Recipe inputs = Layered([](RecipeLayers& layers) {
    AddBelow(layers, R"-("noise": "warp(x, y, 0.5)")-");
    layers.AddSet("noise.by.0", "2*y");
    layers.AddSet("noise.by.1", "x");
  });
  CHECK(inputs == Read(R"-("noise": "warp(x, [2*y, x], 0.5)")-"));
}

// Others than phasor have a number under this key.
TEST_CASE("a set continues a path into an angle that is a formula") {
  const Recipe recipe = Layered([](RecipeLayers& layers) {
    AddBelow(layers, R"-("noise": {"type": "phasor", "angle": "90*perlin(4)"})-");
    layers.AddSet("noise.angle.b.frequency", "8");
  });
  CHECK(recipe == Read(R"-("noise": {"type": "phasor", "angle": "90*perlin(8)"})-"));
}

TEST_CASE("a set of a formula that an earlier set made is a path into it") {
  const Recipe recipe = Layered([](RecipeLayers& layers) {
    AddBelow(layers, R"("noise": "x")");
    layers.AddSet("noise", "\"terrace(perlin(4), 6)\"");
    layers.AddSet("noise.source.frequency", "8");
  });
  CHECK(recipe == Read(R"-("noise": "terrace(perlin(8), 6)")-"));
}

TEST_CASE("flags set keys of a root that is a formula") {
  const Recipe recipe = Layered([](RecipeLayers& layers) {
    AddBelow(layers, R"-("noise": "perlin(4, 2)")-");
    layers.AddFlag("--frequency", "8");
  });
  CHECK(recipe == Read(R"-("noise": "perlin(8, 2)")-"));
  for (const bool is_first : {true, false}) {
    const Recipe flags = Layered([&](RecipeLayers& layers) {
      if (is_first) layers.AddFlag("--frequency", "8");
      layers.AddFlag("--noise", "perlin(4, 2)");
      if (!is_first) layers.AddFlag("--frequency", "8");
    });
    CHECK(flags == recipe);
  }
}

TEST_CASE("a type merges, and a formula replaces") {
  const std::string below = R"("noise": {"type": "perlin", "frequency": 9, "octaves": 3})";
  CHECK(Layered([&](RecipeLayers& layers) {
          AddBelow(layers, below);
          layers.AddFlag("--noise", "simplex");
        }) == Read(R"("noise": {"type": "simplex", "frequency": 9, "octaves": 3})"));
  CHECK(Layered([&](RecipeLayers& layers) {
          AddBelow(layers, below);
          layers.AddFlag("--noise", "simplex()");
        }) == Read(R"("noise": {"type": "simplex"})"));
}

TEST_CASE("the last --noise wins") {
  for (const char* const last : {"simplex", "2*x"}) {
    const std::string first = last == std::string("simplex") ? "2*x" : "simplex";
    const Recipe recipe = Layered([&](RecipeLayers& layers) {
      layers.AddFlag("--noise", first);
      layers.AddFlag("--noise", last);
    });
    CHECK(recipe == Layered([&](RecipeLayers& layers) { layers.AddFlag("--noise", last); }));
  }
}

TEST_CASE("a set changes a number that formulas use") {
  const Recipe recipe = Layered([](RecipeLayers& layers) {
    AddBelow(layers, R"-("nodes": {"n": 8, "m": "n/2"}, "noise": "perlin(n, m)")-");
    layers.AddSet("nodes.n", "6");
  });
  CHECK(recipe == Read(R"-("nodes": {"n": 6, "m": 3}, "noise": "perlin(6, 3)")-"));
}

TEST_CASE("a formula's name is no note") {
  CHECK(ErrorIn([](RecipeLayers& layers) {
          layers.AddFlag("--noise", "x");
          layers.AddFormula("x-a", "1", "--let x-a");
        }) == "--let x-a: names that start with \"x-\" are those of notes; choose another name");
}

TEST_CASE("the root can be a name, a coordinate or a number") {
  for (const bool is_first : {true, false}) {
    const Recipe named = Layered([&](RecipeLayers& layers) {
      if (is_first) layers.AddFormula("rock", "perlin(4)", "--let");
      layers.AddFlag("--noise", "rock");
      if (!is_first) layers.AddFormula("rock", "perlin(4)", "--let");
    });
    CHECK(named == Read(R"("nodes": {"rock": {"type": "perlin", "frequency": 4}},
                           "noise": {"ref": "rock"})"));
  }
  CHECK(Layered([](RecipeLayers& layers) { layers.AddFlag("--noise", "y"); }) ==
        Read(R"("noise": "y")"));
  CHECK(Layered([](RecipeLayers& layers) { layers.AddFlag("--noise", " pi "); }) ==
        Read(R"("noise": {"type": "constant", "value": 3.141592653589793})"));
  // As the nodes of a text say, not as the flag does alone.
  CHECK(Layered([](RecipeLayers& layers) {
          AddBelow(layers, R"-("noise": "x", "nodes": {"red": "perlin(3)"})-");
          layers.AddFlag("--noise", "red");
        }) == Read(R"-("nodes": {"red": "perlin(3)"}, "noise": {"ref": "red"})-"));
}

TEST_CASE("words that are no formula are types that do not exist") {
  const auto error = [](const char* words) {
    return ErrorIn([&](RecipeLayers& layers) { layers.AddFlag("--noise", words); });
  };
  CHECK(error("Perlin Noise") ==
        "--noise: unknown type \"Perlin Noise\"; did you mean \"perlin\"?");
  CHECK(error("worley noise") ==
        "--noise: unknown type \"worley noise\"; did you mean \"voronoi\"?");
  CHECK(error("smooth min") ==
        "--noise: unknown type \"smooth min\"; did you mean \"smooth-min\"?");
  CHECK(error("Perlin").find("did you mean \"perlin\"?") != std::string::npos);
  CHECK(error("").starts_with("--noise: column 1: the formula is empty"));
  CHECK(error("h\xc3\xb6he").starts_with("--noise: column 1: unknown name \"h\"; "));
  CHECK(error("x-1") ==
        "--noise: column 1: unknown name \"x-1\"; write a difference with blanks: x - 1");
  CHECK(error("sin") == "--noise: column 1: unknown name \"sin\"; write sin(a)");
  CHECK(error("zebra").starts_with("--noise: column 1: unknown name \"zebra\"; name it in"));
  CHECK(error("u").starts_with("--noise: column 1: unknown name \"u\"; x is the coordinate"));
  CHECK(error("perln(4)").starts_with("--noise: column 1: unknown function \"perln\""));
}

TEST_CASE("a chain of 200 formulas of flags is a recipe") {
  const Recipe recipe = Layered([](RecipeLayers& layers) {
    layers.AddFlag("--noise", "n199");
    for (int i = 199; i > 0; --i)
      layers.AddFormula("n" + std::to_string(i), "n" + std::to_string(i - 1) + " + 1", "--let");
    layers.AddFormula("n0", "x*2", "--let");
  });
  CHECK(recipe.nodes.size() == 200);
  const Recipe numbers = Layered([](RecipeLayers& layers) {
    layers.AddFlag("--noise", "perlin(n199)");
    for (int i = 199; i > 0; --i)
      layers.AddFormula("n" + std::to_string(i), "n" + std::to_string(i - 1) + " + 1", "--let");
    layers.AddFormula("n0", "1", "--let");
  });
  CHECK(numbers.noise == Read(R"-("noise": "perlin(200)")-").noise);
}

TEST_CASE("errors of keys in formulas of flags name the key, and hints are those of formulas") {
  const auto error = [](const char* formula) {
    return ErrorIn([&](RecipeLayers& layers) { layers.AddFlag("--noise", formula); });
  };
  CHECK(error("mix(x, y)") ==
        "--noise: column 1: \"by\" is required by \"mix\"; write mix(a, b, by)");
  CHECK(error("remap(x, to=0)").starts_with("--noise: column 13: \"to\" must be two numbers"));
  CHECK(error("cell(weights=[1, 2e9])")
            .starts_with("--noise: column 18: an item of \"weights\" must be a number"));
  CHECK(error("x + perlin(freq=8)") == "--noise: column 12: unknown key \"freq\"; use frequency=");
  CHECK(error("perlin(8, gain=0.5)") ==
        "--noise: column 11: \"gain\" is not used by \"perlin\" (fractal uses it); use "
        "persistence=");
}

TEST_CASE("names that use one another are no numbers, and a cause comes before its consequence") {
  const std::string cycle = ErrorIn([](RecipeLayers& layers) {
    layers.AddFlag("--noise", "perlin(k)");
    layers.AddFormula("k", "j*2", "--let k");
    layers.AddFormula("j", "k + 1", "--let j");
  });
  CHECK(cycle.ends_with("got \"k\"; the formulas of \"k\" and \"j\" use one another"));
  const std::string broken = ErrorIn([](RecipeLayers& layers) {
    layers.AddFlag("--noise", "perlin(k)");
    layers.AddFormula("k", "foo", "--let k");
  });
  CHECK(broken.starts_with("--let k: column 1: unknown name \"foo\""));
}

TEST_CASE("a name that no node can have is refused at the flag") {
  CHECK(ErrorIn([](RecipeLayers& layers) {
          layers.AddFlag("--noise", "x");
          layers.AddFormula("a/b", "x", "--let a/b");
        }) ==
        "--let a/b: a name must be 1 to 100 bytes of text without /, ~ or control characters");
}

TEST_CASE("formulas in a list expand, whichever layer has the type") {
  const Recipe warped = Read(R"-("noise": {"type": "warp", "source": {"type": "perlin",
      "frequency": 3, "pattern": "/noise perlin 1"}, "by": ["x", "y"]})-");
  CHECK(Layered([](RecipeLayers& layers) {
          layers.AddFlag("--noise", "warp(perlin(3), x)");
          layers.AddSet("noise.by", R"(["x", "y"])");
        }) == warped);
  CHECK(Layered([](RecipeLayers& layers) {
          AddBelow(layers, R"-("noise": "warp(perlin(3), x)")-");
          AddBelow(layers, R"("noise": {"by": ["x", "y"]})");
        }) == warped);
  // Colours as lists of channels stay.
  CHECK(Read(R"-("noise": "x", "maps": {"m": {"type": "luminance", "source": [0, 0.5, 1]}})-")
            .maps.at("m")
            .Input("source") == Node::Color({0, 0.5, 1}));
}

TEST_CASE("sets of all nodes or maps expand like those of one") {
  const Recipe recipe = Layered([](RecipeLayers& layers) {
    layers.AddFlag("--noise", "perlin(a) + b");
    layers.AddSet("nodes", R"-({"a": 8, "b": "voronoi(a)"})-");
    layers.AddSet("maps", R"({"r": "b*2", "c": "red"})");
  });
  CHECK(recipe == Read(R"-("nodes": {"a": 8, "b": "voronoi(8)"}, "noise": "perlin(8) + b",
      "maps": {"r": "b*2", "c": "red"})-"));
}

TEST_CASE("a set of the value of a number changes the formulas that use it") {
  for (const char* const n : {"4", "2*2"}) {
    const Recipe recipe = Layered([&](RecipeLayers& layers) {
      layers.AddFlag("--noise", "perlin(m) + m");
      layers.AddFormula("n", n, "--let n");
      layers.AddFormula("m", "n", "--let m");
      layers.AddSet("nodes.n.value", "8");
    });
    CHECK(recipe.nodes.at("n") == Node::Constant(8));
    CHECK(recipe.noise == Read(R"-("noise": "perlin(8) + 8")-").noise);
  }
  // That of a node is no number.
  CHECK(ErrorIn([](RecipeLayers& layers) {
          layers.AddFlag("--noise", "perlin(n)");
          layers.AddFormula("n", "x", "--let n");
          layers.AddSet("nodes.n.value", "8");
        }).find("\"frequency\" must be a number") != std::string::npos);
}

TEST_CASE("a number in quotes is a formula") {
  CHECK(Layered([](RecipeLayers& layers) {
          layers.AddFlag("--noise", "perlin(k)");
          layers.AddSet("nodes.k", "\"2*3\"");
        }).noise == Read(R"-("noise": "perlin(6)")-").noise);
}

TEST_CASE("a formula of a flag may be a colour") {
  for (const char* const color : {"red", "#ff0000"}) {
    CHECK(Layered([&](RecipeLayers& layers) {
            layers.AddFlag("--noise", "x");
            layers.AddFormula("a", color, "--let a");
          }).nodes.at("a") == Node::Color({1, 0, 0}));
  }
}

TEST_CASE("a set of a formula replaces the node below it") {
  const auto set = [](const char* formula) {
    return Layered([&](RecipeLayers& layers) {
      layers.AddFlag("--noise", "x + perlin(4, 5)");
      layers.AddSet("noise.b", formula);
    });
  };
  CHECK(set("voronoi(3)") ==
        Read(R"("noise": {"type": "add", "a": "x", "b": {"type": "voronoi", "frequency": 3}})"));
  // A type alone, and an object, merge.
  CHECK(set("simplex") == set(R"({"type": "simplex"})"));
  CHECK(set("simplex").noise.Input("b").Number("octaves") == 5);
  const Recipe root = Layered([](RecipeLayers& layers) {
    AddBelow(layers, R"("noise": {"type": "perlin", "octaves": 5, "lacunarity": 3})");
    layers.AddFlag("--octaves", "3");
    layers.AddSet("noise", "voronoi(3)");
  });
  CHECK(root == Read(R"("noise": {"type": "voronoi", "frequency": 3, "octaves": 3})"));
}

TEST_CASE("a node may have the name of a type") {
  for (const char* const name : {"perlin", "ref"}) {
    const auto layered = [&](bool is_flag) {
      return Layered([&](RecipeLayers& layers) {
        if (!is_flag) AddBelow(layers, std::string(R"("noise": ")") + name + "\"");
        if (is_flag) layers.AddFlag("--noise", "2*x");
        if (is_flag) layers.AddFlag("--noise", name);
        layers.AddFormula(name, "voronoi(8)", "--let");
      });
    };
    CHECK(layered(true) == layered(false));
    CHECK(layered(true).noise.Text("ref") == name);
  }
}

TEST_CASE("blanks around a type alone do not matter") {
  const Recipe perlin = Read(R"("noise": {"type": "perlin"})");
  CHECK(Read(R"("noise": "perlin ")") == perlin);
  CHECK(Layered([](RecipeLayers& layers) { layers.AddFlag("--noise", " perlin"); }) == perlin);
  CHECK(Layered([](RecipeLayers& layers) {
          AddBelow(layers, R"("noise": "x")");
          layers.AddSet("noise", " perlin ");
        }) == perlin);
}

TEST_CASE("a chain of 200 names with an operator each compiles") {
  const Recipe recipe = Layered([](RecipeLayers& layers) {
    layers.AddFlag("--noise", "n199");
    for (int i = 199; i > 0; --i)
      layers.AddFormula("n" + std::to_string(i), "n" + std::to_string(i - 1) + " + 0.1", "--let");
    layers.AddFormula("n0", "perlin(4)", "--let");
  });
  CHECK_NOTHROW(Program::Compile(recipe));
}

TEST_CASE("errors in formulas of flags and sets name the flag and the column") {
  CHECK(ErrorIn([](RecipeLayers& layers) {
          layers.AddFlag("--noise", "2*foo");
        }).starts_with("--noise: column 3: unknown name \"foo\""));
  CHECK(ErrorIn([](RecipeLayers& layers) {
          layers.AddFlag("--noise", "x");
          layers.AddFormula("a", "1 +", "--let a");
        }).starts_with("--let a: column 4: the formula ends where"));
  CHECK(ErrorIn([](RecipeLayers& layers) {
          AddBelow(layers, kTerrace);
          layers.AddSet("noise.source", "2*foo", "--set noise.source");
        }).starts_with("--set noise.source: column 3: unknown name \"foo\""));
}

}  // namespace
}  // namespace cobble::test
