// Locks a folder against other runs.
#pragma once

#include <cstdint>
#include <string>

namespace cobble {

// Locks `folder` ("" or ending in a separator) against other runs that commit a picture and its
// sidecar there: two runs that write the same raw file could otherwise mix their pictures and
// sidecars. Nothing else in cobble takes this lock. A no-op if the file system has no locks. Waits
// for at most 10 seconds: runs hold the lock for about 10 ms, so a longer lock is not theirs.
class FolderLock {
 public:
  explicit FolderLock(const std::string& folder);
  // Whether another process still held the lock after 10 seconds.
  bool failed() const { return failed_; }
  ~FolderLock();
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;

 private:
  intptr_t lock_ = -1;  // in the terms of the system
  bool failed_ = false;
};

}  // namespace cobble
