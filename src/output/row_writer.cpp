// Implements RowWriter.
#include "output/row_writer.h"

#include "core/bands.h"
#include "core/size.h"
#include "output/quantize.h"

namespace cobble {
RowWriter::RowWriter(const PictureSpec& spec)
    : writer_(OpenPicture(spec)),
      format_(writer_->row_format()),
      band_rows_(BandRows(spec.width, spec.height)),
      row_bytes_((Size(spec.width) * Size(format_.channels * format_.sample_bytes)).bytes()),
      chunk_(writer_->NewChunk(band_rows_)),
      bytes_((Size(row_bytes_) * Size(band_rows_)).bytes()) {
  band_.data = bytes_.data();
  band_.stride = row_bytes_;
}

void RowWriter::Write(std::span<const float> samples) {
  QuantizeRow(format_, samples, bytes_.data() + static_cast<std::size_t>(band_.rows) * row_bytes_);
  if (++band_.rows == band_rows_) Flush();
}

void RowWriter::Flush() {
  if (band_.rows == 0) return;
  writer_->Encode(band_, *chunk_);
  writer_->Write(band_, *chunk_);
  ++band_.index;
  band_.first_row += band_.rows;
  band_.rows = 0;
}

void RowWriter::Commit() {
  Flush();
  writer_->Commit();
}

}  // namespace cobble
