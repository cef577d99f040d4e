// Writes the textures of a material for Unity, with their import settings.
#include <cobble/jobs.h>

#include <iostream>

int main() {
  cobble::RecipeLayers recipe;
  recipe.AddPreset("rust");
  recipe.AddKey("size", "128");
  const auto set = cobble::JobList::Set(recipe, "unity", "Assets/Rust");
  for (const cobble::JobFile& file : set.Files()) std::cout << file.path << '\n';
  set.Write();
}
