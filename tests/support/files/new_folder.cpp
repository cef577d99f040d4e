// Makes folders with random names.
#include "support/files/new_folder.h"

#include <filesystem>
#include <random>
#include <stdexcept>
#include <system_error>

namespace cobble {

namespace fs = std::filesystem;

std::string NewFolder(const std::string& stem) {
  const std::string parent = fs::temp_directory_path().generic_string();
  std::string path = NewFolderIn(parent, stem);
  if (path.empty()) throw std::runtime_error("cannot make a folder in " + parent);
  return path;
}

std::string NewFolderIn(const std::string& parent, const std::string& stem) {
  std::random_device random;
  for (int attempt = 0; attempt < 100; ++attempt) {
    const fs::path path = fs::path(parent) / (stem + std::to_string(random()));
    std::error_code error;
    if (fs::create_directory(path, error)) return path.generic_string();
    if (error) return {};
  }
  return {};
}

}  // namespace cobble
