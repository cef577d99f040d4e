// Runs cobble for the tests: in this process, as a process, on a terminal.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace cobble {

using Strings = std::vector<std::string>;

struct Outcome {
  int status = -1;
  std::string out, err;
};

// Runs cobble in this process. `args` are the arguments after "cobble".
Outcome RunCobble(const std::vector<std::string>& args, const std::string& input = {});

// The same with the words of `line`.
Outcome RunLine(std::string_view line, const std::string& input = {});

// Returns the output of cobble with the words of `line`. Checks that it succeeds without errors.
std::string Out(const std::string& line);

// Runs cobble render with the words of `line`. Checks that it succeeds and prints the errors `err`.
void Render(const std::string& line, const std::string& err = {});

// Returns the errors of cobble render with the words of `line`: `status`, and no output.
std::string Refusal(const std::string& line, int status = 2);

// Splits a line at whitespace.
std::vector<std::string> SplitWords(std::string_view line);

// Splits a text into its lines, without their ends.
std::vector<std::string> SplitLines(const std::string& text);

// Returns the words of a text, separated by single spaces.
std::string Flat(const std::string& text);

inline bool Contains(std::string_view text, std::string_view part) {
  return text.find(part) != text.npos;
}

// Runs a line of sh in which "cobble" is the program under test. Returns the shell's exit status,
// 127 if there is no such shell: ask test::Lacks(test::kShell) first.
Outcome RunShell(const std::string& line);

// Runs commands that cobble prints, one per line, in a shell if there is one. Returns all their
// output, and the status of the last one that ran.
enum AfterFailure { kGoOn, kStop };
Outcome RunCommands(const std::string& lines, AfterFailure then = kGoOn);

bool HasProgram(const std::string& name);

// Runs cobble as a process whose standard output and error are a terminal; `out` receives both.
// Needs test::kTerminal.
// `environment`: variables to set, as NAME=VALUE; by default, messages have no colours.
Outcome RunOnTerminal(const std::vector<std::string>& args,
                      const std::vector<std::string>& environment = {"NO_COLOR=1"});

// A new folder that is the working directory while the object exists.
class Folder {
 public:
  Folder();
  ~Folder();
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  // Returns the names of the folder's entries, sorted.
  std::vector<std::string> Names() const;

 private:
  std::string path_;
  std::filesystem::path before_;
};

// A folder with a recipe, r.json.
class RecipeFolder {
 public:
  explicit RecipeFolder(std::string_view recipe);
  // Runs cobble render r.json --quiet with the words of `line`. Requires that it succeeds.
  void Render(const std::string& line) const;

 private:
  Folder folder_;
};

void WriteFile(const std::string& path, std::string_view bytes);
std::string ReadAll(const std::string& path);
std::vector<float> Floats(const std::string& path);  // the bytes of a file as floats

// A small recipe, "good.json" in most tests.
inline constexpr std::string_view kGoodRecipe =
    R"({"cobble": 1, "size": [40, 30], "noise": {"type": "perlin", "octaves": 2}})";

class GoodFolder : public Folder {
 public:
  GoodFolder() { WriteFile("good.json", kGoodRecipe); }
};

}  // namespace cobble
