// A folder that a fuzzer works in: in memory where the machine has such a place.
#ifndef COBBLE_TESTS_FUZZ_SCRATCH_FOLDER_H_
#define COBBLE_TESTS_FUZZ_SCRATCH_FOLDER_H_

#include <filesystem>
#include <string>
#include <string_view>

namespace cobble::test {

// Removed with all that is in it when the process ends by itself.
class ScratchFolder {
 public:
  ScratchFolder();
  ~ScratchFolder();
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;

  std::string operator/(std::string_view name) const { return path_ / name; }
  void Write(std::string_view name, std::string_view bytes) const;
  std::string Read(std::string_view name) const;
  // How many things are in it, hidden ones too.
  std::size_t Count() const;

 private:
  std::filesystem::path path_;
};

}  // namespace cobble::test

#endif  // COBBLE_TESTS_FUZZ_SCRATCH_FOLDER_H_
