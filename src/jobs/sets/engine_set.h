// The set of files that an engine imports: pictures, and what goes with them.
#ifndef COBBLE_JOBS_SETS_ENGINE_SET_H_
#define COBBLE_JOBS_SETS_ENGINE_SET_H_

#include <memory>
#include <string>
#include <vector>

#include "cobble/error.h"
#include "cobble/image.h"
#include "cobble/recipe.h"
#include "engines/engines.h"
#include "jobs/output_settings.h"
#include "jobs/render_pass.h"
#include "output/picture.h"
#include "output/sink/sink.h"

namespace cobble {

// What is asked for.
struct SetRequest {
  const EngineSpec* engine = nullptr;  // null: no set
  std::string path;                    // DIR/NAME, with the placeholders of the series
  bool materialx = false;
  OutputSettings settings{};
};

// Throws Error kUsage at `path` if it has another form than DIR/NAME, at `materialx` if there is no
// material to describe.
void CheckSet(const SetRequest& request);

class EngineSet {
 public:
  // Chooses the pictures of the set. Adds to the recipe what they need: packs, and maps for what it
  // does not define. Throws Error kUsage if a setting contradicts the engine, kRecipe if a map of
  // the recipe has another kind than the engine expects.
  static EngineSet Of(const SetRequest& request, Recipe* recipe);

  // Returns the set of one window of the recipe, with its files named after `path`: DIR/NAME.
  EngineSet Named(const std::string& path, const Recipe& recipe, const Window& window) const;

  // The pictures to render: into files or, if the set is one file, into memory that the set owns.
  const std::vector<PictureOutput>& pictures() const { return pictures_; }
  // Such as the maps that the recipe lacks.
  const std::vector<Issue>& warnings() const { return warnings_; }

  // Returns the paths of the files that are not pictures.
  std::vector<std::string> OtherPaths() const;
  // Writes the files that are not pictures, once the pictures are finished. They appear when they
  // are committed.
  std::vector<std::unique_ptr<FileSink>> Finish(const FileRules& rules) const;

 private:
  struct TextFile {
    std::string path, text;
  };

  void SetPath(const std::string& path);
  void ChoosePictures(const OutputSettings& settings, Recipe* recipe);
  void AddWarnings(const Recipe& recipe);
  void NamePictures();
  void AddCompanion(const PictureOutput& picture, const SetFile& file);
  void AddTexts();
  std::string PathOf(std::string_view suffix) const;
  std::vector<SetFile> Files() const;

  const EngineSpec* engine_ = nullptr;
  bool materialx_ = false;
  std::string folder_, name_;  // folder_ ends with a slash, or is empty
  Window window_;
  SetInfo info_;
  bool tiles_ = false;
  std::vector<const SetPicture*> rows_;  // of the pictures
  std::vector<PictureOutput> pictures_;
  // Of the pictures in a container. Shared by copies of the set.
  std::vector<std::shared_ptr<PictureBytes>> memory_;
  std::vector<TextFile> texts_;
  std::vector<Issue> warnings_;
};

}  // namespace cobble

#endif  // COBBLE_JOBS_SETS_ENGINE_SET_H_
