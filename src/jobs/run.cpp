// Writes the files beside the pictures of a run.
#include "jobs/run.h"

#include "jobs/picture_run.h"

namespace cobble {

std::vector<VrtTile> RenderRun::VrtTiles() const {
  std::vector<VrtTile> tiles;
  tiles.reserve(jobs.size());
  for (const Job& job : jobs) tiles.push_back({job.pictures.front().path, job.window});
  return tiles;
}

// The set's files get their names before its pictures: an engine that sees a picture without its
// import settings writes its own. When the last job is complete, so is the dataset of the tiles,
// which gets its name after them. If a job fails, no dataset is written.
void RunFiles::Complete(std::size_t index) {
  if (!run_.sets.empty())
    for (const auto& file : run_.sets[index]->Finish(rules_)) file->Commit();
  if (++complete_ < run_.jobs.size() || !run_.vrt) return;
  AddFile(run_.vrt->path, [&](ByteSink* sink) { WriteVrt(*run_.vrt, run_.VrtTiles(), sink); });
}

void RunFiles::AddFile(const std::string& path, const std::function<void(ByteSink*)>& write) {
  TidyFolders({path});
  files_.push_back(std::make_unique<FileSink>(path, rules_));
  write(files_.back().get());
  files_.back()->Finish();
}

void RunFiles::Commit() {
  for (const auto& file : files_) file->Commit();
  files_.clear();
}

}  // namespace cobble
