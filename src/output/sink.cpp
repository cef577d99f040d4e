// Files that appear whole or not at all.
#include "output/sink.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <system_error>

#include "cobble/error.h"
#include "output/sink_access.h"
#include "output/sink_calls.h"
#include "output/sink_signals.h"

namespace cobble {
namespace {

// One name a target, so that whatever is left there is gone when the target is next written. It is
// short, whatever the target's name is.
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
    : path_(path), rules_(rules), location_(Locate(path)) {
  if (location_.error != 0) Fail("create", location_.error);
  if (location_.direct) {
    OpenDirectly(order);
  } else {
    OpenTemporary();
  }
}

FileSink::~FileSink() {
  // Nobody is left to tell of a failure here.
  if (direct_fd_ >= 0) call::Close(direct_fd_);
  RemoveHidden();
}

// A descriptor that is open already is shared, not opened anew: its file's place and its append
// mode are the caller's.
void FileSink::OpenDirectly(Order order) {
  if (order == kAnyOrder) {
    if (const int error = temporary_.OpenNameless()) Fail("make a temporary file for it", error);
  }
  const int own = location_.own_descriptor;
  const int error = own >= 0 ? call::Duplicate(own, &direct_fd_)
                             : call::Open(location_.target, O_WRONLY | O_NOCTTY, 0, &direct_fd_);
  if (error != 0) Fail("open", error);
}

void FileSink::OpenTemporary() {
  if (location_.exists && rules_.no_clobber) Fail("create (`no_clobber`)", EEXIST);
  // A rename would replace a file that is write-protected; its owner did not mean that.
  if (location_.exists && ::faccessat(AT_FDCWD, location_.target.c_str(), W_OK, AT_EACCESS) != 0)
    Fail("replace it", errno);
  if (const int error = temporary_.Open(location_.target)) Fail("create", error);
  if (!location_.exists) return;
  const char* what = "";
  if (const int error = KeepAccess(location_, temporary_.fd(), &what)) Fail(what, error);
}

void FileSink::Fail(const char* what, int error) {
  if (first_error_ == 0) {
    first_error_ = error;
    first_what_ = what;
  }
  throw Error(
      ErrorKind::kIo, path_,
      std::string("cannot ") + first_what_ + ": " + std::generic_category().message(first_error_));
}

void FileSink::Write(const void* data, std::size_t size) {
  WriteTo(Target(), data, size, nullptr);
  place_ += size;
  bytes_written_ = std::max(bytes_written_, place_);
}

void FileSink::WriteAt(uint64_t place, const void* data, std::size_t size) {
  WriteTo(Target(), data, size, &place);
  bytes_written_ = std::max(bytes_written_, place + size);
}

// place: null means where the file stands.
void FileSink::WriteTo(int fd, const void* data, std::size_t size, const uint64_t* place) {
  if (first_error_ != 0) Fail(first_what_, first_error_);
  if (const int error = call::Write(fd, data, size, place)) Fail("write", error);
}

// The waiting bytes, in their order, to where they were meant to go.
void FileSink::HandOn() {
  std::array<char, 1 << 16> block;
  for (uint64_t at = 0; at < bytes_written_;) {
    const auto size =
        static_cast<std::size_t>(std::min<uint64_t>(block.size(), bytes_written_ - at));
    if (const int error = call::Read(temporary_.fd(), block.data(), size, at))
      Fail("read its temporary file", error);
    WriteTo(direct_fd_, block.data(), size, nullptr);
    at += size;
  }
}

void FileSink::Finish() {
  if (first_error_ != 0) Fail(first_what_, first_error_);
  if (finished_) return;
  int error = 0;
  if (location_.direct) {
    if (temporary_.fd() >= 0) HandOn();
    error = call::Close(direct_fd_);
    direct_fd_ = -1;
  } else {
    if (rules_.sync) error = call::Sync(temporary_.fd());
    if (error == 0) error = temporary_.Close();
  }
  if (error != 0) Fail("write", error);
  finished_ = true;
}

void FileSink::Commit() {
  Finish();
  if (location_.direct) return;
  if (const int error = temporary_.MoveTo(location_.target, rules_.no_clobber))
    Fail(rules_.no_clobber ? "create (`no_clobber`)" : "replace it", error);
  RemoveHidden();
}

// What cannot be removed stays until another run finds it stale: the new file stands.
void FileSink::RemoveHidden() {
  if (!old_.empty()) call::Remove(old_);
  old_.clear();
}

void FileSink::HideOld() {
  if (rules_.no_clobber || location_.direct) return;
  old_ = OldPath(location_.target);
  const int error = call::Rename(location_.target, old_);
  if (error != 0 && error != ENOENT) Fail("replace it", error);
  is_hidden_ = error == 0;
}

void FileSink::PutOldBack() {
  if (is_hidden_ && call::RenameToNew(old_, location_.target) == 0) is_hidden_ = false;
}

}  // namespace cobble
