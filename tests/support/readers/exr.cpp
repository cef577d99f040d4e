// Reads whole EXR files with OpenEXR.
#include "support/readers/exr.h"

#include <OpenEXR/ImfChannelList.h>
#include <OpenEXR/ImfFrameBuffer.h>
#include <OpenEXR/ImfHeader.h>
#include <OpenEXR/ImfInputFile.h>
#include <OpenEXR/ImfStringAttribute.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <stdexcept>
#include <string_view>

namespace cobble {
namespace {

std::array<int, 4> Corners(const Imath::Box2i& box) {
  return {box.min.x, box.min.y, box.max.x, box.max.y};
}

void ReadHeader(const Imf::Header& header, ExrPicture* picture) {
  picture->data_window = Corners(header.dataWindow());
  picture->display_window = Corners(header.displayWindow());
  picture->tiled = header.hasTileDescription();
  picture->block_lines = -1;
  if (header.compression() == Imf::ZIP_COMPRESSION) picture->block_lines = 16;
  if (header.compression() == Imf::ZIPS_COMPRESSION) picture->block_lines = 1;
  for (auto it = header.begin(); it != header.end(); ++it) {
    if (std::string_view(it.name()) == "type") continue;  // added by the reader
    picture->attributes.push_back(it.name());
    if (const auto* text = dynamic_cast<const Imf::StringAttribute*>(&it.attribute()))
      picture->texts[it.name()] = text->value();
  }
  std::sort(picture->attributes.begin(), picture->attributes.end());
}

}  // namespace

ExrPicture ReadExr(const std::string& path) {
  Imf::InputFile file(path.c_str(), 0);
  ExrPicture picture;
  ReadHeader(file.header(), &picture);
  picture.complete = file.isComplete();
  const auto size = static_cast<std::size_t>(picture.Width() * picture.Height());
  Imf::FrameBuffer buffer;
  for (auto it = file.header().channels().begin(); it != file.header().channels().end(); ++it) {
    picture.is_half[it.name()] = it.channel().type == Imf::HALF;
    auto& samples = picture.channels[it.name()];
    samples.resize(size);
    buffer.insert(it.name(),
                  Imf::Slice::Make(Imf::FLOAT, samples.data(), file.header().dataWindow()));
  }
  file.setFrameBuffer(buffer);
  for (int y = picture.data_window[3]; y >= picture.data_window[1]; --y) file.readPixels(y);
  return picture;
}

ExrPicture ReadByOiiotool(const std::string& path) {
  return ReadByOiiotool(std::vector<std::string>{path}).front();
}

std::vector<ExrPicture> ReadByOiiotool(const std::vector<std::string>& paths) {
  const auto copy = [](const std::string& path) { return path + ".oiio.exr"; };
  std::string command = "oiiotool";
  for (const std::string& path : paths)
    command += " '" + path + "' -d float -o '" + copy(path) + "' --pop";
  if (std::system((command + " >&2").c_str()) != 0)
    throw std::runtime_error("oiiotool cannot read all of " + paths.front() + " and others");
  std::vector<ExrPicture> pictures;
  for (const std::string& path : paths) {
    pictures.push_back(ReadExr(copy(path)));
    std::filesystem::remove(copy(path));
  }
  return pictures;
}

}  // namespace cobble
