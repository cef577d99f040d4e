// Finds what keeps the files of a store from being read or replaced.
#pragma once

#include <map>
#include <string>

namespace cobble {

// Remembers folders, which many files share. For one thread.
class ObstacleFinder {
 public:
  // Returns "PATH: is a folder, not a file", "PATH: Permission denied" and so on. Empty if a
  // command can read the file, if it exists, and replace it.
  std::string At(const std::string& file);

 private:
  std::map<std::string, std::string> above_;  // messages by folder
};

}  // namespace cobble
