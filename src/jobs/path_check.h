// Checks that the files of a run are distinct and that its outputs can be written.
#pragma once

#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "platform/file.h"

namespace cobble {

struct PathRules {
  bool no_clobber = false;
  bool makes_folders = false;                 // missing folders of outputs will be made
  std::string folder_hint = "make it first";  // what to do if they are not
};

// Compares resolved paths and identities, so symbolic and hard links are recognised. The path "-"
// is standard input or output.
class PathCheck {
 public:
  explicit PathCheck(PathRules rules = {}) : rules_(std::move(rules)) {}
  // For outputs from now on.
  void set_rules(PathRules rules) { rules_ = std::move(rules); }

  // `what` names the file in messages: "the recipe a.json", "-o a.png". In: hint, of the error if
  // an output is the same file.
  void AddInput(const std::string& what, const std::string& path, const std::string& hint = {});
  // Throws Error kUsage if the file was added before; kIo if it is a folder or write-protected,
  // exists despite no_clobber, or its folder is not writable or, with Issue::file, missing.
  void AddOutput(const std::string& what, const std::string& path);

  // Makes the missing folders of the outputs. Throws Error kIo with Issue::file.
  void MakeFolders() const;
  // Returns the missing folders of outputs added since the last call, for a caller that makes them
  // one by one instead of MakeFolders.
  std::set<std::string> TakeMissingFolders() { return std::exchange(missing_folders_, {}); }

 private:
  struct Entry {
    std::string what, path;
    bool is_output = false;
    std::string hint{};
    std::string real_path{};  // empty for "-"
    FileIdentity identity{};  // all 0 if not comparable
    bool is_regular = false;
  };

  void CheckOutput(const std::string& what, const std::string& path);
  void CheckFolder(const std::string& what, const std::string& path);
  static Entry Identify(const std::string& what, const std::string& path, bool is_output);
  static bool SameFile(const Entry& a, const Entry& b);
  void Add(Entry entry);
  const Entry* Find(const Entry& entry) const;

  PathRules rules_;
  std::set<std::string> missing_folders_;
  std::vector<Entry> entries_;
  // Indices of entries, so that many files do not take quadratic time.
  std::unordered_multimap<std::string, std::size_t> by_real_path_;
  std::unordered_multimap<uint64_t, std::size_t> by_file_number_;
};

// Makes folders and their parents. Throws Error kIo with Issue::file.
void MakeFolders(const std::set<std::string>& folders);

bool IsTerminal(const std::string& path);

// Throws Error kUsage if an input is also standard output, which would be read. Accepts "-".
void RefuseStandardOutput(const std::string& path);

// Returns whether the output path is "-" or the same file as standard output. False for devices
// such as terminals and /dev/null.
bool IsStandardOutput(const std::string& path);

}  // namespace cobble
