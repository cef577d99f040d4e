// Whether the paths of a run are different files, and its outputs can be made.
#ifndef COBBLE_CLI_PATHS_H_
#define COBBLE_CLI_PATHS_H_

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace cobble {

// Paths are compared by where they really lead and by inode, so that links of both kinds are seen.
// "-" is standard input or output.
class PathCheck {
 public:
  // no_clobber: outputs that exist are refused.
  explicit PathCheck(bool no_clobber) : no_clobber_(no_clobber) {}

  // `what` names the file in messages: "the recipe a.json", "-o a.png".
  void AddInput(const std::string& what, const std::string& path);
  // Throws Error kUsage where the file is one of those added before, kIo where it is a folder or
  // protected, its folder takes no files, or --no-clobber forbids it.
  void AddOutput(const std::string& what, const std::string& path);

 private:
  struct Entry {
    std::string what, path;
    bool is_output = false;
    std::string real_path{};                // empty: "-"
    std::pair<uint64_t, uint64_t> inode{};  // device and number; 0: none of its own
    bool is_regular = false;
  };

  static Entry Identify(const std::string& what, const std::string& path, bool is_output);
  static bool Alike(const Entry& a, const Entry& b);

  bool no_clobber_;
  std::vector<Entry> entries_;
};

// Whether writing to `path`, an output's, would reach a terminal.
bool IsTerminal(const std::string& path);

// Throws Error kUsage where `path`, an input's, leads to what standard output leads to: whoever
// reads it would read on in what is printed. "-" does not.
void RefuseStandardOutput(const std::string& path);

// Whether an output's path is "-" or leads to what standard output leads to. No device counts:
// whatever reads and writes one terminal, or /dev/null, has its inode.
bool IsStandardOutput(const std::string& path);

}  // namespace cobble

#endif  // COBBLE_CLI_PATHS_H_
