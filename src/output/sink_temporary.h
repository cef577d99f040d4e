// A file on its way to its name.
#ifndef COBBLE_OUTPUT_SINK_TEMPORARY_H_
#define COBBLE_OUTPUT_SINK_TEMPORARY_H_

#include <optional>
#include <string>

#include "output/sink_signals.h"

namespace cobble {

// A new file in some folder: without a name where the file system and /proc allow that (then it
// goes with the process, however that ends), else under a hidden name. It is locked (flock) while
// it is open, which tells RemoveStaleTemporaries that its owner lives.
class Temporary {
 public:
  Temporary() = default;
  ~Temporary();  // closes it, and removes its hidden name
  Temporary(const Temporary&) = delete;
  Temporary& operator=(const Temporary&) = delete;

  // All return 0 or errno.
  // Beside the file `target`.
  int Open(const std::string& target);
  // Without a name, for a program's own use, in the system's folder for such.
  int OpenNameless();
  // From here on it has a hidden name, and nothing more is written. Until then it has no other.
  int Close();
  // Gives it its own name in place of the hidden one. no_clobber: EEXIST where that is taken.
  int MoveTo(const std::string& target, bool no_clobber);

  int fd() const { return fd_; }

 private:
  int OpenNamed(const std::string& folder);
  int GiveName();

  std::string folder_;
  int fd_ = -1;
  int lock_ = -1;  // of the closed one: the same open file, whose lock lasts as long
  std::optional<HiddenName> name_;
};

// Keeps other runs from doing the same in `folder` ("" or ending in a slash) while it lives, as far
// as the file system has locks: for files that belong together. Waits for those that are at it, for
// ten seconds, since they take a hundredth of one: who holds it longer is none of them.
class FolderLock {
 public:
  explicit FolderLock(const std::string& folder);
  // Whether somebody else kept it.
  bool failed() const { return failed_; }
  ~FolderLock();
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;

 private:
  int fd_ = -1;
  bool failed_ = false;
};

// Removes from `folder` (likewise) what runs that were killed have left there: files with hidden
// names whose lock nobody holds, and that are older than an hour. What cannot be removed stays.
void RemoveStaleTemporaries(const std::string& folder);

}  // namespace cobble

#endif  // COBBLE_OUTPUT_SINK_TEMPORARY_H_
