// The set of files that an engine imports: pictures, and what goes with them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cobble/error.h"
#include "cobble/image.h"
#include "cobble/recipe.h"
#include "engines/engines.h"
#include "jobs/job.h"
#include "jobs/output_settings.h"
#include "output/picture.h"
#include "output/sink/sink.h"

namespace cobble {

struct SetRequest {
  const EngineSpec* engine = nullptr;  // null: no set
  std::string path;                    // DIR/NAME, with the placeholders of the series
  bool materialx = false;              // write NAME.mtlx and NAME_openpbr.mtlx
  OutputSettings settings{};
};

// What a set asks of the folder that it is written to.
struct SetFolder {
  std::string (*unique_path)(const std::string& path);
  bool (*has)(const std::string& path);
};

// A file of a set that is not a picture.
struct SetExtra {
  std::string path, bytes;
};

// Throws Error kUsage at `path` unless it is DIR/NAME, at `materialx` if there is no material.
void CheckSet(const SetRequest& request);

class EngineSet {
 public:
  // Chooses the pictures of the set, and adds the packs and maps that the recipe lacks for them.
  // Throws Error kRecipe if a map has a kind that the engine does not take.
  static EngineSet Of(const SetRequest& request, Recipe* recipe);

  // Adds pictures beside those that the engine asks for. Those that are in_set join the set; of the
  // others, only the settings are checked. Throws Error kUsage if a setting contradicts the engine,
  // or it already writes an added map.
  void Add(std::span<const PictureOutput> added, const Recipe& recipe,
           const OutputSettings& settings);

  // Returns the set of one window of the recipe, with its files named after `path`: DIR/NAME. In:
  // udims, the numbers of all tiles if the path ends in a tile's number, as in rock.1002. Files
  // about all tiles belong to the set of tile 1001. Without a folder, the set is made in memory.
  EngineSet Named(const std::string& path, const Recipe& recipe, const Window& window,
                  const std::vector<int64_t>& udims, const SetFolder* folder) const;

  // The pictures to render: into files or, if the set is one file or in memory, into memory that
  // the set owns.
  const std::vector<PictureOutput>& pictures() const { return pictures_; }
  // Such as the maps that the recipe lacks.
  const std::vector<Issue>& warnings() const { return warnings_; }
  // For a set that has its names: what to set in the engine, such as the scale of a displacement.
  std::vector<Issue> Hints() const;

  // Returns the paths of the files that are not pictures.
  std::vector<std::string> OtherPaths() const;
  // Returns the files that are not pictures, once the pictures are finished.
  std::vector<SetExtra> Extras() const;
  // Writes them. They appear on Commit.
  std::vector<std::unique_ptr<FileSink>> Finish(const FileRules& rules) const;

 private:
  struct AddedMap {
    std::string suffix;
    SetChannel channel;
    SetPicture row;  // refers to the other members
  };

  void SetPath(const std::string& path);
  void SplitUdim();
  void ChoosePictures(const OutputSettings& settings, Recipe* recipe);
  void Join(const PictureOutput& picture);
  void WarnOfWords(const PictureOutput& picture, std::string_view suffix);
  void CheckAdded(const PictureOutput& picture, std::string_view suffix) const;
  void AddWarnings(const Recipe& recipe);
  void NamePictures();
  void AddCompanion(const PictureOutput& picture, const SetFile& file);
  void AddTexts();
  std::string PathOf(std::string_view suffix) const;
  // Returns the number of pictures that the engine asks for.
  std::size_t Asked() const { return pictures_.size() - added_.size(); }
  std::vector<SetFile> Files() const;
  // Returns the pictures as files about all of them name them.
  std::vector<SetFile> FilesOfTexts() const;
  // Returns the paths of files about all pictures, and what makes them.
  std::vector<std::pair<std::string, SetText>> Texts() const;
  // Returns the number that the names of files about all pictures have, if any.
  std::string_view UdimOfTexts() const {
    return IsMaterial(*engine_) ? "" : std::string_view{udim_};
  }

  const EngineSpec* engine_ = nullptr;
  bool materialx_ = false;
  const SetFolder* place_ = nullptr;
  std::string asked_;          // the path as the call has it, with placeholders
  std::string folder_, name_;  // folder_ ends with a slash, or is empty
  std::string udim_ = {};      // what follows the suffix of a map: ".1001"
  Window window_;
  SetInfo info_;
  bool tiles_ = false;
  std::vector<const SetPicture*> rows_;                 // of the pictures
  std::vector<std::shared_ptr<const AddedMap>> added_;  // of the last pictures
  std::vector<PictureOutput> pictures_;
  // Of the pictures in memory. Shared by copies of the set.
  std::vector<std::shared_ptr<PictureBytes>> memory_;
  std::vector<SetExtra> texts_;
  std::vector<Issue> warnings_;
};

}  // namespace cobble
