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

// In this process. In: the words after "cobble".
Outcome RunCobble(const std::vector<std::string>& words, const std::string& input = {});

// What a line of words prints, which must succeed in silence.
std::string Out(const std::string& line);

// The words of a line, split at blanks.
std::vector<std::string> SplitWords(std::string_view line);

// A line of sh, in which "cobble" is the program that was built. The status is the shell's.
Outcome RunShell(const std::string& line);

// As a process whose standard output and error are a terminal, of which `out` is what was seen.
Outcome RunOnTerminal(const std::vector<std::string>& words);

// An empty folder that is the current one while this lives.
class Folder {
 public:
  Folder();
  ~Folder();
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  // The names of all that is in it, sorted.
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
