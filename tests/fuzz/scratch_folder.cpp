// Makes, reads and removes the folder.
#include "fuzz/scratch_folder.h"

#include <filesystem>
#include <fstream>
#include <iterator>

#include "support/files/new_folder.h"

namespace cobble::test {

namespace fs = std::filesystem;

ScratchFolder::ScratchFolder() {
  path_ = NewFolderIn("/dev/shm", "cobble-fuzz-");
  if (path_.empty()) path_ = NewFolder("cobble-fuzz-");
}

ScratchFolder::~ScratchFolder() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

void ScratchFolder::Write(std::string_view name, std::string_view bytes) const {
  std::ofstream(fs::path(*this / name), std::ios::binary) << bytes;
}

std::string ScratchFolder::Read(std::string_view name) const {
  std::ifstream file(fs::path(*this / name), std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::size_t ScratchFolder::Count() const {
  return static_cast<std::size_t>(
      std::distance(fs::directory_iterator(path_), fs::directory_iterator()));
}

}  // namespace cobble::test
