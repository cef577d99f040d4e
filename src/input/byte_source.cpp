// Implements byte_source.h.
#include "input/byte_source.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>

#include "cobble/error.h"
#include "core/suggest.h"
#include "platform/error_text.h"
#include "platform/file.h"

namespace cobble {
namespace {

[[noreturn]] void FailToRead(const std::string& path, int error) {
  throw Error(ErrorKind::kIo, path.empty() ? "\"\"" : Shown(path),
              "cannot read: " + ErrorText(error));
}

// An open file. Random access needs a regular one.
class FileSource final : public ByteSource {
 public:
  explicit FileSource(std::string path) : path_(std::move(path)) {}

  // Returns whether the file is regular.
  bool Open() {
    if (const int error = file_.Open(path_)) FailToRead(path_, error);
    FileStatus status;
    if (const int error = file::StatusOf(file_.handle(), &status)) FailToRead(path_, error);
    if (status.kind == FileKind::kFolder) FailToRead(path_, EISDIR);
    size_ = status.size;
    return status.kind == FileKind::kRegular;
  }

  // Reads a file that is not regular.
  std::string ReadPipe() const {
    std::string bytes =
        ReadToEnd([this](char* to, std::size_t size) { return ReadSome(to, size, nullptr); },
                  [](std::string_view) { return kMaxPipeBytes + 1; });
    if (bytes.size() > kMaxPipeBytes)
      throw Error(ErrorKind::kLimit, Shown(path_),
                  fmt::format("has more than {} bytes, the limit for pipes", kMaxPipeBytes));
    return bytes;
  }

  uint64_t size() const override { return size_; }

  std::size_t Read(uint64_t offset, void* to, std::size_t size) const override {
    if (offset >= size_) return 0;
    size = static_cast<std::size_t>(std::min<uint64_t>(size, size_ - offset));
    std::size_t done = 0;
    while (done < size) {
      const uint64_t at = offset + done;
      const std::size_t n = ReadSome(static_cast<char*>(to) + done, size - done, &at);
      if (n == 0) break;  // the file has become shorter
      done += n;
    }
    return done;
  }

 private:
  std::size_t ReadSome(void* to, std::size_t size, const uint64_t* offset) const {
    std::size_t count = 0;
    if (const int error = file::ReadSome(file_.handle(), to, size, offset, &count))
      FailToRead(path_, error);
    return count;
  }

  InputFile file_;
  std::string path_;
  uint64_t size_ = 0;
};

}  // namespace

std::size_t MemorySource::Read(uint64_t offset, void* to, std::size_t size) const {
  if (offset >= bytes_.size()) return 0;
  const auto begin = static_cast<std::size_t>(offset);
  const std::size_t n = std::min(size, bytes_.size() - begin);
  if (n > 0) std::memcpy(to, bytes_.data() + begin, n);
  return n;
}

std::string StartOf(const ByteSource& source, std::size_t size) {
  std::string start(static_cast<std::size_t>(std::min<uint64_t>(size, source.size())), '\0');
  start.resize(source.Read(0, start.data(), start.size()));
  return start;
}

std::string ReadToEnd(const std::function<std::size_t(char*, std::size_t)>& read_some,
                      const std::function<std::size_t(std::string_view)>& max_length) {
  std::string text;
  std::array<char, 1 << 16> block;
  for (;;) {
    const std::size_t maximum = max_length(text);
    if (text.size() >= maximum) return text;
    const std::size_t n = read_some(block.data(), std::min(block.size(), maximum - text.size()));
    if (n == 0) return text;
    text.append(block.data(), n);
  }
}

std::shared_ptr<const ByteSource> OpenFile(const std::string& path) {
  auto file = std::make_shared<FileSource>(path);
  if (file->Open()) return file;
  return std::make_shared<MemorySource>(file->ReadPipe());
}

std::size_t SourceCursor::Read(void* to, std::size_t size) noexcept try {
  if (failure_) return 0;
  const std::size_t n = source_.Read(at, to, size);
  if (n < size) passed_end_ = true;
  at += n;
  return n;
} catch (...) {
  failure_ = std::current_exception();
  return 0;
}

}  // namespace cobble
