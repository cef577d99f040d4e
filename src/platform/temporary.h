// Temporary files, which get their final names when they are complete.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "platform/file.h"
#include "platform/signals.h"

namespace cobble {

// A new file. It is unnamed (O_TMPFILE) if the file system and /proc support that, so it disappears
// with the process however the process ends; otherwise it has a hidden name: HiddenPrefix()
// and 16 hex digits. The file is locked (flock) until the object is destroyed, which keeps
// RemoveStaleTemporaries in another run from removing it. On Windows, it always has a hidden name,
// and its lock is that it stays open until it is moved.
class Temporary {
 public:
  Temporary() = default;
  ~Temporary();  // closes the file and removes its hidden name
  Temporary(const Temporary&) = delete;
  Temporary& operator=(const Temporary&) = delete;

  // The functions below return 0 or errno.

  // Creates the file in the folder of `target`.
  int Open(const std::string& target);
  // Creates an unnamed file in the system's temporary folder, for private use.
  int OpenUnnamed();
  // Call after the last write. Gives an unnamed file a hidden name.
  int Close();
  // Renames the file from its hidden name to `target`. With no_clobber: EEXIST if that exists.
  int MoveTo(const std::string& target, bool no_clobber);

  Handle handle() const { return fd_; }

 private:
  // Makes a hidden name in the folder by `make`, which returns 0 or errno.
  int MakeHiddenName(const std::function<int(const std::string& path)>& make);

  std::string folder_;
  Handle fd_ = kNoHandle;
  Handle lock_ = kNoHandle;  // keeps the lock after Close
  std::optional<HiddenName> name_;
};

// Returns `.cobble-` and 8 hex digits that all processes of the running system share (on Windows:
// of the machine).
const std::string& HiddenPrefix();

// Removes the temporary files that killed runs left in `folder` ("" or ending in a separator):
// files with hidden names that are unlocked and older than an hour; a week, if another machine, or
// this one before it was started again, made them. Ignores errors.
void RemoveStaleTemporaries(const std::string& folder);

// The rest is only for src/platform.

// Calls `use` with new paths, which are `start` and 16 hex digits, until it does not fail with
// EEXIST. Returns its result.
int TryNewPaths(const std::string& start, const std::function<int(const std::string& path)>& use);

// In the files of systems:

std::string SystemName();  // what HiddenPrefix is made of
uint64_t ProcessNumber();
// Removes a file if no process has its lock, and if the path still names the file of this identity.
void RemoveUnlocked(const std::string& path, const FileIdentity& identity);

}  // namespace cobble
