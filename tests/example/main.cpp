// An example: renders a recipe to a picture in memory, a file in memory, and a file on disk.
#include <cobble/cobble.h>

#include <algorithm>
#include <iostream>
#include <string>

namespace {

const std::string kRecipe = R"({
  "cobble": 1, "size": [96, 64], "tiling": true,
  "domain": {"extent": [3, 2]},
  "noise": {"type": "perlin", "frequency": 4, "octaves": 5},
  "range": "fit"
})";

cobble::Program Compiled() {
  return cobble::Program::Compile(cobble::ReadRecipe(kRecipe, "hills"));
}

// Float samples in 0..1.
void ShowHeight() {
  const cobble::Image image = cobble::RenderImage(Compiled(), cobble::Map::kHeight);
  const auto [low, high] = std::ranges::minmax(image.samples);
  std::cout << image.width << " x " << image.height << ", " << low << " to " << high << '\n';
}

// A 16-bit PNG.
void ShowPng() {
  const cobble::EncodedPicture png = cobble::EncodePicture(Compiled());
  std::cout << png.bytes.substr(1, 3) << '\n';
}

// Writes height and normals to one file of half floats, or says why cobble cannot.
void WriteExr(const std::string& path) try {
  cobble::EncodeOptions options;
  options.maps = {cobble::Map::kHeight, cobble::Map::kNormal};
  options.bits = 16;
  cobble::WritePicture(Compiled(), path, options);
} catch (const cobble::Error& error) {
  std::cout << error.what() << '\n';
}

// Errors in a recipe are thrown as Error, with their location.
void ShowError() try {
  cobble::ReadRecipe(R"({"cobble": 1, "noise": {"type": "perlin", "octave": 5}})", "faulty");
} catch (const cobble::Error& error) {
  std::cout << error.what() << '\n';
}

}  // namespace

int main() {
  std::cout << cobble::Version() << '\n';
  ShowHeight();
  ShowPng();
  WriteExr("hills.exr");
  ShowError();
}
