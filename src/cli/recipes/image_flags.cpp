// Reads the images that the command line gives.
#include "cli/recipes/image_flags.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <memory>
#include <sstream>
#include <utility>

#include "cli/recipes/failures.h"
#include "cobble/error.h"
#include "cobble/image.h"
#include "core/suggest.h"
#include "input/image_file.h"
#include "output/sidecar.h"
#include "platform/file.h"
#include "sources/picture_source.h"

namespace cobble {
namespace {

constexpr const char* kExample = "as in --image height=scan.png";

}  // namespace

void ImageFlags::AddTo(CommandLine* line) {
  line->Add(
      {{"--image", "NAME=FILE"},
       "the picture that image and by-example nodes show under this name, as in "
       "--image height=scan.png; a raw file without a sidecar is FILE:WIDTHxHEIGHT:TYPE, as in "
       "--image height=h.raw:513x513:u16le (types: u8, u16le, u16be, i16le, i16be, f32le, "
       "f32be)",
       {.brief = "the picture that an image node shows",
        .repeats = true,
        .kind = ValueKind::kMapFile,
        .is_recipe = true}},
      [this](const std::string& text) {
        const std::size_t equals = text.find('=');
        const std::string where = "--image " + Shown(text);
        if (equals == std::string::npos || equals == 0 || equals + 1 == text.size())
          throw Error(ErrorKind::kUsage, where, "must be NAME=FILE", kExample);
        if (text.substr(equals + 1) == "-")
          throw Error(ErrorKind::kUsage, where, "an image must be a file", kExample);
        images_.push_back({text.substr(0, equals), text.substr(equals + 1)});
      });
}

void ImageFlags::AddTo(RecipeLayers* layers) const {
  std::istringstream none;
  Failures failures;
  for (const Given& image : images_)
    failures.Collect([&] {
      ImageFile file = ReadImageFile(OpenPictureSource(image.path, none).file);
      layers->AddImage(image.name,
                       std::make_shared<const SourceImage>(std::move(file.pixels), file.is_srgb,
                                                           std::move(file.terrain)),
                       "--image " + Shown(fmt::format("{}={}", image.name, image.path)));
    });
  failures.Throw();
}

std::vector<std::string> ImageFlags::Paths() const {
  std::istringstream none;
  std::vector<std::string> paths;
  for (const Given& each : images_) {
    FileStatus status;
    std::string path = PicturePath(each.path);
    if (file::StatusOf(path, &status) != 0 || status.kind != FileKind::kRegular) {
      paths.push_back(std::move(path));  // a pipe cannot be opened twice
    } else {
      std::ranges::move(OpenPictureSource(each.path, none).paths, std::back_inserter(paths));
    }
  }
  return paths;
}

void ImageFlags::AddTo(PathCheck* check) const {
  for (const std::string& path : Paths()) check->AddInput("the image " + Shown(path), path);
}

}  // namespace cobble
