// Implements OpenFile.
#include "input/file_source.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <system_error>

#include "cobble/error.h"
#include "core/suggest.h"

namespace cobble {
namespace {

[[noreturn]] void FailToRead(const std::string& path, int error) {
  throw Error(ErrorKind::kIo, path.empty() ? "\"\"" : Shown(path),
              "cannot read: " + std::generic_category().message(error));
}

// An open regular file, closed on destruction.
class FileSource final : public ByteSource {
 public:
  FileSource(int fd, std::string path) : fd_(fd), path_(std::move(path)) {}
  ~FileSource() override { ::close(fd_); }
  FileSource(const FileSource&) = delete;
  FileSource& operator=(const FileSource&) = delete;

  // Returns whether the descriptor is a regular file.
  bool Measure();
  // Reads a pipe to its end.
  std::string ReadAll() const;

  uint64_t size() const override { return size_; }
  std::size_t Read(uint64_t offset, void* to, std::size_t size) const override;

 private:
  int fd_;
  std::string path_;
  uint64_t size_ = 0;
};

bool FileSource::Measure() {
  struct stat status;
  if (::fstat(fd_, &status) != 0) FailToRead(path_, errno);
  if (S_ISDIR(status.st_mode)) FailToRead(path_, EISDIR);
  size_ = static_cast<uint64_t>(status.st_size);
  return S_ISREG(status.st_mode);
}

std::string FileSource::ReadAll() const {
  std::string bytes;
  std::array<char, 1 << 16> block;
  for (;;) {
    ssize_t n = 0;
    do n = ::read(fd_, block.data(), block.size());
    while (n < 0 && errno == EINTR);
    if (n < 0) FailToRead(path_, errno);
    if (n == 0) return bytes;
    bytes.append(block.data(), static_cast<std::size_t>(n));
    if (bytes.size() > kMaxPipeBytes)
      throw Error(ErrorKind::kLimit, Shown(path_),
                  fmt::format("has more than {} bytes, the limit for pipes", kMaxPipeBytes));
  }
}

std::size_t FileSource::Read(uint64_t offset, void* to, std::size_t size) const {
  if (offset >= size_) return 0;
  size = static_cast<std::size_t>(std::min<uint64_t>(size, size_ - offset));
  std::size_t done = 0;
  while (done < size) {
    const ssize_t n =
        ::pread(fd_, static_cast<char*>(to) + done, size - done, static_cast<off_t>(offset + done));
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) FailToRead(path_, errno);
    if (n == 0) break;  // the file has become shorter
    done += static_cast<std::size_t>(n);
  }
  return done;
}

}  // namespace

std::shared_ptr<const ByteSource> OpenFile(const std::string& path) {
  const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) FailToRead(path, errno);
  auto file = std::make_shared<FileSource>(fd, path);
  if (file->Measure()) return file;
  return std::make_shared<MemorySource>(file->ReadAll());
}

}  // namespace cobble
