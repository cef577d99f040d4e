// A temporary folder for a fuzzer.
#include "fuzz/scratch_folder.h"

#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <stdexcept>

namespace cobble::test {

namespace fs = std::filesystem;

ScratchFolder::ScratchFolder() {
  const fs::path memory = "/dev/shm";
  const fs::path parent = ::access(memory.c_str(), W_OK) == 0 ? memory : fs::temp_directory_path();
  std::string name = parent / "cobble-fuzz-XXXXXX";
  if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error("cannot make " + name);
  path_ = name;
}

ScratchFolder::~ScratchFolder() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

void ScratchFolder::Write(std::string_view name, std::string_view bytes) const {
  std::ofstream(path_ / name, std::ios::binary) << bytes;
}

std::string ScratchFolder::Read(std::string_view name) const {
  std::ifstream file(path_ / name, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::size_t ScratchFolder::Count() const {
  return static_cast<std::size_t>(
      std::distance(fs::directory_iterator(path_), fs::directory_iterator()));
}

}  // namespace cobble::test
