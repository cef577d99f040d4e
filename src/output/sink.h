// Files that appear whole or not at all, and the devices and pipes that are written directly.
#ifndef COBBLE_OUTPUT_SINK_H_
#define COBBLE_OUTPUT_SINK_H_

#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace cobble {

// Whether `path` is written as it goes: "-" (standard output), a name for an open descriptor
// (/dev/stdout, /dev/fd/3), or something that exists and is no regular file (a pipe, a device).
bool IsWrittenDirectly(const std::string& path);

// A file being written. The bytes go to a hidden temporary in the same folder, which takes the
// file's place at Commit; without Commit it is removed. What stood there before stays until then,
// its mode is kept, and where it is a symbolic link, the file it leads to is replaced.
// No fsync: the promise is against failures of this run, not of the machine's power; a picture can
// be made again, and waiting for the disk may take longer than making it.
class FileSink {
 public:
  // kAnyOrder: WriteAt may be used. What would be written directly then waits in a file without a
  // name, in the system's folder for such, until Commit hands it on: a pipe has no way back.
  enum Order { kInOrder, kAnyOrder };

  // Makes the temporary. no_clobber: refuses a regular file that exists, here and again at Commit.
  // Throws Error kIo, as all that follow do.
  FileSink(const std::string& path, bool no_clobber, Order order = kInOrder);
  ~FileSink();
  FileSink(const FileSink&) = delete;
  FileSink& operator=(const FileSink&) = delete;

  // Once a write has failed, every later call fails with that same reason.
  void Write(const void* data, std::size_t size);
  void Write(std::string_view text) { Write(text.data(), text.size()); }
  // Writes at a place counted from the file's beginning; where Write goes on does not change.
  void WriteAt(uint64_t place, const void* data, std::size_t size);
  // Removes what Commit would replace, so that nothing stands there in between.
  void RemoveOld();
  void Commit();

  bool direct() const { return direct_; }
  // The file's size so far.
  uint64_t bytes_written() const { return bytes_written_; }

 private:
  void OpenDirectly();
  void OpenSpool();
  void HandOn();
  void WriteAll(int fd, const void* data, std::size_t size, const uint64_t* place);
  void OpenTemporary();
  void KeepMode();
  [[noreturn]] void Fail(const char* what, int error);
  void Close();

  std::string path_;       // as the user wrote it
  std::string target_;     // what the rename replaces: path_ with its links followed
  std::string temporary_;  // empty: none, or no longer
  bool no_clobber_ = false;
  bool direct_ = false;
  bool exists_ = false;      // a regular file stands there
  mode_t mode_ = 0;          // its mode
  int own_descriptor_ = -1;  // of this process, which a direct path names; -1: opened by path
  int fd_ = -1;
  int spool_fd_ = -1;  // the file without a name, where there is one; all is written there
  int first_error_ = 0;
  const char* first_what_ = "";
  uint64_t place_ = 0;  // where Write goes on
  uint64_t bytes_written_ = 0;
};

}  // namespace cobble

#endif  // COBBLE_OUTPUT_SINK_H_
