// What is the same for files on all systems.
#include "platform/file.h"

#include <cerrno>

namespace cobble {
namespace file {

bool Exists(const std::string& path) {
  FileStatus status;
  return StatusOf(path, &status) == 0;
}

bool IsFolder(const std::string& path) {
  FileStatus status;
  return StatusOf(path, &status) == 0 && status.kind == FileKind::kFolder;
}

bool IsAbsent(int error) { return error == ENOENT || error == ENOTDIR; }

int Write(Handle handle, const void* data, std::size_t size, const uint64_t* offset) {
  for (std::size_t done = 0; done < size;) {
    const uint64_t at = offset ? *offset + done : 0;
    std::size_t count = 0;
    if (const int error = WriteSome(handle, static_cast<const char*>(data) + done, size - done,
                                    offset ? &at : nullptr, &count))
      return error;
    if (count == 0) return EIO;  // no progress and no error: do not retry forever
    done += count;
  }
  return 0;
}

int Read(Handle handle, void* data, std::size_t size, uint64_t offset) {
  for (std::size_t done = 0; done < size;) {
    const uint64_t at = offset + done;
    std::size_t count = 0;
    if (const int error =
            ReadSome(handle, static_cast<char*>(data) + done, size - done, &at, &count))
      return error;
    if (count == 0) return EIO;  // another process truncated the file
    done += count;
  }
  return 0;
}

}  // namespace file

InputFile::~InputFile() {
  if (handle_ >= 0) file::Close(handle_);
}

int InputFile::Open(const std::string& path) { return file::Open(path, file::kRead, &handle_); }

}  // namespace cobble
