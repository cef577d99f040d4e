// Interprets any bytes as a command line: one argument per line, then an empty line, then the
// standard input. $NAME in an argument becomes the path of an existing file.
#include <algorithm>
#include <set>
#include <sstream>
#include <vector>

#include "cli/run.h"
#include "core/utf8.h"
#include "fuzz/fuzzer.h"
#include "fuzz/scratch_folder.h"

namespace cobble::test {
namespace {

using Words = std::vector<std::string>;

constexpr std::string_view kRecipe =
    R"({"cobble": 1, "size": [9, 7], "noise": {"type": "perlin", "octaves": 2}})";

struct Line {
  Words words;
  std::string input;
};

// A NUL ends an argument, as it does for a process.
Line Split(std::string_view bytes) {
  Line line;
  while (!bytes.empty()) {
    const std::size_t end = std::min(bytes.find('\n'), bytes.size());
    const std::string_view word = bytes.substr(0, std::min(bytes.find('\0'), end));
    bytes.remove_prefix(std::min(end + 1, bytes.size()));
    if (end == 0) break;
    line.words.emplace_back(word);
  }
  line.input = bytes;
  return line;
}

// Files that command lines can use and must leave unchanged.
class InputFiles {
 public:
  InputFiles();

  // Returns the arguments with names replaced by paths, changed so that nothing is written or slow.
  Words Prepare(const Words& words) const;
  void DemandUntouched() const {
    Demand(folder_.Count() == count_, "a dry run created or removed a file");
  }

 private:
  ScratchFolder folder_;
  std::size_t count_ = 0;
};

InputFiles::InputFiles() {
  folder_.Write("good.json", kRecipe);
  folder_.Write("points.csv", "x,y,z\n0,0,0\n0.5,-0.25,3\n");
  for (const char* const name : {"made.png", "made.exr", "made.r16"}) {
    std::istringstream in;
    std::ostringstream out, err;
    const int status = Run({"render", folder_ / "good.json", "-o", folder_ / name}, in, out, err);
    Demand(status == 0, err.str());
  }
  count_ = folder_.Count();
}

// Makes every render a dry run without a checksum, which computes no pixels: FuzzRender does that.
// Removes reports, which a dry run would write.
Words InputFiles::Prepare(const Words& words) const {
  Words prepared;
  for (const std::string& word : words) {
    if (word.starts_with("--dry-run") || word.starts_with("--checksum")) continue;
    if (word.starts_with("--report")) continue;
    const std::size_t name = word.find('$');
    prepared.push_back(name == std::string::npos
                           ? word
                           : word.substr(0, name) + (folder_ / word.substr(name + 1)));
  }
  if (!prepared.empty() && prepared[0] == "render")
    prepared.insert(prepared.begin() + 1, "--dry-run");
  return prepared;
}

// Checks that each error has one line that a terminal can print. Below an error in a flag's
// formula, two indented lines show the formula and the column.
void CheckMessages(int status, const std::string& err) {
  std::istringstream lines(err);
  bool first = true;
  for (std::string line; std::getline(lines, line); first = false) {
    const bool shows_formula = !first && line.starts_with("  ");
    Demand(line.starts_with("cobble: ") || shows_formula,
           "a message lacks the program's name: " + line);
    Demand(Printable(line, line.size()) == line, "a message contains a control character: " + line);
  }
  Demand(err.empty() || err.ends_with('\n'),
         "the last message does not end with a newline: " + err);
  Demand(status == 0 || !err.empty(), "fails without a message");
}

void CheckOutcome(const Words& words, int status, const std::string& out, const std::string& err) {
  static const std::set<int> known{0, 2, 3, 4, 5};
  Demand(known.contains(status), "status " + std::to_string(status) + ": " + err);
  CheckMessages(status, err);
  Demand(IsUtf8(out), "prints invalid UTF-8: " + out);
  const bool streams = words[0] == "sample";
  Demand(status == 0 || out.empty() || streams, "fails after printing: " + out);
}

}  // namespace

void FuzzCommandLine(std::string_view bytes) {
  static const InputFiles files;
  const Line line = Split(bytes);
  const Words words = files.Prepare(line.words);
  if (words.empty()) return;
  std::istringstream in(line.input);
  std::ostringstream out, err;
  const int status = Run(words, in, out, err);
  CheckOutcome(words, status, out.str(), err.str());
  files.DemandUntouched();
}

}  // namespace cobble::test
