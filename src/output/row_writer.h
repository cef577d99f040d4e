// Writes a picture from rows of floats, on one thread.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "output/picture.h"

namespace cobble {

class RowWriter {
 public:
  // Opens the picture. Throws what OpenPicture throws.
  explicit RowWriter(const PictureSpec& spec);

  // Writes the next row. In: samples, the channels interleaved.
  void Write(std::span<const float> samples);
  // Call after the last row; see PictureWriter::Commit.
  void Commit();

 private:
  void Flush();

  std::unique_ptr<PictureWriter> writer_;
  RowFormat format_;
  int64_t band_rows_;
  std::size_t row_bytes_;
  std::unique_ptr<Chunk> chunk_;
  std::vector<std::byte> bytes_;  // of a band
  Band band_;                     // the rows since the last Flush
};

}  // namespace cobble
