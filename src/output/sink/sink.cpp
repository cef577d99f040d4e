// Writes files atomically.
#include "output/sink/sink.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <system_error>

#include "cobble/error.h"
#include "output/sink/access.h"
#include "output/sink/calls.h"
#include "output/sink/signals.h"

namespace cobble {
namespace {

// Returns the hidden name of the old target. The name is the same for all runs with this target, so
// the next run removes the file that a killed run left. The name is a hash because the target's
// name may already have the maximum length.
std::string OldPath(const std::string& target) {
  const std::string folder = FolderOf(target);
  uint64_t hash = 0xCBF29CE484222325;  // FNV-1a
  for (const char c : target.substr(folder.size()))
    hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001B3;
  return folder + fmt::format(".cobble-old-{:016x}", hash);
}

}  // namespace

bool IsWrittenDirectly(const std::string& path) { return Locate(path).direct; }

FileSink::FileSink(const std::string& path, const FileRules& rules, Order order)
    : path_(path),
      rules_(rules),
      location_(rules.replace_special ? LocateItself(path) : Locate(path)) {
  if (location_.error != 0) Fail("create", location_.error);
  if (location_.direct) {
    OpenDirectly(order);
  } else {
    OpenTemporary();
  }
}

FileSink::~FileSink() {
  // Errors are ignored: a destructor cannot report them.
  if (direct_fd_ >= 0) call::Close(direct_fd_);
  RemoveHidden();
}

// Duplicates a descriptor that is already open instead of reopening it, to keep the caller's file
// offset and append mode.
void FileSink::OpenDirectly(Order order) {
  if (order == kAnyOrder) {
    if (const int error = temporary_.OpenUnnamed()) Fail("create a temporary file", error);
  }
  const int open_fd = location_.own_descriptor;
  const int error = open_fd >= 0
                        ? call::Duplicate(open_fd, &direct_fd_)
                        : call::Open(location_.target, O_WRONLY | O_NOCTTY, 0, &direct_fd_);
  if (error != 0) Fail("open", error);
}

void FileSink::OpenTemporary() {
  if (location_.exists && rules_.no_clobber) Fail("create (`no_clobber`)", EEXIST);
  // Checked here because a rename would replace even a write-protected file.
  if (location_.exists && ::faccessat(AT_FDCWD, location_.target.c_str(), W_OK, AT_EACCESS) != 0)
    Fail("replace the file", errno);
  if (const int error = temporary_.Open(location_.target)) Fail("create", error);
  if (!location_.exists) return;
  const char* action = "";
  if (const int error = KeepAccess(location_, temporary_.fd(), &action)) Fail(action, error);
}

void FileSink::Fail(const char* action, int error) {
  if (first_error_ == 0) {
    first_error_ = error;
    failed_action_ = action;
  }
  throw Error(ErrorKind::kIo, path_,
              std::string("cannot ") + failed_action_ + ": " +
                  std::generic_category().message(first_error_));
}

void FileSink::Write(const void* data, std::size_t size) {
  WriteTo(Target(), data, size, nullptr);
  offset_ += size;
  bytes_written_ = std::max(bytes_written_, offset_);
}

void FileSink::WriteAt(uint64_t offset, const void* data, std::size_t size) {
  WriteTo(Target(), data, size, &offset);
  bytes_written_ = std::max(bytes_written_, offset + size);
}

// If `offset` is null, writes at the descriptor's current offset.
void FileSink::WriteTo(int fd, const void* data, std::size_t size, const uint64_t* offset) {
  if (first_error_ != 0) Fail(failed_action_, first_error_);
  if (const int error = call::Write(fd, data, size, offset)) Fail("write", error);
}

// Copies the buffered bytes to the direct target.
void FileSink::CopyToTarget() {
  std::array<char, 1 << 16> block;
  for (uint64_t at = 0; at < bytes_written_;) {
    const auto size =
        static_cast<std::size_t>(std::min<uint64_t>(block.size(), bytes_written_ - at));
    if (const int error = call::Read(temporary_.fd(), block.data(), size, at))
      Fail("read the temporary file", error);
    WriteTo(direct_fd_, block.data(), size, nullptr);
    at += size;
  }
}

void FileSink::Finish() {
  if (first_error_ != 0) Fail(failed_action_, first_error_);
  if (finished_) return;
  int error = 0;
  if (location_.direct) {
    if (temporary_.fd() >= 0) CopyToTarget();
    error = call::Close(direct_fd_);
    direct_fd_ = -1;
  } else {
    unchanged_ = rules_.if_changed && location_.exists && EqualsTarget();
    if (rules_.sync && !unchanged_) error = call::Sync(temporary_.fd());
    if (error == 0) error = temporary_.Close();
  }
  if (error != 0) Fail("write", error);
  finished_ = true;
}

// Returns whether the target has exactly the bytes that were written. A target that cannot be read
// counts as different.
bool FileSink::EqualsTarget() {
  struct stat status;
  if (::stat(location_.target.c_str(), &status) != 0) return false;
  if (static_cast<uint64_t>(status.st_size) != bytes_written_) return false;
  int fd = -1;
  if (call::Open(location_.target, O_RDONLY, 0, &fd) != 0) return false;
  constexpr uint64_t kBlock = 1 << 16;
  std::array<char, kBlock> mine, theirs;
  bool equal = true;
  for (uint64_t at = 0; equal && at < bytes_written_; at += kBlock) {
    const auto size = static_cast<std::size_t>(std::min(kBlock, bytes_written_ - at));
    if (const int error = call::Read(temporary_.fd(), mine.data(), size, at)) {
      call::Close(fd);
      Fail("read the temporary file", error);
    }
    equal = call::Read(fd, theirs.data(), size, at) == 0 &&
            std::equal(mine.begin(), mine.begin() + size, theirs.begin());
  }
  call::Close(fd);
  return equal;
}

void FileSink::Commit() {
  Finish();
  if (location_.direct || unchanged_) return;
  if (const int error = temporary_.MoveTo(location_.target, rules_.no_clobber))
    Fail(rules_.no_clobber ? "create (`no_clobber`)" : "replace the file", error);
  RemoveHidden();
}

// Errors are ignored: the new file is complete, and the next run with this target removes the old
// one.
void FileSink::RemoveHidden() {
  if (!old_.empty()) call::Remove(old_);
  old_.clear();
}

void FileSink::HideOld() {
  if (rules_.no_clobber || location_.direct || unchanged_) return;
  old_ = OldPath(location_.target);
  const int error = call::Rename(location_.target, old_);
  if (error != 0 && error != ENOENT) Fail("replace the file", error);
  old_is_hidden_ = error == 0;
}

void FileSink::RestoreOld() {
  if (!old_is_hidden_ || call::RenameToNew(old_, location_.target) != 0) return;
  old_is_hidden_ = false;
  old_.clear();  // another run may hide its file under the same name
}

}  // namespace cobble
