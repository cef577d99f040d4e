// Reads EXR with OpenEXR's C library: the first part, scan lines or the largest level of tiles.
#include <OpenEXR/openexr.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <utility>
#include <vector>

#include "core/suggest.h"
#include "input/readers.h"

namespace cobble {
namespace {

constexpr std::array<std::string_view, EXR_COMPRESSION_LAST_TYPE> kExrCompressions{
    "", "RLE", "ZIPS", "ZIP", "PIZ", "PXR24", "B44", "B44A", "DWAA", "DWAB"};

// Splits "normal.X" into "normal" and the rank of "X": R, G, B, A come in this order, then others.
std::pair<std::string_view, std::size_t> Rank(std::string_view name) {
  const std::size_t dot = name.rfind('.');
  const std::string_view layer = dot == name.npos ? "" : name.substr(0, dot);
  const std::string_view letter = dot == name.npos ? name : name.substr(dot + 1);
  constexpr std::string_view kOrder = "RGBA";
  return {layer, letter.size() == 1 ? std::min(kOrder.find(letter), kOrder.size()) : kOrder.size()};
}

class ExrReader final : public FileReader {
 public:
  explicit ExrReader(const PictureFile& file) : FileReader(file) {
    exr_context_initializer_t how = EXR_DEFAULT_CONTEXT_INITIALIZER;
    how.error_handler_fn = &KeepError;
    how.user_data = this;
    how.read_fn = &Take;
    how.size_fn = &SizeOf;
    const exr_result_t opened = exr_start_read(&context_, "picture", &how);
    try {
      Check(opened);
      ReadHeader();
      ReadPrimaries();
      ReadChannels();
      CheckPictureSize(file_, info_);
      AllocateBlock();
    } catch (...) {
      if (context_) exr_finish(&context_);
      throw;
    }
  }

  ~ExrReader() override {
    if (has_decoder_) exr_decoding_destroy(context_, &decoder_);
    exr_finish(&context_);
  }

  ExrReader(const ExrReader&) = delete;
  ExrReader& operator=(const ExrReader&) = delete;

  void ReadRow(std::span<float> row) override {
    const int64_t in_block = next_ % block_rows_;
    if (in_block == 0) ReadBlock();
    const std::size_t channels = info_.channels.size(), width = row.size() / channels;
    const float* in = block_.data() + static_cast<std::size_t>(in_block) * row.size();
    for (std::size_t c = 0; c < channels; ++c)
      for (std::size_t x = 0; x < width; ++x, ++in)
        row[x * channels + c] =
            info_.channels[c].is_uint ? static_cast<float>(std::bit_cast<uint32_t>(*in)) : *in;
    ++next_;
  }

 private:
  static int64_t SizeOf(exr_const_context_t, void* self) {
    return static_cast<int64_t>(static_cast<ExrReader*>(self)->cursor_.size());
  }

  static int64_t Take(exr_const_context_t, void* user, void* to, uint64_t size, uint64_t offset,
                      exr_stream_error_func_ptr_t) {
    auto& self = *static_cast<ExrReader*>(user);
    self.cursor_.at = offset;
    return static_cast<int64_t>(self.cursor_.Read(to, static_cast<std::size_t>(size)));
  }

  static void KeepError(exr_const_context_t context, exr_result_t, const char* text) {
    void* self = nullptr;
    if (exr_get_user_data(context, &self) == EXR_ERR_SUCCESS && self)
      static_cast<ExrReader*>(self)->error_ = text;
  }

  void Check(exr_result_t result) const {
    if (result == EXR_ERR_SUCCESS) return;
    cursor_.Rethrow();
    if (result == EXR_ERR_OUT_OF_MEMORY) RefuseMemory(file_);
    if (result == EXR_ERR_FEATURE_NOT_IMPLEMENTED)
      Refuse("is an EXR with a feature that is not supported: " + Shown(error_));
    // OpenEXR's headers are read in blocks, so passing the end does not mean that bytes are
    // missing.
    if (result == EXR_ERR_READ_IO) Refuse("is a truncated EXR");
    Refuse("is a damaged EXR: " +
           Shown(error_.empty() ? exr_get_default_error_message(result) : error_));
  }

  void ReadHeader() {
    exr_storage_t storage{};
    exr_attr_box2i_t window{};
    exr_compression_t compression{};
    int parts = 0;
    Check(exr_get_count(context_, &parts));
    Check(exr_get_storage(context_, 0, &storage));
    Check(exr_get_data_window(context_, 0, &window));
    Check(exr_get_compression(context_, 0, &compression));
    if (storage != EXR_STORAGE_SCANLINE && storage != EXR_STORAGE_TILED)
      Refuse("is an EXR with deep pixels, which are not supported");
    info_.format = "exr";
    info_.width = int64_t{window.max.x} - window.min.x + 1;
    info_.height = int64_t{window.max.y} - window.min.y + 1;
    const auto index = static_cast<std::size_t>(compression);
    if (index < kExrCompressions.size()) info_.compression = kExrCompressions[index];
    if (parts > 1) info_.more.push_back(fmt::format("the first of {} parts", parts));
    first_row_ = window.min.y;
    is_tiled_ = storage == EXR_STORAGE_TILED;
  }

  // Without the attribute they are unknown; other programs then assume Rec. 709.
  void ReadPrimaries() {
    exr_attr_chromaticities_t lights{};
    if (exr_attr_get_chromaticities(context_, 0, "chromaticities", &lights) == EXR_ERR_SUCCESS)
      info_.primaries = {{lights.red_x, lights.red_y},
                         {lights.green_x, lights.green_y},
                         {lights.blue_x, lights.blue_y},
                         {lights.white_x, lights.white_y}};
    error_.clear();
  }

