// The C interface: recipes, bytes and versions.
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "c/guard.h"
#include "c/objects.h"
#include "catalog/catalog.h"
#include "cobble/version.h"
#include "core/json/print.h"
#include "core/json/tree.h"
#include "recipe/images/images.h"
#include "recipe/presets.h"

namespace cobble::c {
namespace {

// What messages call a formula.
constexpr std::string_view kFormula = "formula";

// Sets *recipe to a new recipe that fill(layers) has filled.
template <typename Fill>
cobble_status Make(cobble_recipe** recipe, cobble_error** error, const Fill& fill) noexcept {
  return GuardResult(recipe, "recipe", error, [&] {
    auto made = std::make_unique<cobble_recipe>();
    fill(&made->layers);
    return made;
  });
}

}  // namespace
}  // namespace cobble::c

using cobble::c::Guard;
using cobble::c::GuardText;
using cobble::c::Needed;
using cobble::c::TextAt;

int32_t cobble_abi_version(void) { return COBBLE_ABI_VERSION; }

// A std::string keeps a text this short in itself, so this allocates nothing and does not throw.
const char* cobble_version(void) { return cobble::Version().data(); }

int32_t cobble_noise_version(void) { return cobble::kNoiseVersion; }

void cobble_bytes_free(cobble_bytes* bytes) { delete bytes; }

const char* cobble_bytes_data(const cobble_bytes* bytes) {
  return bytes == nullptr ? nullptr : bytes->bytes.c_str();
}

size_t cobble_bytes_size(const cobble_bytes* bytes) {
  return bytes == nullptr ? 0 : bytes->bytes.size();
}

const char* cobble_preset_name(size_t index) {
  try {
    static const std::vector<std::string> names = cobble::PresetNames();
    return index < names.size() ? names[index].c_str() : nullptr;
  } catch (...) {  // no memory
    return nullptr;
  }
}

void cobble_recipe_free(cobble_recipe* recipe) { delete recipe; }

cobble_status cobble_recipe_from_preset(const char* preset, cobble_recipe** recipe,
                                        cobble_error** error) {
  return cobble::c::Make(recipe, error, [&](cobble::RecipeLayers* layers) {
    layers->AddPreset(TextAt(preset, "preset"));
  });
}

cobble_status cobble_recipe_from_json(const char* text, size_t size, const char* name,
                                      cobble_recipe** recipe, cobble_error** error) {
  return cobble::c::Make(recipe, error, [&](cobble::RecipeLayers* layers) {
    const char* const shown = name == nullptr ? "recipe" : TextAt(name, "name");
    layers->AddText({&Needed(text, "text"), size}, shown);
  });
}

cobble_status cobble_recipe_from_formula(const char* formula, cobble_recipe** recipe,
                                         cobble_error** error) {
  return cobble::c::Make(recipe, error, [&](cobble::RecipeLayers* layers) {
    layers->AddKey("noise", TextAt(formula, "formula"), cobble::c::kFormula);
  });
}

cobble_status cobble_recipe_copy(const cobble_recipe* recipe, cobble_recipe** copy,
                                 cobble_error** error) {
  return cobble::c::GuardResult(copy, "copy", error, [&] {
    return std::make_unique<cobble_recipe>(Needed(recipe, "recipe"));
  });
}

cobble_status cobble_recipe_set(cobble_recipe* recipe, const char* path, const char* value,
                                cobble_error** error) {
  return Guard(error, [&] {
    Needed(recipe, "recipe").layers.AddSet(TextAt(path, "path"), TextAt(value, "value"));
  });
}

cobble_status cobble_recipe_set_formula(cobble_recipe* recipe, const char* name,
                                        const char* formula, cobble_error** error) {
  return Guard(error, [&] {
    Needed(recipe, "recipe").layers.AddFormula(TextAt(name, "name"), TextAt(formula, "formula"));
  });
}

cobble_status cobble_recipe_add_library(cobble_recipe* recipe, const char* name, const char* text,
                                        cobble_error** error) {
  return Guard(error, [&] {
    Needed(recipe, "recipe").layers.AddLibrary(TextAt(text, "text"), TextAt(name, "name"));
  });
}

cobble_status cobble_recipe_set_knob(cobble_recipe* recipe, const char* name, const char* value,
                                     cobble_error** error) {
  return Guard(error, [&] {
    Needed(recipe, "recipe").layers.AddKnob(TextAt(name, "name"), TextAt(value, "value"));
  });
}

cobble_status cobble_recipe_knobs(const cobble_recipe* recipe, cobble_bytes** json,
                                  cobble_error** error) {
  return GuardText(json, "json", error, [&] {
    return cobble::PrintJsonLine(cobble::KnobRows(Needed(recipe, "recipe").layers.Resolve()));
  });
}

cobble_status cobble_recipe_images(const cobble_recipe* recipe, cobble_bytes** json,
                                   cobble_error** error) {
  return GuardText(json, "json", error, [&] {
    return cobble::PrintJsonLine(cobble::ImageNames(Needed(recipe, "recipe").layers.Resolve()));
  });
}

cobble_status cobble_format(const char* text, size_t size, const char* name,
                            cobble_bytes** formatted, cobble_error** error) {
  return GuardText(formatted, "formatted", error, [&] {
    const char* const shown = name == nullptr ? "recipe" : TextAt(name, "name");
    return cobble::FormatRecipe({&Needed(text, "text"), size}, shown);
  });
}

cobble_status cobble_recipe_write(const cobble_recipe* recipe, int32_t form, cobble_bytes** text,
                                  cobble_error** error) {
  return GuardText(text, "text", error, [&] {
    if (form != COBBLE_COMPLETE && form != COBBLE_BRIEF)
      cobble::c::Refuse("form",
                        "must be COBBLE_COMPLETE or COBBLE_BRIEF, got " + std::to_string(form));
    const cobble::Recipe resolved = cobble::c::RecipeOf(Needed(recipe, "recipe"));
    return form == COBBLE_BRIEF ? cobble::WriteBriefRecipe(resolved)
                                : cobble::WriteRecipe(resolved);
  });
}
