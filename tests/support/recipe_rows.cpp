// Takes lines of layers apart, and resolves them.
#include "support/recipe_rows.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <functional>
#include <utility>

#include "cli/recipes/key_flags.h"
#include "cobble/error.h"
#include "cobble/recipe_io.h"
#include "core/interrupt.h"
#include "support/harness.h"
#include "support/messages.h"
#include "support/schema_validator.h"

namespace cobble::test {
namespace {

// In: text, the recipe's if there is nothing else; the schema must agree with its errors.
std::vector<Issue> IssuesIn(const std::function<void()>& resolve, const std::string* text) {
  try {
    resolve();
  } catch (const Error& error) {
    const bool from_file = std::string(error.what()).starts_with("f:");
    CHECK(error.kind() == (from_file ? ErrorKind::kRecipe : ErrorKind::kUsage));
    if (text != nullptr) CheckSchemaAgrees(*text, error.what());
    return error.issues();
  }
  if (text != nullptr) CheckSchemaAgrees(*text, "");
  return {};
}

Strings SplitLayers(const std::string& line) {
  constexpr std::string_view kPlus = " + ";
  Strings layers;
  std::size_t start = 0;
  for (std::size_t at = 0; (at = line.find(kPlus, at)) != std::string::npos; ++at) {
    const std::string_view next = std::string_view(line).substr(at + kPlus.size());
    if (!next.starts_with("--") && !next.starts_with('"')) continue;
    layers.push_back(line.substr(start, at - start));
    start = at + kPlus.size();
  }
  layers.push_back(line.substr(start));
  return layers;
}

std::string TextOf(const std::string& layer) {
  const bool are_members = layer.starts_with('"') && layer.find("\": ") != std::string::npos;
  return are_members ? "{\"cobble\": 1, " + layer + "}" : layer;
}

void AddLayer(const std::string& layer, RecipeLayers* layers) {
  const auto split = [&](char mark) {
    const std::size_t at = layer.find(mark);
    REQUIRE_MESSAGE(at != std::string::npos, layer);
    return std::pair(layer.substr(0, at), layer.substr(at + 1));
  };
  if (layer.starts_with("--set ")) {
    const auto [path, value] = split('=');
    layers->AddSet(path.substr(6), value, path);
  } else if (layer.starts_with("--knob ")) {
    const auto [name, value] = split('=');
    layers->AddKnob(name.substr(7), value, name);
  } else if (layer.starts_with("--let ")) {
    const auto [name, formula] = split('=');
    layers->AddFormula(name.substr(6), formula, name);
  } else if (layer.starts_with("--library ")) {
    layers->AddLibrary(TextOf(layer.substr(10)), "lib");
  } else if (layer.starts_with("--preset ")) {
    layers->AddPreset(layer.substr(9));
  } else if (layer.starts_with("--")) {
    const std::size_t blank = layer.find(' ');
    REQUIRE_MESSAGE(blank != std::string::npos, layer);
    AddFlag(layer.substr(0, blank), layer.substr(blank + 1), layers);
  } else {
    layers->AddText(TextOf(layer), "f");
  }
}

}  // namespace

std::string Text(const std::string& type, const std::string& members) {
  return R"({"cobble": 1, "noise": {"type": ")" + type + "\", " + members + "}}";
}

void AddFlag(const std::string& flag, const std::string& value, RecipeLayers* layers) {
  const auto found = std::ranges::find_if(
      KeyFlags(), [&](const KeyFlag& each) { return each.name == flag || each.alias == flag; });
  REQUIRE_MESSAGE(found != KeyFlags().end(), flag);
  layers->AddKey(found->path, value, flag);
}

Recipe Resolve(const std::string& text, const Pairs& flags, const Pairs& sets) {
  RecipeLayers layers;
  layers.AddText(text, "f");
  for (const auto& [flag, value] : flags) AddFlag(flag, value, &layers);
  for (const auto& [path, value] : sets) layers.AddSet(path, value, "--set " + path);
  return layers.Resolve();
}

std::vector<Issue> IssuesOf(const std::string& text, const Pairs& flags, const Pairs& sets) {
  return IssuesIn([&] { Resolve(text, flags, sets); },
                  flags.empty() && sets.empty() ? &text : nullptr);
}

std::string ErrorOf(const std::string& text, const Pairs& flags, const Pairs& sets) {
  std::string texts;
  for (const Issue& issue : IssuesOf(text, flags, sets))
    texts += (texts.empty() ? "" : "\n") + issue.Text();
  return texts.empty() ? "nothing is wrong" : texts;
}

Program CompileText(const std::string& noise, const std::string& members,
                    const CompileOptions& options) {
  const std::string text = R"({"cobble": 1, )" + members + R"("noise": )" + noise + "}";
  return Program::Compile(ReadRecipe(text, "f"), options);
}

std::vector<std::string> CompileErrors(const std::string& noise, const std::string& members,
                                       const CompileOptions& options) {
  std::vector<std::string> errors;
  try {
    CompileText(noise, members, options);
  } catch (const Error& error) {
    for (const Issue& issue : error.issues()) errors.push_back(issue.Text());
  }
  return errors;
}

int QuestionsOf(const std::string& noise, const std::string& members) {
  int count = 0;
  const InterruptScope scope([&] {
    ++count;
    return false;
  });
  CompileText(noise, members);
  return count;
}

std::vector<Issue> IssuesOfLine(const std::string& line) {
  const Strings layers = SplitLayers(line);
  const std::string text = TextOf(layers.front());
  const bool is_text = layers.size() == 1 && !layers.front().starts_with("--");
  return IssuesIn([&] { ResolveLine(line); }, is_text ? &text : nullptr);
}

Recipe ResolveLine(const std::string& line) {
  RecipeLayers layers;
  for (const std::string& layer : SplitLayers(line)) AddLayer(layer, &layers);
  return layers.Resolve();
}

void CheckSentences() {
  CheckAnswers([](const std::string& line) {
    std::string texts;
    for (const Issue& issue : IssuesOfLine(line)) texts += issue.Text() + "\n";
    return texts;
  });
}

void CheckRecipes() { CheckIssues(&IssuesOfLine); }

void CheckSameRecipes(Recipe (*resolve)(const std::string&)) {
  constexpr std::string_view kArrow = " => ";
  CheckMessages([&](const std::string& row) -> std::string {
    const std::size_t arrow = row.find(kArrow);
    REQUIRE_MESSAGE(arrow != std::string::npos, row);
    const Recipe got = resolve(row.substr(0, arrow)),
                 wanted = ResolveLine(row.substr(arrow + kArrow.size()));
    return got == wanted ? "" : "got " + WriteRecipeLine(got) + "\nnot " + WriteRecipeLine(wanted);
  });
}

}  // namespace cobble::test
