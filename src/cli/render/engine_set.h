// The files that cobble render --for writes: pictures, and what goes with them.
#ifndef COBBLE_CLI_RENDER_ENGINE_SET_H_
#define COBBLE_CLI_RENDER_ENGINE_SET_H_

#include <memory>
#include <string>
#include <vector>

#include "cli/line/command_line.h"
#include "cli/render/outputs.h"
#include "cli/render/paths.h"
#include "cobble/error.h"
#include "cobble/image.h"
#include "cobble/recipe.h"
#include "engines/engines.h"
#include "jobs/render_pass.h"
#include "output/picture.h"
#include "output/sink/sink.h"

namespace cobble {

// The flags --for and --mtlx.
struct EngineFlags {
  const Engine* engine = nullptr;  // null without --for
  bool materialx = false;

  void AddTo(CommandLine* line);
  // Throws Error kUsage for --mtlx where there is no material to describe.
  void Check() const;
};

class EngineSet {
 public:
  // Chooses the pictures of the set. Adds to the recipe what they need: packs, and maps for what it
  // does not define. Throws Error kUsage if a flag contradicts the engine, kRecipe if a map of the
  // recipe has another kind than the engine expects.
  static EngineSet Of(const EngineFlags& flags, const OutputOptions& output, Recipe* recipe);

  // Returns DIR/NAME as -o gives it: with placeholders, if a series has any.
  std::string path() const { return folder_ + name_; }

  // Returns the set of one window of the recipe, with its files named after `path`: DIR/NAME.
  EngineSet Named(const std::string& path, const Recipe& recipe, const Window& window) const;

  // The pictures to render: into files or, if the set is one file, into memory that the set owns.
  const std::vector<PictureOutput>& pictures() const { return pictures_; }
  // What the recipe lacks, for standard error.
  const std::vector<Issue>& notes() const { return notes_; }

  // Adds the files that are not pictures.
  void AddPaths(PathCheck* check) const;
  // Writes the files that are not pictures, once the pictures are finished. They appear when they
  // are committed.
  std::vector<std::unique_ptr<FileSink>> Finish(const FileRules& rules) const;

 private:
  struct TextFile {
    std::string path, text;
  };

  void SetPath(const std::string& path);
  void ChoosePictures(const OutputOptions& output, Recipe* recipe);
  void AddNotes(const Recipe& recipe);
  void NamePictures();
  void AddCompanion(const PictureOutput& picture, const SetFile& file);
  void AddTexts();
  std::string PathOf(std::string_view suffix) const;
  std::vector<SetFile> Files() const;

  const Engine* engine_ = nullptr;
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
  std::vector<Issue> notes_;
};

}  // namespace cobble

#endif  // COBBLE_CLI_RENDER_ENGINE_SET_H_
