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

// Compares resolved paths and identities, so symbolic and hard links are recognised. The path "-"
// is standard input or output.
class PathCheck {
 public:
  // no_clobber: reject outputs that exist.
  explicit PathCheck(bool no_clobber) : no_clobber_(no_clobber) {}
  void set_no_clobber(bool no_clobber) { no_clobber_ = no_clobber; }
  // Whether the folders of outputs may be missing, because MakeFolders makes them; else `hint` says
  // what to do.
  void set_folders(bool may_be_missing, std::string hint) {
    makes_folders_ = may_be_missing;
    folder_hint_ = std::move(hint);
  }

  // `what` names the file in messages: "the recipe a.json", "-o a.png". In: hint, of the error if
  // an output is the same file.
  void AddInput(const std::string& what, const std::string& path, const std::string& hint = {});
  // Throws Error kUsage if the file was added before; kIo if the file is a folder or
  // write-protected, its folder is not writable or, with Issue::file, does not exist, or the file
  // exists and no_clobber is set.
  void AddOutput(const std::string& what, const std::string& path);

  // Makes the folders of the outputs that are missing. Throws Error kIo with Issue::file.
  void MakeFolders() const;
  // Returns the missing folders of the outputs that were added since the last call, for a caller
  // that makes them one by one; MakeFolders no longer does.
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
  // Returns the first entry that is the same file; null if there is none.
  const Entry* Find(const Entry& entry) const;

  bool no_clobber_, makes_folders_ = false;
  std::string folder_hint_ = "make it first";
  std::set<std::string> missing_folders_;
  std::vector<Entry> entries_;
  // Indices of entries, so that runs with many files take no quadratic time.
  std::unordered_multimap<std::string, std::size_t> by_real_path_;
  std::unordered_multimap<uint64_t, std::size_t> by_file_number_;
};

// Makes folders and those above them. Throws Error kIo with Issue::file.
void MakeFolders(const std::set<std::string>& folders);

// Returns whether the output path is a terminal.
bool IsTerminal(const std::string& path);

// Throws Error kUsage if the input path is the same file as standard output, since the command
// would read its own output. Accepts "-".
void RefuseStandardOutput(const std::string& path);

// Returns whether the output path is "-" or the same file as standard output. False for character
// devices, such as terminals and /dev/null.
bool IsStandardOutput(const std::string& path);

}  // namespace cobble
