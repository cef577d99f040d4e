// Writes bytes to memory, and files atomically.
#include "output/sink/sink.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <stdexcept>

#include "platform/error_text.h"

namespace cobble {
namespace {

// Returns the old target's hidden name. All runs with this target use it, so the next one removes
// what a killed run left. It is a hash: the target's name may already have the maximum length.
std::string OldPath(const std::string& target) {
  const std::string folder = FolderOf(target);
  return folder + fmt::format(".cobble-old-{:016x}", Fnv1a(target.substr(folder.size())));
}

// What no_clobber restricts a run to.
Phrase CreateNew() { return "create (" + Phrase::Option("no_clobber") + ")"; }

}  // namespace

void ByteSink::WriteZeros(std::size_t size) {
  const std::string zeros(std::min(size, std::size_t{1} << 16), '\0');
  for (std::size_t here; size > 0; size -= here) {
    here = std::min(size, zeros.size());
    Write(zeros.data(), here);
  }
}

void MemorySink::Write(const void* data, std::size_t size) {
  WriteAt(offset_, data, size);
  offset_ += size;
}

// Appends bytes beyond the end instead of resizing first, which would zero them.
void MemorySink::WriteAt(uint64_t offset, const void* data, std::size_t size) {
  if (offset > bytes_.max_size() - size) throw std::length_error("MemorySink");
  const auto* const bytes = static_cast<const char*>(data);
  const auto begin = static_cast<std::size_t>(offset);
  if (begin > bytes_.size()) bytes_.resize(begin);
  const std::size_t inside = std::min(size, bytes_.size() - begin);
  std::copy_n(bytes, inside, bytes_.data() + begin);
  bytes_.append(bytes + inside, size - inside);
}

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
  if (direct_ >= 0) file::Close(direct_);
  RemoveHidden();
}

// Duplicates an open descriptor instead of reopening it, to keep its file offset and append mode.
void FileSink::OpenDirectly(Order order) {
  if (order == kAnyOrder) {
    if (const int error = temporary_.OpenUnnamed()) Fail("create a temporary file", error);
  }
  const Handle own = location_.own_handle;
  const int error = own >= 0 ? file::Duplicate(own, &direct_)
                             : file::Open(location_.target, file::kWrite, &direct_);
  if (error != 0) Fail("open", error);
}

void FileSink::OpenTemporary() {
  if (location_.exists && rules_.no_clobber) Fail(CreateNew(), EEXIST);
  // Renaming would replace even a write-protected file. Another run may have hidden the file.
  if (location_.exists) {
    const int error = file::CheckWritable(location_.target);
    if (error != 0 && error != ENOENT) Fail("replace the file", error);
    location_.exists = error == 0;
  }
  if (const int error = temporary_.Open(location_.target)) Fail("create", error);
  if (!location_.exists) return;
  const char* action = "";
  if (const int error = KeepAccess(location_, temporary_.handle(), &action)) Fail(action, error);
}

void FileSink::Fail(const Phrase& action, int error) {
  if (first_error_ == 0) {
    first_error_ = error;
    failed_action_ = action;
  }
  throw Error(ErrorKind::kIo, path_, "cannot " + failed_action_ + ": " + ErrorText(first_error_));
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
void FileSink::WriteTo(Handle file, const void* data, std::size_t size, const uint64_t* offset) {
  if (first_error_ != 0) Fail(failed_action_, first_error_);
  if (const int error = file::Write(file, data, size, offset)) Fail("write", error);
}

// Copies the buffered bytes to the direct target.
void FileSink::CopyToTarget() {
  std::array<char, 1 << 16> block;
  for (uint64_t at = 0; at < bytes_written_;) {
    const auto size =
        static_cast<std::size_t>(std::min<uint64_t>(block.size(), bytes_written_ - at));
    if (const int error = file::Read(temporary_.handle(), block.data(), size, at))
      Fail("read the temporary file", error);
    WriteTo(direct_, block.data(), size, nullptr);
    at += size;
  }
}

void FileSink::Finish() {
  if (first_error_ != 0) Fail(failed_action_, first_error_);
  if (finished_) return;
  int error = 0;
  if (location_.direct) {
    if (temporary_.handle() >= 0) CopyToTarget();
    error = file::Close(direct_);
    direct_ = -1;
  } else {
    unchanged_ = rules_.if_changed && location_.exists && EqualsTarget();
    if (rules_.sync && !unchanged_) error = file::Sync(temporary_.handle());
    if (error == 0) error = temporary_.Close();
  }
  if (error != 0) Fail("write", error);
  finished_ = true;
}

// Returns whether the target has exactly the written bytes; false if it cannot be read.
bool FileSink::EqualsTarget() {
  FileStatus status;
  if (file::StatusOf(location_.target, &status) != 0) return false;
  if (status.size != bytes_written_) return false;
  Handle old = kNoHandle;
  if (file::Open(location_.target, file::kRead, &old) != 0) return false;
  constexpr uint64_t kBlock = 1 << 16;
  std::array<char, kBlock> mine, theirs;
  bool equal = true;
  for (uint64_t at = 0; equal && at < bytes_written_; at += kBlock) {
    const auto size = static_cast<std::size_t>(std::min(kBlock, bytes_written_ - at));
    if (const int error = file::Read(temporary_.handle(), mine.data(), size, at)) {
      file::Close(old);
      Fail("read the temporary file", error);
    }
    equal = file::Read(old, theirs.data(), size, at) == 0 &&
            std::equal(mine.begin(), mine.begin() + size, theirs.begin());
  }
  file::Close(old);
  return equal;
}

void FileSink::Commit() {
  Finish();
  if (location_.direct || unchanged_) return;
  if (const int error = temporary_.MoveTo(location_.target, rules_.no_clobber))
    Fail(rules_.no_clobber ? CreateNew() : "replace the file", error);
  RemoveHidden();
}

// Ignores errors: the new file is complete, and the next run with this target removes the old one.
void FileSink::RemoveHidden() {
  if (!old_.empty()) file::Remove(old_);
  old_.clear();
}

void FileSink::HideOld() {
  if (rules_.no_clobber || location_.direct || unchanged_) return;
  old_ = OldPath(location_.target);
  const int error = file::Rename(location_.target, old_);
  if (error != 0 && error != ENOENT) Fail("replace the file", error);
  old_is_hidden_ = error == 0;
}

void FileSink::RestoreOld() {
  if (!old_is_hidden_ || file::RenameToNew(old_, location_.target) != 0) return;
  old_is_hidden_ = false;
  old_.clear();  // another run may hide its file under the same name
}

}  // namespace cobble
