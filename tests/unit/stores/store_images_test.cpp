// Tests the images of stores: which a plan names, which are missing, and which are others.
#include "stores/store_images.h"

#include <doctest/doctest.h>

#include <memory>
#include <string>
#include <vector>

#include "cobble/recipe_io.h"
#include "unit/output/files.h"
#include "unit/stores/stores.h"

namespace cobble {
namespace {

std::shared_ptr<const SourceImage> Flat(float value, int channels = 1) {
  return std::make_shared<const SourceImage>(
      Image{2, 3, channels, std::vector<float>(static_cast<std::size_t>(6 * channels), value)});
}

constexpr const char* kTwo = R"json("size": [40, 45], "noise": "image(b) + image(a)")json";

// A plan whose recipe shows two images.
StorePlan Plan(const std::shared_ptr<const SourceImage>& a,
               const std::shared_ptr<const SourceImage>& b) {
  StorePlan plan = ZarrPlan(kTwo, {{"height", 16}}, 16, 1);
  AttachImages({{"a", a, "a"}, {"b", b, "b"}}, &plan.recipe);
  return plan;
}

TEST_CASE("a plan names its images by checksum, and has no pixels") {
  const auto a = Flat(0.25f), b = Flat(0.5f);
  const StorePlan plan = ReadStorePlan(WriteStorePlan(Plan(a, b)), "p");
  CHECK(plan.recipe.images.empty());
  const auto sums = ImageSums(plan.recipe);
  REQUIRE(sums.size() == 2);
  CHECK(sums[0].name == "a");
  CHECK(sums[0].sha256 == a->sha256());
  CHECK(sums[1].name == "b");
  CHECK(sums[1].sha256 == b->sha256());
  CHECK(IdentityOf(plan) == IdentityOf(Plan(a, b)));
  CHECK(IdentityOf(plan) != IdentityOf(Plan(b, a)));
}

TEST_CASE("a store that is opened needs the images of its plan to render, but not for levels") {
  const TemporaryFolder folder;
  const auto a = Flat(0.25f), b = Flat(0.5f);
  const std::string name = folder / "s.zarr";
  MakeStore(ChunkStore(name, Plan(a, b)));
  const auto run = [&](StoreStage stage, const std::vector<NamedImage>& images) {
    return ErrorOf([&] { RunShard(ChunkStore::Open(name, images), stage, 0, QuickRules()); });
  };
  CHECK(run(StoreStage::kRender, {{"a", a, "A"}, {"b", b, "B"}}) == "none");
  CHECK(run(StoreStage::kPyramid, {}) == "none");
  CHECK(run(StoreStage::kRender, {{"b", b, "B"}}) ==
        "2 " + name + ": its image \"a\" with the checksum " + a->sha256() +
            " is not given; use `image=a=FILE`");
  const std::string both = run(StoreStage::kRender, {});
  CHECK(both.find("its images \"a\" with the checksum " + a->sha256() + " and \"b\" with") !=
        std::string::npos);
  CHECK(run(StoreStage::kPyramid, {{"a", b, "A"}}) ==
        "2 A: its checksum is " + b->sha256() + ", but that of the image \"a\" of " + name +
            " is " + a->sha256() + "; give the image that the store was planned with");
}

TEST_CASE("a plan over a store of another image names the image") {
  const TemporaryFolder folder;
  const auto a = Flat(0.25f), b = Flat(0.5f);
  const std::string name = folder / "s.zarr";
  ChunkStore(name, Plan(a, b)).Create({.sync = false});
  CHECK_NOTHROW(ChunkStore(name, Plan(a, b)).CheckFolder());
  const std::string error = ErrorOf([&] { ChunkStore(name, Plan(a, a)).CheckFolder(); });
  CHECK(error.starts_with("2 " + name + ": "));
  CHECK(error.ends_with(" its image \"b\" has the checksum " + b->sha256() + ", not " +
                        a->sha256() +
                        "; give that image, or remove the store, or choose another name"));
}

TEST_CASE("the memory of images counts their samples and a plane of each channel") {
  CHECK(ImageMemory(Plan(Flat(0), Flat(1)).recipe) == Size(uint64_t{2 * 6 * 4 * 3}));
  CHECK(ImageMemory(Plan(Flat(0), Flat(1, 3)).recipe) == Size(uint64_t{6 * 4 * (3 + 7)}));
  CHECK(ImageMemory(ZarrPlan(R"("noise": "perlin")", {{"height", 16}}, 16).recipe) == Size());
}

}  // namespace
}  // namespace cobble
