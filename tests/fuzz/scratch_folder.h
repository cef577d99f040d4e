// A temporary folder for a fuzzer, in memory (/dev/shm) if possible.
#pragma once

#include <string>
#include <string_view>

namespace cobble::test {

// Removed with its contents when the process exits normally.
class ScratchFolder {
 public:
  ScratchFolder();
  ~ScratchFolder();
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;

  std::string operator/(std::string_view name) const { return path_ + '/' + std::string(name); }
  void Write(std::string_view name, std::string_view bytes) const;
  std::string Read(std::string_view name) const;
  // Returns the number of entries, including hidden ones.
  std::size_t Count() const;

 private:
  std::string path_;
};

}  // namespace cobble::test
