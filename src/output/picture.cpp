// Opens pictures for writing and reads their metadata, by format.
#include "output/picture.h"

#include <utility>

#include "cobble/error.h"
#include "core/size.h"
#include "output/exr/channels.h"
#include "output/png/chunk.h"
#include "output/sidecar.h"
#include "output/writers.h"

namespace cobble {
namespace {

// In: the bytes of a picture.
std::string TitleOf(std::string_view bytes) {
  if (IsTiff(bytes)) return "a TIFF";
  return bytes.starts_with(kPngSignature) ? "a PNG" : "an EXR";
}

std::unique_ptr<ByteSink> OpenSink(const PictureSpec& spec, FileSink::Order order) {
  if (spec.memory) return std::make_unique<MemorySink>(&spec.memory->bytes);
  return std::make_unique<FileSink>(spec.path, spec.files, order);
}

}  // namespace

PictureWriter::PictureWriter(const PictureSpec& spec, RowFormat row_format, FileSink::Order order)
    : spec_(spec),
      row_format_(std::move(row_format)),
      row_bytes_(
          (Size(spec.width) * Size(row_format_.channels) * Size(row_format_.sample_bytes)).bytes()),
      sink_(OpenSink(spec, order)) {}

void PictureWriter::Write(const Band& band, const Chunk& chunk) {
  WriteBand(band, chunk);
  rows_written_ += band.rows;
}

void PictureWriter::Finish() {
  if (finished_) return;
  if (rows_written_ != spec_.height)
    throw Error(ErrorKind::kBug, "", "a picture was finished before its last row");
  WriteEnd();
  sink_->Finish();
  finished_ = true;
}

void PictureWriter::Commit() {
  Finish();
  CommitFile();
}

std::unique_ptr<PictureWriter> OpenPicture(const PictureSpec& spec) {
  const std::string why =
      WhyTooLarge(*spec.format, spec.maps, spec.bits, {spec.x, spec.y, spec.width, spec.height});
  if (!why.empty()) throw Error(ErrorKind::kLimit, spec.path, why);
  return spec.format->open(spec);
}

RowFormat RowFormatOf(const PictureSpec& spec, SampleCoding coding) {
  const PictureMap& map = spec.maps.front();
  coding.bits = spec.bits;
  coding.is_float = IsFloat(*spec.format, spec.bits);
  coding.is_signed = map.range == SampleRange::kSigned;
  RowFormat format{.channels = map.channels,
                   .sample_bytes = spec.bits / 8,
                   .quantize = SelectQuantize(coding, spec.simd_target)};
  if (!coding.is_float) format.transfers = IntegerTransfers(map, spec.simd_target);
  return format;
}

std::vector<std::string> PathsOf(const Format& format, const std::string& path) {
  std::vector<std::string> paths{path};
  if (format.has_sidecar && !IsWrittenDirectly(path)) paths.push_back(SidecarPath(path));
  return paths;
}

bool IsPicture(std::string_view start) {
  return start.starts_with(kPngSignature) || start.starts_with(kExrMagic) || IsTiff(start);
}

void RefuseMetadata(const std::string& name, const std::string& message) {
  throw Error(ErrorKind::kRecipe, name, message);
}

std::optional<PictureMetadata> ReadPictureMetadata(std::string_view bytes,
                                                   const std::string& name) {
  auto metadata = FindPictureMetadata(bytes, name);
  if (metadata && metadata->recipe.empty())
    RefuseMetadata(name, "is " + TitleOf(bytes) + " without a recipe");
  return metadata;
}

std::optional<PictureMetadata> FindPictureMetadata(std::string_view bytes,
                                                   const std::string& name) {
  if (auto metadata = ReadPngMetadata(bytes, name)) return metadata;
  if (auto metadata = ReadExrMetadata(bytes, name)) return metadata;
  if (auto metadata = ReadTiffMetadata(bytes, name)) return metadata;
  return ReadSidecarMetadata(bytes);
}

}  // namespace cobble
