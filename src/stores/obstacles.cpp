// Implements ObstacleFinder.
#include "stores/obstacles.h"

#include <cerrno>

#include "core/suggest.h"
#include "platform/error_text.h"
#include "platform/path.h"

namespace cobble {
namespace {

constexpr std::size_t kMaxFolders = 256;

std::string MessageOf(const Obstacle& obstacle) {
  if (obstacle.error == 0) return {};
  const std::string path = Shown(obstacle.path) + ": ";
  if (obstacle.error == EISDIR) return path + "is a folder, not a file";
  if (obstacle.error == ENOTDIR) return path + "is not a folder";
  return path + ErrorText(obstacle.error);
}

}  // namespace

std::string ObstacleFinder::At(const std::string& file) {
  const std::string folder = FolderOf(file);
  auto found = above_.find(folder);
  if (found == above_.end()) {
    if (above_.size() >= kMaxFolders) above_.clear();
    found = above_.emplace(folder, MessageOf(FindObstacleAbove(folder))).first;
  }
  return found->second.empty() ? MessageOf(FindObstacleAt(file)) : found->second;
}

}  // namespace cobble
