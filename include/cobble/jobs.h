// Lists of files made in one call: the pictures of a recipe, of its variations, frames and tiles,
// and the sets of files that engines import. The bytes are the same as those that `cobble render`
// writes.
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

// A picture to write. All but the path is as in EncodeOptions.
struct OutputFile {
  std::string path;  // has the placeholders of the series, if there is one
  std::vector<MapName> maps = {Map::kHeight};
  std::string format = {};  // empty: the one that the path's suffix names
  int bits = 0;
  std::string compression = "fast";
  std::string primaries = "rec709";
  bool metadata = true;
  // The path of a GDAL virtual dataset that shows the tiles of the picture as one raster; empty:
  // none. Only for the one picture of a list, in a series of tiles alone.
  std::string vrt = {};
};

struct MapBits {
  std::string map;  // its name; empty: all maps
  int bits = 8;     // per channel
};

// What may be chosen of a set; the engine decides the rest.
struct SetOptions {
  // Of the pictures that the engine imports in this format; empty: each has its first.
  std::string format = {};
  std::vector<MapBits> bits = {};  // a map's own bits take precedence over those for all
  std::string compression = "fast";
  bool metadata = true;
  bool materialx = false;  // also write a MaterialX material, NAME.mtlx
  // Further maps, each a picture under the set's names: NAME_Curvature.png.
  std::vector<MapName> maps = {};
};

// What all files of a list have in common.
struct JobOptions {
  Window window = {};             // of each recipe's picture; if width or height is 0: the whole
  std::string simd = "auto";      // see CompileOptions
  std::string georeference = {};  // of TIFF and virtual datasets: see EncodeOptions
  Limits limits = {};             // of each job
  bool no_clobber = false, sync = true, if_changed = false;  // see EncodeOptions
};

// A file of a list.
struct JobFile {
  std::string path;
  std::vector<std::string> maps;  // names; empty: a file that is no picture, such as NAME.meta
  std::string format;             // the name of the picture's format
  int bits = 0;                   // per sample
  Window window;                  // of the picture, or of each frame of a sprite sheet
};

struct WriteOptions {
  int threads = 0;  // maximum; 0: see RenderOptions
  // Called repeatedly with the fraction of pixels done, 0 to 1; from 0 to 1 twice if a range "fit"
  // is looked for first. As in RenderOptions, calls never overlap, and an exception stops the run.
  std::function<void(double)> progress = {};
};

// Jobs, each of which writes one or more files: the pictures of one recipe and window, rendered in
// one pass, with the files that go with them. All recipes are resolved and checked when a list is
// made, so what can be known then is not left to Write. Threads can share a list that none of them
// changes.
class COBBLE_EXPORT JobList {
 public:
  // Lists pictures of a recipe, `files` for each item of the series. (To start from a Recipe, add
  // the text of WriteRecipe to the layers.)
  //
  // Throws Error
  // - kUsage for an invalid option, at its name ("maps", "tiles", "max_pixels"); for an invalid
  //   name, and if two files would have the same one, at "path"; at "vary" if a key is varied
  //   twice;
  // - like RecipeLayers::Resolve and Program::Compile for each recipe, with Issue::variation;
  // - kLimit if a job exceeds options.limits.
  static JobList Pictures(const RecipeLayers& recipe, const std::vector<OutputFile>& files,
                          const Series& series = {}, const JobOptions& options = {});

  // Lists the set of an engine, one of Engines(): pictures named after `path`, DIR/NAME, and what
  // goes with them. What the engine needs is set in the recipe below its flags (normals that point
  // up or down, terrains with a height at each vertex), and a size that neither a text nor a flag
  // sets becomes one that it takes. With a series, `path` has its placeholders. Import settings
  // that exist are left as they are.
  //
  // Throws like Pictures, and kUsage at "engine" if there is no such engine, at the option or flag
  // that contradicts it, and at "path" if that is a folder or has a suffix; kRecipe if the recipe
  // defines a map of the wrong kind.
  static JobList Set(const RecipeLayers& recipe, const std::string& engine, const std::string& path,
                     const SetOptions& set = {}, const Series& series = {},
                     const JobOptions& options = {});

  JobList(const JobList&);
  JobList(JobList&&) noexcept;
  JobList& operator=(const JobList&);
  JobList& operator=(JobList&&) noexcept;
  ~JobList();

  // Returns all files, job by job. Pictures inside one file, such as those of a .glb, have its
  // path.
  std::vector<JobFile> Files() const;
  // Returns what is no error but may surprise, such as a map that the recipe lacks, and what
  // cobble_recipe_warnings lists.
  std::vector<Issue> Warnings() const;

  // Adds the jobs of another list. Small pictures of one list are rendered side by side.
  void Append(const JobList& other);

  // Renders and writes all files. First checks that they are distinct and can be written. Files
  // appear complete, job by job; all those of a job appear together once the last is complete. If
  // the call throws, earlier jobs have been written, and of that one and later ones nothing.
  //
  // Throws Error kUsage at "threads"; kUsage or kIo, with a path, for files that are the same, that
  // exist if no_clobber is set, and whose folder is missing or read-only; kIo if writing fails;
  // kLimit if memory runs out.
  void Write(const WriteOptions& options = {}) const;

 private:
  struct COBBLE_HIDDEN Impl;
  explicit COBBLE_HIDDEN JobList(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace cobble

#endif  // COBBLE_JOBS_H_
