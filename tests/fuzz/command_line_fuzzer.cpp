// Any bytes as the words of a command line, a line each, up to an empty line; what follows is its
// standard input. A word $NAME stands for the path of a file that is there.
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

// A NUL ends a word, as it does for a process.
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

// What any line finds, and what it must leave as it was.
class Surroundings {
 public:
  Surroundings();

  // The words as they are run: with paths for names, and so that nothing is written or takes long.
  Words Prepare(const Words& words) const;
  void DemandUntouched() const {
    Demand(folder_.Count() == count_, "a dry run made a file, or removed one");
  }

 private:
  ScratchFolder folder_;
  std::size_t count_ = 0;
};

Surroundings::Surroundings() {
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

// Whatever the words say, render is dry, and computes no pixel: that is FuzzRender's.
Words Surroundings::Prepare(const Words& words) const {
  Words prepared;
  for (const std::string& word : words) {
    if (word.starts_with("--dry-run") || word.starts_with("--checksum")) continue;
    const std::size_t name = word.find('$');
    prepared.push_back(name == std::string::npos
                           ? word
                           : word.substr(0, name) + (folder_ / word.substr(name + 1)));
  }
  if (!prepared.empty() && prepared[0] == "render")
    prepared.insert(prepared.begin() + 1, "--dry-run");
  return prepared;
}

// A line a fault, each of text that a terminal can show.
void JudgeMessages(int status, const std::string& err) {
  std::istringstream lines(err);
  for (std::string line; std::getline(lines, line);) {
    Demand(line.starts_with("cobble: "), "a message does not say whose it is: " + line);
    Demand(Printable(line, line.size()) == line, "a message holds a control character: " + line);
  }
  Demand(err.empty() || err.ends_with('\n'), "the last message has no end: " + err);
  Demand(status == 0 || !err.empty(), "fails without a message");
}

void Judge(const Words& words, int status, const std::string& out, const std::string& err) {
  static const std::set<int> known{0, 2, 3, 4, 5};
  Demand(known.contains(status), "status " + std::to_string(status) + ": " + err);
  JudgeMessages(status, err);
  Demand(IsUtf8(out), "prints what is no text: " + out);
  const bool prints_as_it_goes = words[0] == "sample";
  Demand(status == 0 || out.empty() || prints_as_it_goes, "fails after it printed: " + out);
}

}  // namespace

void FuzzCommandLine(std::string_view bytes) {
  static const Surroundings surroundings;
  const Line line = Split(bytes);
  const Words words = surroundings.Prepare(line.words);
  if (words.empty()) return;
  std::istringstream in(line.input);
  std::ostringstream out, err;
  const int status = Run(words, in, out, err);
  Judge(words, status, out.str(), err.str());
  surroundings.DemandUntouched();
}

}  // namespace cobble::test
