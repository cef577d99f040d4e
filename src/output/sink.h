// Files that appear whole or not at all, and the devices and pipes that are written directly.
#ifndef COBBLE_OUTPUT_SINK_H_
#define COBBLE_OUTPUT_SINK_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "output/byte_sink.h"
#include "output/sink_path.h"
#include "output/sink_temporary.h"

namespace cobble {

// Whether `path` is written as it goes: "-" (standard output), a name for an open descriptor
// (/dev/stdout, /dev/fd/3), or something that exists and is no regular file (a pipe, a device).
bool IsWrittenDirectly(const std::string& path);

// How a run treats its files.
struct FileRules {
  bool no_clobber = false;  // refuse a regular file that exists, at once and again at Commit
  bool sync = true;         // wait for the disk, so that a power failure, too, leaves old or new
};

// A file being written. The bytes go to a temporary in the same folder, which takes the file's
// place at Commit; without Commit it is gone with the sink, or with the process. What stood there
// before stays until then, and gives its mode, its access control list and, as far as this user
// may, its owner and group to the new one; where it is a symbolic link, the file it leads to is
// replaced.
class FileSink final : public ByteSink {
 public:
  // kAnyOrder: WriteAt may be used. What would be written directly then waits in a file without a
  // name, in the system's folder for such, until Finish hands it on: a pipe has no way back.
  enum Order { kInOrder, kAnyOrder };

  // Makes the temporary. Throws Error kIo, as all that follow do; once one has failed, all later
  // ones fail with that same reason.
  FileSink(const std::string& path, const FileRules& rules, Order order = kInOrder);
  ~FileSink() override;

  using ByteSink::Write;
  void Write(const void* data, std::size_t size) override;
  void WriteAt(uint64_t place, const void* data, std::size_t size) override;

  // Everything is written: sees it to the disk. Where several files belong to a run, all are
  // finished before the first is committed, since this is where disks fail.
  void Finish() override;
  // Finishes if nobody did, and puts the new file in the old one's place.
  void Commit() override;

  // Hides what Commit would replace, so that nothing stands there in between; Commit, or the end of
  // the sink, removes it. PutOldBack undoes it, as far as that is possible. A run that is killed in
  // between leaves it as `.cobble-old-` and 16 digits, until another one writes the same file.
  void HideOld();
  void PutOldBack();

  bool direct() const override { return location_.direct; }
  // Where the file lies, links followed.
  std::string folder() const { return FolderOf(location_.target); }
  bool replaces() const override { return location_.exists && !location_.direct; }
  uint64_t bytes_written() const override { return bytes_written_; }

 private:
  void OpenDirectly(Order order);
  void OpenTemporary();
  void HandOn();
  void RemoveHidden();
  void WriteTo(int fd, const void* data, std::size_t size, const uint64_t* place);
  int Target() const { return temporary_.fd() >= 0 ? temporary_.fd() : direct_fd_; }
  [[noreturn]] void Fail(const char* what, int error);

  const std::string path_;  // as the user wrote it
  const FileRules rules_;
  const Location location_;
  Temporary temporary_;  // of a direct one: where its bytes wait, if they come in any order
  int direct_fd_ = -1;
  bool finished_ = false;
  std::string old_;  // where HideOld puts it
  bool is_hidden_ = false;
  int first_error_ = 0;
  const char* first_what_ = "";
  uint64_t place_ = 0;  // where Write goes on
  uint64_t bytes_written_ = 0;
};

}  // namespace cobble

#endif  // COBBLE_OUTPUT_SINK_H_
