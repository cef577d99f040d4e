// Tests typed kernels: they use exactly the scratch they count, and their state lasts for a tile.
#include "noise/sampling/typed_kernel-inl.h"

#include <doctest/doctest.h>

#include <cstring>
#include <memory>
#include <new>
#include <vector>

namespace cobble::HWY_NAMESPACE {
namespace {

struct ToyArgs {
  std::vector<int> octaves;  // how many numbers each octave keeps
};

// A kernel that keeps the given count of numbers per octave, and a float per column. A run outputs
// the sum of all numbers, its row plus the count of runs, the frame's origin and the last column.
struct Toy {
  using Args = ToyArgs;
  struct Octave {
    int64_t* numbers;
    int count;
  };
  struct State {
    Octave* octaves;
    float* columns;
    int64_t runs;
  };
  static constexpr int kMaxColumns = 40;

  static void LayOut(const ToyArgs& args, const Frame&, int columns, Scratch& scratch, State& s) {
    s.octaves = scratch.Take<Octave>(args.octaves.size());
    s.columns = scratch.Take<float>(static_cast<std::size_t>(columns));
    ForRecords(s.octaves, args.octaves.size(), [&](Octave& octave, std::size_t o) {
      octave.count = args.octaves[o];
      octave.numbers = scratch.Take<int64_t>(static_cast<std::size_t>(octave.count));
    });
  }

  static void Prepare(const ToyArgs& args, const Frame&, const Tile& tile, State& s) {
    s.runs = 0;
    for (int i = 0; i < tile.columns; ++i) s.columns[i] = static_cast<float>(i);
    for (std::size_t o = 0; o < args.octaves.size(); ++o)
      for (int k = 0; k < s.octaves[o].count; ++k) s.octaves[o].numbers[k] = tile.first_column;
  }

  static void Run(const ToyArgs& args, const Frame& frame, const cobble::Run& run, State& s,
                  const Slot& slot) {
    int64_t sum = 0;
    for (std::size_t o = 0; o < args.octaves.size(); ++o)
      for (int k = 0; k < s.octaves[o].count; ++k) sum += s.octaves[o].numbers[k];
    slot.value[0] = static_cast<float>(sum);
    slot.value[1] = static_cast<float>(run.j + ++s.runs);
    slot.value[2] = static_cast<float>(frame.origin[0]);
    slot.value[3] = s.columns[run.n - 1];
  }
};

constexpr Kernel kToy = TypedKernel<Toy>::kKernel;

// Scratch memory followed by a border that no kernel may touch.
class Memory {
 public:
  explicit Memory(std::size_t bytes)
      : bytes_(bytes), begin_(new (std::align_val_t{kAlign}) std::byte[bytes + kAlign]) {
    std::memset(begin_.get(), 0xA5, bytes + kAlign);
  }

  std::byte* begin() { return begin_.get(); }
  bool BorderIsIntact() const {
    for (std::size_t k = 0; k < kAlign; ++k)
      if (begin_[bytes_ + k] != std::byte{0xA5}) return false;
    return true;
  }

 private:
  struct Free {
    void operator()(std::byte* memory) const {
      ::operator delete[](memory, std::align_val_t{kAlign});
    }
  };

  std::size_t bytes_;
  std::unique_ptr<std::byte[], Free> begin_;
};

TEST_CASE("scratch_bytes counts the state and everything that LayOut takes") {
  const auto bytes = [](const ToyArgs& args, int columns) {
    return kToy.scratch_bytes(&args, Frame{}, columns);
  };
  // Every array takes a multiple of kAlign: the state, the records, the columns.
  CHECK(bytes({{}}, 0) == kAlign);
  CHECK(bytes({{}}, 1) == 2 * kAlign);
  CHECK(bytes({{}}, 40) == 4 * kAlign);
  CHECK(bytes({{8, 9}}, 0) == (1 + 1 + 1 + 2) * kAlign);
  CHECK(kToy.max_columns == 40);
}

TEST_CASE("the runs of a tile receive its arguments and the state left by Prepare") {
  const ToyArgs args{{3, 0, 8}};
  Frame frame;
  frame.origin[0] = 5;
  float value[4];
  const Slot slot{value, {}};
  Memory memory(kToy.scratch_bytes(&args, frame, 40));
  for (const int64_t first : {2, 7}) {
    kToy.prepare(&args, frame, {first, 40}, memory.begin());
    for (int run = 1; run <= 2; ++run) {
      kToy.run(&args, frame, {first, 10, 40}, memory.begin(), slot);
      CHECK(value[0] == 11 * first);
      CHECK(value[1] == 10 + run);
      CHECK(value[2] == 5);
      CHECK(value[3] == 39);
    }
  }
  CHECK(memory.BorderIsIntact());
}

TEST_CASE("ForRecords visits the given records, or new ones while counting") {
  struct Record {
    int seen;
  };
  Record records[3] = {{1}, {2}, {3}};
  std::vector<int> seen;
  const auto lay_out = [&](Record& record, std::size_t k) {
    seen.push_back(record.seen);
    record.seen = static_cast<int>(10 + k);
  };
  ForRecords(records, 3, lay_out);
  CHECK(seen == std::vector{1, 2, 3});
  CHECK(records[2].seen == 12);
  seen.clear();
  ForRecords(static_cast<Record*>(nullptr), 3, lay_out);
  CHECK(seen == std::vector{0, 0, 0});
}

}  // namespace
}  // namespace cobble::HWY_NAMESPACE
