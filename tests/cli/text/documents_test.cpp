// Tests that the documents agree with the program: tables, recipes, formulas and commands.
#include <doctest/doctest.h>

#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "recipe/fields/fields.h"
#include "recipe/fields/node_spec.h"
#include "recipe/formula/library.h"
#include "support/harness.h"
#include "support/sanitizers.h"
#include "support/skip.h"
#include "support/terminal_session.h"
#include "test_paths.h"

namespace cobble {
namespace {

std::string Document(const std::string& path) { return ReadAll(COBBLE_SOURCE_DIR "/" + path); }

std::map<std::string, std::string> Documents() {
  const std::filesystem::path root = COBBLE_SOURCE_DIR;
  std::map<std::string, std::string> documents{{"README.md", Document("README.md")}};
  for (const char* folder : {".github", "include", "presets", "src", "tests"})
    for (const auto& entry : std::filesystem::recursive_directory_iterator(root / folder))
      if (entry.path().extension() == ".md") {
        const std::string path = entry.path().lexically_relative(root).generic_string();
        documents[path] = Document(path);
      }
  return documents;
}

std::vector<std::string> Blocks(const std::string& text, const std::string& language) {
  std::vector<std::string> blocks;
  const std::string begin = "\n```" + language + '\n';
  for (std::size_t at = 0; (at = text.find(begin, at)) != std::string::npos;) {
    at += begin.size();
    blocks.push_back(text.substr(at, text.find("\n```", at) + 1 - at));
  }
  return blocks;
}

TEST_CASE("the tables of all documents match the program (scripts/readme fills them)") {
  const std::string begin = "<!-- cobble ", end = " -->\n\n";
  std::set<std::string> found;
  for (const auto& [path, text] : Documents())
    for (std::size_t at = 0; (at = text.find(begin, at)) != std::string::npos;) {
      at += begin.size();
      const std::string command = text.substr(at, text.find(end, at) - at);
      at += command.size() + end.size();
      const std::string table = text.substr(at, text.find("\n<!-- end -->", at) - at);
      const auto& document = path;  // a lambda cannot capture a binding
      CHECK_MESSAGE(table == Out(command + " --markdown"), document << ": " << command);
      found.insert(command);
    }
  std::set<std::string> expected{"explain formulas", "list engines", "list formats",
                                 "list functions",   "list maps",    "list operators",
                                 "list presets",     "list recipe"};
  for (const NodeSpec* node : NodeSpecs()) expected.insert("explain " + std::string(node->name));
  for (const Json::Member& function : LibraryFunctions().members())
    expected.insert("explain " + function.key);
  CHECK(found == expected);
}

TEST_CASE("the recipes in the documents are valid") {
  std::size_t recipes = 0;
  for (const auto& document : Documents())
    for (const std::string& recipe : Blocks(document.second, "jsonc")) {
      const Outcome outcome = RunCobble({"check", "-"}, recipe);
      CHECK_MESSAGE(outcome.status == 0, document.first);
      CHECK(outcome.err == "");
      ++recipes;
    }
  CHECK(recipes == 9);
}

TEST_CASE("the formulas in the documents are valid") {
  std::size_t formulas = 0;
  for (const auto& document : Documents())
    for (const std::string& block : Blocks(document.second, "formula"))
      for (const std::string& formula : SplitLines(block)) {
        ++formulas;
        const Outcome outcome = RunCobble({"show", "--noise", formula});
        CHECK_MESSAGE(outcome.status == 0, outcome.err);
        CHECK(outcome.err == "");
      }
  CHECK(formulas == 16);
}

TEST_CASE("the page of formulas has the grammar that the parser implements") {
  const std::string page = Document("src/recipe/formula/README.md");
  int rules = 0;
  for (const std::string& line : SplitLines(Document("src/recipe/formula/parser.h"))) {
    if (!line.starts_with("//   ")) continue;
    CHECK_MESSAGE(page.find("\n" + line.substr(5) + "\n") != std::string::npos, line);
    ++rules;
  }
  CHECK(rules == 8);
}

// Returns the example in the section of a node or a function.
std::string ExampleOf(const std::string& page, const std::string& name) {
  const std::size_t at = page.find("\n### `" + name + "`\n");
  REQUIRE(at != std::string::npos);
  return Blocks(page.substr(at, page.find("<!--", at) - at), "json").at(0);
}

// scripts/gallery makes the pictures beside them from these examples.
TEST_CASE("each type of node has a section with an example of it") {
  const std::string text = Document("src/nodes/README.md");
  for (const NodeSpec* node : NodeSpecs()) {
    const std::string name(node->name);
    CAPTURE(name);
    if (name == kRefType) continue;
    const std::string example = ExampleOf(text, name);
    CHECK(example.find("\"type\": \"" + name + '"') != std::string::npos);
    const auto& [key, color] = node->color_choice;
    const std::string choice = '"' + std::string(key) + "\": \"" + std::string(color) + '"';
    const std::string recipe =
        node->is_color || example.find(choice) != std::string::npos
            ? R"({"cobble": 1, "noise": {"type": "white"}, "maps": {"color": )" + example + "}}"
            : R"({"cobble": 1, "noise": )" + example + "}";
    const Outcome outcome = RunCobble({"check", "-"}, recipe);
    CHECK_MESSAGE(outcome.status == 0, outcome.err);
  }
}

TEST_CASE("each function of the library has a section with an example that calls it") {
  const std::string text = Document("presets/functions/README.md");
  const std::string start = Blocks(text, "json").at(0);
  for (const Json::Member& function : LibraryFunctions().members()) {
    CAPTURE(function.key);
    const std::string example = ExampleOf(text, function.key);
    CHECK(example.find(function.key + '(') != std::string::npos);
    const std::string recipe = start.substr(0, start.rfind('}')) + ", " + example.substr(1);
    const Outcome outcome = RunCobble({"check", "--quiet", "-"}, recipe);
    CHECK_MESSAGE(outcome.status == 0, outcome.err);
  }
}

TEST_CASE("the page of nodes explains the symbols of formulas") {
  const std::string text = Flat(Document("src/nodes/README.md"));
  for (const Symbol& symbol : Symbols())
    CHECK_MESSAGE(text.find(symbol.meaning) != std::string::npos, symbol.meaning);
}

TEST_CASE("the page of recipes explains coordinates in the words of explain domain") {
  const std::string text = Flat(Document("src/recipe/README.md"));
  const Field& domain = *FindField(ObjectKind::kRecipe, "domain");
  CHECK(domain.details.size() == 2);
  for (const auto& detail : domain.details)
    CHECK_MESSAGE(text.find(detail.text) != std::string::npos, detail.text);
  const Field& slice = *FindField(ObjectKind::kDomain, "slice");
  CHECK(text.find(slice.details.back().text) != std::string::npos);
}

// Runs a document's line in this folder. Only plans large pictures.
void RunLine(const std::string& line) {
  if (line.starts_with("cobble view ") || line.starts_with("cobble watch ")) {
    test::TerminalSession session(SplitWords(line.substr(line.find(' '))));
    const bool ends = line.starts_with("cobble view ");
    CHECK_MESSAGE((ends ? session.Finish() == 0 : session.WaitFor(" rendered ")), line);
    return;
  }
  const bool is_large = line.find("--size 4096") != std::string::npos;
  const Outcome outcome = RunShell(line + (is_large ? " --dry-run" : ""));
  CHECK_MESSAGE(outcome.status == 0, line << ": " << outcome.err);
}

// Stores have their own test.
TEST_CASE("the commands of the documents run in order, those of the README first") {
  if (test::Lacks(test::kShell)) return;
  if (test::kUnderSanitizer) return test::Skip("slow; the other tests of cli run all of cobble");
  const Folder folder;
  std::map<std::string, std::string> documents = Documents();
  std::vector<std::string> blocks = Blocks(documents.at("README.md"), "sh");
  documents.erase("README.md");
  documents.erase("src/stores/README.md");
  for (const auto& document : documents)
    for (std::string& block : Blocks(document.second, "sh")) blocks.push_back(std::move(block));
  int commands = 0;
  for (const std::string& block : blocks)
    for (const std::string& line : SplitLines(block)) {
      if (!line.starts_with("cobble ") && !line.starts_with("printf ")) continue;
      ++commands;
      RunLine(line);
    }
  CHECK(commands >= 12);
}

}  // namespace
}  // namespace cobble
