// Lists of files made in one call: pictures of a recipe, of its variations, frames and tiles, and
// sets of files for engines. The bytes are the same as those that `cobble render` writes.
#ifndef COBBLE_JOBS_H_
#define COBBLE_JOBS_H_

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "cobble/encode.h"
#include "cobble/error.h"
#include "cobble/export.h"
#include "cobble/image.h"
#include "cobble/recipe_io.h"
#include "cobble/render.h"
#include "cobble/series.h"

namespace cobble {

// A picture to write. What has no comment is as in EncodeOptions.
struct OutputFile {
  std::string path;  // with the placeholders of the series, if there is one
  std::vector<MapName> maps = {Map::kHeight};
  std::string format = {};  // empty: by the path's suffix
  int bits = 0;
  std::string compression = "fast";
  std::string primaries = "rec709";
  bool metadata = true;
  // The path of a GDAL virtual dataset that shows the picture's tiles as one raster; empty: none.
  // Only for a list of one picture whose series has only tiles.
  std::string vrt = {};
};

struct MapBits {
  std::string map;  // its name; empty: all maps
  int bits = 8;     // per channel
};

// The choices in a set. The engine decides the rest.
struct SetOptions {
  // For pictures that the engine imports in this format; empty: each picture's first.
  std::string format = {};
  std::vector<MapBits> bits = {};  // a map's own bits take precedence over those for all
  std::string compression = "fast";
  bool metadata = true;
  bool materialx = false;  // also write a MaterialX material, NAME.mtlx
  // More maps, each a picture named like the set's: NAME_Curvature.png.
  std::vector<MapName> maps = {};
};

// What all files of a list have in common.
struct JobOptions {
  Window window = {};             // of each recipe's picture; width or height 0: all of it
  std::string simd = "auto";      // see CompileOptions
  std::string georeference = {};  // of TIFF and virtual datasets: see EncodeOptions
  // See EncodeOptions. Not in sets, sprite sheets and lists with a virtual dataset.
  std::string terrain = {};
  std::vector<double> elevation = {};
  Limits limits = {};                                        // of each job
  bool no_clobber = false, sync = true, if_changed = false;  // see EncodeOptions
};

// A file of a list.
struct JobFile {
  std::string path;
  std::vector<std::string> maps;  // names; empty: not a picture, but a file such as NAME.meta
  std::string format;             // the picture's
  int bits = 0;                   // per sample
  Window window;                  // of the picture, or of each frame of a sprite sheet
};

struct WriteOptions {
  int threads = 0;  // maximum; 0: see RenderOptions
  // Called as in RenderOptions, with the fraction of pixels done; from 0 to 1 twice if a range
  // "fit" is found first.
  std::function<void(double)> progress = {};
};

// A list of jobs. Each renders one recipe and window in one pass and writes the pictures and the
// files that go with them. Recipes are resolved and checked when the list is made. Threads can
// share a list that none of them changes.
class COBBLE_EXPORT JobList {
 public:
  // Lists pictures of a recipe: `files` for each item of the series. To start from a Recipe, add
  // the text from WriteRecipe to the layers.
  //
  // Throws Error
  // - kUsage at an invalid option's name ("maps", "tiles", "max_pixels"); at "path" for an invalid
  //   name or one that two files would have; at "vary" if a key is varied twice;
  // - like RecipeLayers::Resolve and Program::Compile for each recipe, with Issue::variation;
  // - kLimit if a job exceeds options.limits.
  static JobList Pictures(const RecipeLayers& recipe, const std::vector<OutputFile>& files,
                          const Series& series = {}, const JobOptions& options = {});

  // Lists the set of one of Engines(): pictures named after `path`, DIR/NAME, and what goes with
  // them. What the engine needs (normals up or down, terrains with a height at each vertex) is a
  // layer below the recipe's keys, and a size that neither text nor a key sets becomes one that it
  // accepts. With a series, `path` has its placeholders. Existing import settings are kept.
  //
  // Throws like Pictures, and kUsage at "engine" for an unknown engine, at an option or key that
  // contradicts it, and at "path" if that is a folder or has a suffix; kRecipe if the recipe
  // defines a map of the wrong kind.
  static JobList Set(const RecipeLayers& recipe, const std::string& engine, const std::string& path,
                     const SetOptions& set = {}, const Series& series = {},
                     const JobOptions& options = {});

  JobList(const JobList&);
  JobList(JobList&&) noexcept;
  JobList& operator=(const JobList&);
  JobList& operator=(JobList&&) noexcept;
  ~JobList();

  // Returns all files, job by job. Pictures inside a file such as a .glb have its path.
  std::vector<JobFile> Files() const;
  // Returns what is valid but may surprise, such as a map that the recipe lacks, samples that a
  // format clamps (measured at 64 x 64 samples), and what cobble_recipe_warnings lists.
  std::vector<Issue> Warnings() const;

  // Adds another list's jobs. Small pictures of one list are rendered side by side.
  void Append(const JobList& other);

  // Renders and writes all files, after checking that they are distinct and can be written. A job's
  // files appear together, once all are complete. If the call throws, the jobs before the failed
  // one are written, and nothing of that one and later ones.
  //
  // Throws Error kUsage at "threads"; kUsage or kIo, with a path, for two files that are the same,
  // for one that exists if no_clobber is set, or whose folder is missing or read-only; kIo if
  // writing fails; kLimit if memory runs out.
  void Write(const WriteOptions& options = {}) const;

 private:
  struct COBBLE_HIDDEN Impl;
  explicit COBBLE_HIDDEN JobList(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace cobble

#endif  // COBBLE_JOBS_H_
