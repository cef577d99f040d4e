// Paths: what they lead to, and what is in the way of writing there.
#ifndef COBBLE_PLATFORM_PATH_H_
#define COBBLE_PLATFORM_PATH_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "platform/file.h"

namespace cobble {

// The access rights of a file, in the numbers of its system; only KeepAccess reads them.
struct FileRights {
  uint32_t mode = 0, user = 0, group = 0;
};

// FNV-1a.
inline uint64_t Fnv1a(std::string_view text) {
  uint64_t hash = 0xCBF29CE484222325;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001B3;
  return hash;
}

struct Location {
  std::string target{};  // the path with symbolic links resolved; may not exist
  bool exists = false;
  bool direct = false;            // not a regular file, so written directly
  FileRights rights{};            // of the existing file
  Handle own_handle = kNoHandle;  // the open file of this process that the path names
  int error = 0;                  // errno if the path cannot be resolved, or 0
};

// Resolves symbolic links one by one, since realpath fails if the target does not exist yet. Stops
// at links in /proc, which name open descriptors. The path "-" is standard output.
Location Locate(std::string path);

// Does not resolve links: target is the path itself. What is neither a regular file nor a folder
// counts as absent, so that a rename replaces it.
Location LocateItself(const std::string& path);

// What keeps this process from reading a file or from replacing it by a rename.
struct Obstacle {
  std::string path{};
  int error = 0;  // errno: EISDIR, ENOTDIR, EACCES and so on; 0 if nothing does
};
// Looks at the file alone. What LocateItself counts as absent is no obstacle.
Obstacle FindObstacleAt(const std::string& file);
// Looks at the nearest path above that exists, where folders may be created. In: folder, as
// FolderOf returns it.
Obstacle FindObstacleAbove(std::string folder);

// Returns the path up to and including the last slash; "" if there is no slash.
std::string FolderOf(const std::string& path);

}  // namespace cobble

#endif  // COBBLE_PLATFORM_PATH_H_
