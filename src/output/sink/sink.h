// The destinations of bytes: memory, and files, which are written atomically: they appear complete
// or not at all. Devices and pipes are written directly, unless FileRules say otherwise.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "cobble/error.h"
#include "platform/file.h"
#include "platform/path.h"
#include "platform/temporary.h"

namespace cobble {

class ByteSink {
 public:
  ByteSink() = default;
  virtual ~ByteSink() = default;
  ByteSink(const ByteSink&) = delete;
  ByteSink& operator=(const ByteSink&) = delete;

  virtual void Write(const void* data, std::size_t size) = 0;
  void Write(std::string_view text) { Write(text.data(), text.size()); }
  void WriteZeros(std::size_t size);
  // Writes at an offset from the first byte; does not move the position of Write.
  virtual void WriteAt(uint64_t offset, const void* data, std::size_t size) = 0;

  // Call after the last byte. A run with several sinks finishes all before it commits the first.
  virtual void Finish() = 0;
  // Calls Finish if needed, and makes the bytes visible.
  virtual void Commit() = 0;

  // Whether bytes are visible as soon as they are written, not only after Commit.
  virtual bool direct() const = 0;
  // After Finish: whether Commit leaves a file that already has the same bytes.
  virtual bool unchanged() const { return false; }
  // Whether Commit replaces a file that existed when the sink was constructed.
  virtual bool replaces() const = 0;
  virtual uint64_t bytes_written() const = 0;
};

// Collects the bytes in `*bytes`, which must outlive the sink.
class MemorySink final : public ByteSink {
 public:
  explicit MemorySink(std::string* bytes) : bytes_(*bytes) {}

  // These throw std::bad_alloc or std::length_error if memory runs out.
  using ByteSink::Write;
  void Write(const void* data, std::size_t size) override;
  void WriteAt(uint64_t offset, const void* data, std::size_t size) override;

  void Finish() override {}
  void Commit() override {}
  bool direct() const override { return true; }
  bool replaces() const override { return false; }
  uint64_t bytes_written() const override { return bytes_.size(); }

 private:
  std::string& bytes_;
  std::size_t offset_ = 0;  // of the next Write
};

// Whether bytes written to `path` are visible at once. True for "-" (standard output), names of
// open descriptors (/dev/stdout, /dev/fd/3), and whatever exists but is not a regular file.
bool IsWrittenDirectly(const std::string& path);

struct FileRules {
  // Refuse to replace what is there; checked on construction and again in Commit. Devices and pipes
  // that are written directly are not replaced.
  bool no_clobber = false;
  // fsync, so that even a power failure leaves either the old or the new file.
  bool sync = true;
  // Leave a file that already has the same bytes as it is, with its time.
  bool if_changed = false;
  // Replace a pipe, a device or a symbolic link itself, not what is behind it.
  bool replace_special = false;
};

// A file being written. The bytes go to a temporary file in the same folder, which replaces the
// target in Commit. Without Commit, it is removed when the sink or the process ends. The new file
// keeps the mode and access control list of the file that it replaces and, if permitted, its owner
// and group. The file behind a symbolic link is replaced, unless the rules say otherwise.
class FileSink final : public ByteSink {
 public:
  // kAnyOrder allows WriteAt. Since pipes are not seekable, a direct target's bytes are then
  // buffered in an unnamed file in the system's temporary folder until Finish copies them.
  enum Order { kInOrder, kAnyOrder };

  // Creates the temporary file. The constructor and the member functions that do I/O throw Error
  // kIo; after one has failed, all later calls fail with the same message.
  FileSink(const std::string& path, const FileRules& rules, Order order = kInOrder);
  ~FileSink() override;

  using ByteSink::Write;
  void Write(const void* data, std::size_t size) override;
  void WriteAt(uint64_t offset, const void* data, std::size_t size) override;
  void Finish() override;  // syncs the file, so write errors can still surface here
  void Commit() override;  // replaces the target

  // HideOld renames the old target to a hidden name; the target then does not exist until Commit.
  // Commit or the destructor removes the hidden file; RestoreOld renames it back if possible. If a
  // run is killed in between, the hidden file (`.cobble-old-` and 16 hex digits) stays until
  // another run writes the same target.
  void HideOld();
  void RestoreOld();

  bool direct() const override { return location_.direct; }
  // The folder of the target, with symbolic links resolved.
  std::string folder() const { return FolderOf(location_.target); }
  bool unchanged() const override { return unchanged_; }
  bool replaces() const override { return location_.exists && !location_.direct; }
  uint64_t bytes_written() const override { return bytes_written_; }

 private:
  void OpenDirectly(Order order);
  void OpenTemporary();
  void CopyToTarget();
  void RemoveHidden();
  void WriteTo(Handle file, const void* data, std::size_t size, const uint64_t* offset);
  bool EqualsTarget();
  Handle Target() const { return temporary_.handle() >= 0 ? temporary_.handle() : direct_; }
  [[noreturn]] void Fail(const Phrase& action, int error);

  const std::string path_;  // as the user wrote it
  const FileRules rules_;
  Location location_;
  Temporary temporary_;  // for a direct target, the buffer used by kAnyOrder
  Handle direct_ = kNoHandle;
  bool finished_ = false;
  bool unchanged_ = false;  // if_changed applies; set by Finish
  std::string old_;         // hidden name of the old target
  bool old_is_hidden_ = false;
  int first_error_ = 0;   // errno of the first failure, or 0
  Phrase failed_action_;  // the action that failed, for messages: "create"
  uint64_t offset_ = 0;   // of the next Write
  uint64_t bytes_written_ = 0;
};

}  // namespace cobble