  // Sorts the channels: red, green, blue and alpha in this order, all others by name.
  void ReadChannels() {
    const exr_attr_chlist_t* list = nullptr;
    Check(exr_get_channels(context_, 0, &list));
    std::vector<const exr_attr_chlist_entry_t*> sorted;
    sorted.reserve(static_cast<std::size_t>(list->num_channels));
    for (int c = 0; c < list->num_channels; ++c) sorted.push_back(list->entries + c);
    std::ranges::stable_sort(
        sorted, [](const auto* a, const auto* b) { return Rank(a->name.str) < Rank(b->name.str); });
    order_.resize(sorted.size());
    for (const exr_attr_chlist_entry_t* entry : sorted) {
      if (entry->x_sampling != 1 || entry->y_sampling != 1)
        Refuse("is an EXR with subsampled channels, which are not supported");
      order_[static_cast<std::size_t>(entry - list->entries)] = info_.channels.size();
      info_.channels.push_back({Shown(entry->name.str),
                                entry->pixel_type == EXR_PIXEL_HALF ? 16 : 32, true,
                                entry->pixel_type == EXR_PIXEL_UINT});
    }
  }

  void AllocateBlock() {
    if (is_tiled_) {
      Check(exr_get_tile_sizes(context_, 0, 0, 0, &tile_width_, &block_rows_));
      info_.more.push_back(fmt::format("tiles of {} x {}", tile_width_, block_rows_));
      if (tile_width_ < 1) Refuse("is a damaged EXR: its tiles are empty");
    } else {
      Check(exr_get_scanlines_per_chunk(context_, 0, &block_rows_));
      tile_width_ = static_cast<int32_t>(info_.width);
    }
    if (block_rows_ < 1) Refuse("is a damaged EXR: its blocks are empty");
    const Size rows = static_cast<uint64_t>(std::min<int64_t>(block_rows_, info_.height));
    const Size samples = Size(info_.width) * rows * Size(info_.channels.size());
    // OpenEXR holds the chunk's samples packed, unpacked, and in between.
    CheckPictureSize(file_, info_, samples * Size(4 * sizeof(float)));
    block_.resize(samples.bytes());
  }

  // Reads the chunk of scan lines, or the row of tiles, that contains the next row.
  void ReadBlock() {
    exr_chunk_info_t chunk{};
    if (!is_tiled_) {
      Check(
          exr_read_scanline_chunk_info(context_, 0, static_cast<int>(first_row_ + next_), &chunk));
      return Decode(chunk, 0);
    }
    const auto row = static_cast<int>(next_ / block_rows_);
    for (int64_t column = 0; column < info_.width; column += tile_width_) {
      Check(exr_read_tile_chunk_info(context_, 0, static_cast<int>(column / tile_width_), row, 0, 0,
                                     &chunk));
      Decode(chunk, column);
    }
  }

  // Decodes a chunk into the block, from `column` on.
  void Decode(const exr_chunk_info_t& chunk, int64_t column) {
    const std::size_t channels = info_.channels.size();
    const int64_t rows = std::min<int64_t>(block_rows_, info_.height - next_);
    if (chunk.height > rows || column + chunk.width > info_.width)
      Refuse("is a damaged EXR: a block exceeds the picture");
    if (has_decoder_) {
      Check(exr_decoding_update(context_, 0, &chunk, &decoder_));
    } else {
      Check(exr_decoding_initialize(context_, 0, &chunk, &decoder_));
      has_decoder_ = true;
    }
    if (static_cast<std::size_t>(decoder_.channel_count) != channels)
      Refuse("is a damaged EXR: a block lacks channels");
    for (std::size_t c = 0; c < channels; ++c) {
      exr_coding_channel_info_t& to = decoder_.channels[c];
      float* const first =
          block_.data() + order_[c] * static_cast<std::size_t>(info_.width) + column;
      to.decode_to_ptr = reinterpret_cast<uint8_t*>(first);
      to.user_bytes_per_element = sizeof(float);
      to.user_data_type = info_.channels[order_[c]].is_uint ? EXR_PIXEL_UINT : EXR_PIXEL_FLOAT;
      to.user_pixel_stride = sizeof(float);
      to.user_line_stride =
          static_cast<int32_t>(Size(info_.width).bytes() * channels * sizeof(float));
    }
    Check(exr_decoding_choose_default_routines(context_, 0, &decoder_));
    Check(exr_decoding_run(context_, 0, &decoder_));
  }

  exr_context_t context_ = nullptr;
  exr_decode_pipeline_t decoder_ = {};
  bool has_decoder_ = false, is_tiled_ = false;
  int64_t first_row_ = 0;           // of the data window
  int32_t tile_width_ = 0;          // of the picture if it has no tiles
  int32_t block_rows_ = 0;          // of a chunk
  std::vector<std::size_t> order_;  // by channel of the file: its place in a pixel
  // Row by row, each row channel by channel, since OpenEXR 3.1 mixes up four interleaved channels
  // when it converts halves to floats.
  std::vector<float> block_;
  int64_t next_ = 0;
};

}  // namespace

std::unique_ptr<PictureReader> ReadExr(const PictureFile& file) {
  return std::make_unique<ExrReader>(file);
}

}  // namespace cobble
