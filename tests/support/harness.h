// Runs cobble for the tests: in this process, as a process, on a terminal.
#ifndef COBBLE_TESTS_SUPPORT_HARNESS_H_
#define COBBLE_TESTS_SUPPORT_HARNESS_H_

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace cobble {

struct Outcome {
  int status = -1;
  std::string out, err;
};

// Runs cobble in this process. `args` are the arguments after "cobble".
Outcome RunCobble(const std::vector<std::string>& args, const std::string& input = {});

// Runs cobble with the words of `line` and returns its output. Checks that it succeeds and prints
// no errors.
std::string Out(const std::string& line);

// Splits a line at whitespace.
std::vector<std::string> SplitWords(std::string_view line);

// Runs a line of sh in which "cobble" is the program under test. Returns the shell's exit status.
Outcome RunShell(const std::string& line);

// Runs cobble as a process whose standard output and error are a terminal; `out` receives both.
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
  std::filesystem::path path_, before_;
};

void WriteFile(const std::string& path, std::string_view bytes);
std::string ReadAll(const std::string& path);

// A small recipe, "good.json" in most tests.
inline constexpr std::string_view kGoodRecipe =
    R"({"cobble": 1, "size": [40, 30], "noise": {"type": "perlin", "octaves": 2}})";

}  // namespace cobble

#endif  // COBBLE_TESTS_SUPPORT_HARNESS_H_
