// Paths: their parts, what they lead to, and what prevents writing there.
//
// On Windows, `/` and `\` both separate names, and a path may start with a drive (C:) or a share
// (\\server\share). Paths that these functions put together have slashes on every system.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "platform/file.h"

namespace cobble {

// --- Paths as texts ---

// On POSIX, `\` is an ordinary character.
bool IsSeparator(char c);
inline bool EndsInSeparator(std::string_view path) {
  return !path.empty() && IsSeparator(path.back());
}
// Returns the length of the root, which is above all folders: "/", "C:/", "C:", "//server/share/";
// 0 if there is none.
std::size_t RootLength(std::string_view path);
// On Windows, "C:a" and "/a" are not absolute: they depend on current folders and drives.
bool IsAbsolute(std::string_view path);

// Returns the path up to and including the last separator, or its root; "" if it has neither.
std::string FolderOf(std::string_view path);
// Returns what follows FolderOf: "" for "a/".
std::string_view FileNameOf(std::string_view path);
// Returns the folder without a separator at its end, unless it is a root: "a" for "a/b" and "a/",
// "/" for "/a" and "/", "" for "a".
std::string ParentOf(std::string_view path);
// Returns the names behind the root, "." and ".." included.
std::vector<std::string_view> NamesIn(std::string_view path);
// Returns the path without separators at its end, unless they are its root.
std::string_view WithoutSeparator(std::string_view path);
// Returns the folder, which may be "", with a separator at its end.
std::string WithSeparator(std::string folder);
// Returns the path with a slash for each separator, for file formats. On Windows, also without the
// mark of a verbatim path: "C:/a" for "\\?\C:\a".
std::string WithSlashes(std::string path);
// Returns the end of the file name from its last dot: ".png"; "" if it has no dot.
std::string_view SuffixOfName(std::string_view path);

// Removes "." and "..", without looking for symbolic links, and repeated separators. Returns "."
// for the current folder. A separator at the end stays.
std::string NormalPath(std::string_view path);
// Returns the way from the folder `base` to the path; the path itself if there is none. In: normal
// paths, absolute or not.
std::string RelativePath(const std::string& path, const std::string& base);

// --- Paths in the file system ---

// Returns the normal path from the root, without a separator at its end. Does not follow symbolic
// links; the file need not exist.
std::string AbsolutePath(const std::string& path);
// Returns the same with symbolic links resolved as far as the path exists.
std::string RealPath(const std::string& path);
// Returns a key that two results of RealPath share if they name one file, which need not exist: the
// path, in upper case where names have no case.
std::string PathKey(const std::string& real_path);

// A file's access rights, as its system numbers them. Only KeepAccess reads them.
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
  int error = 0;                  // not 0 if the path cannot be resolved or cannot name a file
};

// Resolves symbolic links one by one, since realpath fails if the target does not exist yet. Stops
// at links in /proc, which name open descriptors. The path "-" is standard output.
Location Locate(std::string path);

// Does not resolve links: the target is the path itself. What is neither a regular file nor a
// folder counts as absent, so a rename replaces it.
Location LocateItself(const std::string& path);

// Gives the open `file` the mode and access control list of `old`, which must exist, and its owner
// and group as far as permitted. Returns 0 or errno; `*action` says in a message what failed.
int KeepAccess(const Location& old, Handle file, const char** action);

// What prevents this process from reading a file or replacing it by a rename.
struct Obstacle {
  std::string path{};
  int error = 0;  // EISDIR, ENOTDIR, EACCES and so on; 0 if nothing does
};
// Looks at the file alone. What LocateItself counts as absent is not an obstacle.
Obstacle FindObstacleAt(const std::string& file);
// Looks at the nearest existing path above, where folders would be made. In: folder, from FolderOf.
Obstacle FindObstacleAbove(std::string folder);

}  // namespace cobble
