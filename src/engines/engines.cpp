// The table of engines.
#include "engines/engines.h"

#include <algorithm>

#include "engines/set_files.h"

namespace cobble {
namespace {

constexpr RoleInfo kRoles[] = {
    {Role::kColor, "color", true},
    {Role::kNormal, "normal", false},
    {Role::kHeight, "height", false},
    {Role::kRoughness, "roughness", false, 1},
    {Role::kMetallic, "metallic", false, 0},
    {Role::kAo, "ao", false},
    {Role::kControl, "control:splat", false},
    {Role::kNumber, "", false},
    {Role::kTint, "", true},
    {Role::kMask, "", false},
};

// What pictures hold.
constexpr SetChannel kColor[] = {{Role::kColor}};
constexpr SetChannel kNormal[] = {{Role::kNormal}};
constexpr SetChannel kHeight[] = {{Role::kHeight}};
constexpr SetChannel kRoughness[] = {{Role::kRoughness}};
constexpr SetChannel kMetallic[] = {{Role::kMetallic}};
constexpr SetChannel kAo[] = {{Role::kAo}};
constexpr SetChannel kOrm[] = {{Role::kAo}, {Role::kRoughness}, {Role::kMetallic}};
// Unity reads the metallic map from red and the smoothness from alpha.
constexpr SetChannel kMetallicSmoothness[] = {
    {Role::kMetallic}, {Role::kMetallic}, {Role::kMetallic}, {Role::kRoughness, true}};
constexpr SetChannel kMaskMap[] = {
    {Role::kMetallic}, {Role::kAo}, {.number = 1}, {Role::kRoughness, true}};
// Terrain3D adds twice the alpha of a colour map, less 1, to the roughness of its textures.
constexpr SetChannel kColorWetness[] = {{Role::kColor}, {.role = Role::kRoughness, .number = 0.5}};
constexpr SetChannel kColorHeight[] = {{Role::kColor}, {Role::kHeight}};
constexpr SetChannel kNormalRoughness[] = {{Role::kNormal}, {Role::kRoughness}};
constexpr SetChannel kFlatNormal[] = {{.number = 0.5}, {.number = 0.5}, {.number = 1}};
constexpr SetChannel kControl[] = {{Role::kControl}};

constexpr std::string_view kPng[] = {"png"};
constexpr std::string_view kPngTga[] = {"png", "tga"};
constexpr std::string_view kPngR16[] = {"png", "r16"};
constexpr std::string_view kR16[] = {"r16"};
constexpr std::string_view kR32[] = {"r32"};
constexpr std::string_view kExr[] = {"exr"};
constexpr std::string_view kHdr[] = {"hdr"};
constexpr std::string_view kExrR16[] = {"exr", "r16"};
constexpr std::string_view kHeightfields[] = {"png", "r16", "r32", "exr"};

constexpr int k8[] = {8};
constexpr int k8Or16[] = {8, 16};
constexpr int k16[] = {16};
constexpr int k16Or8[] = {16, 8};
constexpr int k16Or32[] = {16, 32};
constexpr int k32Or16[] = {32, 16};
constexpr int k32[] = {32};

constexpr EngineSetting kNormalUp[] = {{"normal.y", "up"}};
constexpr EngineSetting kNormalDown[] = {{"normal.y", "down"}};
// Terrains have a height at each vertex. Unity reads rows from the bottom up.
constexpr EngineSetting kTerrain[] = {{"domain.grid", "vertices"}};
constexpr EngineSetting kFlippedTerrain[] = {{"domain.grid", "vertices"}, {"flip", "true"}};

// Unreal imports skies by longitude and latitude, the others as faces side by side.
constexpr EngineSetting kGlobe[] = {{"domain.surface", "equirectangular"}};
constexpr EngineSetting kCube[] = {{"domain.surface", "cube"}};

constexpr int64_t kPowers[] = {1,   2,   4,    8,    16,   32,   64,   128,
                               256, 512, 1024, 2048, 4096, 8192, 16384};
constexpr int64_t kTerrainVertices[] = {33, 65, 129, 257, 513, 1025, 2049, 4097};
constexpr int64_t kGodotVertices[] = {64,   65,   128,  129,  256,  257,  512,  513,
                                      1024, 1025, 2048, 2049, 4096, 4097, 8192, 16384};
constexpr int64_t kLandscapes[] = {127, 253, 505, 1009, 2017, 4033, 8129};

constexpr int64_t kMaxTexture = 16384;  // of the graphics APIs that engines use
constexpr SideRule kTextureSides[] = {{SideRule::kPowersOfTwo, 1, kMaxTexture}};
constexpr SideRule kTerrainSides[] = {{SideRule::kPowersOfTwoAndOne, 33, 4097}};
// Terrain3D cuts a picture into regions of 2^n vertices; HTerrain has 2^n + 1.
constexpr SideRule kGodotSides[] = {{SideRule::kPowersOfTwo, 64, kMaxTexture},
                                    {SideRule::kPowersOfTwoAndOne, 65, 4097}};
constexpr SideRule kLandscapeSides[] = {{SideRule::kLandscapeComponents, 8, 16321}};

constexpr SizeRule kPowersOfTwo{.text = "sides that are powers of two, at most 16384",
                                .sides = kTextureSides,
                                .suggested = kPowers,
                                .fallback = 1024};

constexpr SetPicture kUnreal[] = {
    {.suffix = "_D", .channels = kColor, .formats = kPngTga, .bits = k8},
    {.suffix = "_N", .channels = kNormal, .formats = kPngTga, .bits = k8Or16},
    {.suffix = "_ORM", .channels = kOrm, .pack = "unreal-orm", .formats = kPngTga, .bits = k8},
};
constexpr SetPicture kUnity[] = {
    {.suffix = "_Albedo", .channels = kColor, .formats = kPngTga, .bits = k8},
    {.suffix = "_Normal", .channels = kNormal, .formats = kPngTga, .bits = k8Or16},
    {.suffix = "_MetallicSmoothness",
     .channels = kMetallicSmoothness,
     .pack = "unity-metallic-smoothness",
     .formats = kPngTga,
     .bits = k8},
    {.suffix = "_Occlusion", .channels = kAo, .formats = kPngTga, .bits = k8},
    {.suffix = "_Height", .channels = kHeight, .formats = kPng, .bits = k16Or8},
};
constexpr SetPicture kUnityHdrp[] = {
    {.suffix = "_BaseColor", .channels = kColor, .formats = kPngTga, .bits = k8},
    {.suffix = "_Normal", .channels = kNormal, .formats = kPngTga, .bits = k8Or16},
    {.suffix = "_MaskMap",
     .channels = kMaskMap,
     .pack = "unity-mask-map",
     .formats = kPngTga,
     .bits = k8},
    {.suffix = "_Height", .channels = kHeight, .formats = kPng, .bits = k16Or8},
};
constexpr SetPicture kGodot[] = {
    {.suffix = "_albedo", .channels = kColor, .formats = kPngTga, .bits = k8},
    {.suffix = "_normal", .channels = kNormal, .formats = kPngTga, .bits = k8},
    {.suffix = "_orm", .channels = kOrm, .pack = "godot-orm", .formats = kPngTga, .bits = k8},
    {.suffix = "_height", .channels = kHeight, .formats = kExr, .bits = k32Or16},
};
constexpr SetPicture kBlender[] = {
    {.suffix = "_BaseColor", .channels = kColor, .formats = kPng, .bits = k8Or16},
    {.suffix = "_Roughness", .channels = kRoughness, .formats = kPng, .bits = k8Or16},
    {.suffix = "_Metallic", .channels = kMetallic, .formats = kPng, .bits = k8Or16},
    {.suffix = "_Normal", .channels = kNormal, .formats = kPng, .bits = k8Or16},
    {.suffix = "_AO", .channels = kAo, .formats = kPng, .bits = k8Or16},
    {.suffix = "_Displacement", .channels = kHeight, .formats = kExr, .bits = k32Or16},
};
constexpr SetPicture kGltf[] = {
    {.suffix = "_baseColor", .channels = kColor, .formats = kPng, .bits = k8},
    {.suffix = "_normal", .channels = kNormal, .formats = kPng, .bits = k8Or16},
    {.suffix = "_orm", .channels = kOrm, .pack = "gltf-orm", .formats = kPng, .bits = k8},
};
// Heightmaps only.
constexpr SetPicture kUnrealLandscape[] = {{.channels = kHeight, .formats = kPngR16, .bits = k16}};
constexpr SetPicture kUnityTerrain[] = {
    {.channels = kHeight, .formats = kR16, .bits = k16, .raw_suffix = ".raw", .bottom_up = true}};
constexpr SetPicture kGodotTerrain[] = {
    {.channels = kHeight, .formats = kExrR16, .bits = k32Or16, .raw_suffix = ".raw"}};
// Terrain3D's own textures have these suffixes.
constexpr SetPicture kTerrain3d[] = {
    {.suffix = "_height", .channels = kHeight, .formats = kExr, .bits = k32Or16},
    {.suffix = "_control", .channels = kControl, .formats = kExr, .bits = k32},
    {.suffix = "_color",
     .channels = kColorWetness,
     .pack = "terrain3d-color",
     .formats = kPngTga,
     .bits = k8}};
constexpr SetPicture kTerrain3dTexture[] = {{.suffix = "_alb_ht",
                                             .channels = kColorHeight,
                                             .pack = "terrain3d-albedo-height",
                                             .formats = kPngTga,
                                             .bits = k8},
                                            {.suffix = "_nrm_rgh",
                                             .channels = kNormalRoughness,
                                             .pack = "terrain3d-normal-roughness",
                                             .formats = kPngTga,
                                             .bits = k8}};
constexpr SetPicture kWorldMachine[] = {
    {.channels = kHeight, .formats = kHeightfields, .bits = k16Or32}};

constexpr SetPicture kMujoco[] = {
    {.channels = kHeight, .formats = kR32, .bits = k32, .bottom_up = true}};
// Heights are in the heightmap, so the normals of its texture are flat.
constexpr SetPicture kGazebo[] = {
    {.suffix = "_height", .channels = kHeight, .formats = kPng, .bits = k16},
    {.suffix = "_diffuse", .channels = kColor, .formats = kPng, .bits = k8},
    {.suffix = "_flat",
     .channels = kFlatNormal,
     .pack = "gazebo-normal",
     .beside = Role::kColor,
     .formats = kPng,
     .bits = k8}};

constexpr SetPicture kUnrealCubemap[] = {{.channels = kColor, .formats = kHdr, .bits = k32}};
constexpr SetPicture kCubemap[] = {{.channels = kColor, .formats = kPngTga, .bits = k8}};

constexpr EngineText kBlenderTexts[] = {{".py", "builds the material", &BlenderScript}};
constexpr EngineText kMujocoTexts[] = {{".xml", "MJCF: places the terrain", &MujocoModel}};
constexpr EngineText kGazeboTexts[] = {{"model.sdf", "places the terrain", &GazeboModel},
                                       {"model.config", "names the model", &GazeboConfig}};

// The words of Node Wrangler 3.4's preferences, by socket.
constexpr std::string_view kNodeWranglerWords =
    "displacement displace disp dsp height heightmap / diffuse diff albedo base col color / sss "
    "subsurface / metallic metalness metal mtl / specularity specular spec spc / roughness rough "
    "rgh / gloss glossy glossiness / normal nor nrm nrml norm / bump bmp / transmission "
    "transparency / emission emissive emit / alpha opacity / ao ambient occlusion";

// A raw height of 65535 is 511.992 m at the Z scale 100, and quads are 1 m wide at 100.
constexpr double kLandscapeScale = 100 / (65535.0 / 128);

constexpr EngineSpec kEngines[] = {
    {.name = "unreal",
     .summary = "Unreal Engine: base colour, normals and packed maps of a material",
     .source = "dev.epicgames.com/documentation/en-us/unreal-engine: Recommended Asset Naming "
               "Conventions, Texture Format Support and Settings, Normal Map Format",
     .prefix = "T_",
     .displacement = {.text = "Magnitude {scale} times the width of the surface, Center 0.5",
                      .world_text = "Magnitude {rise_cm} and Center 0.5 for a surface that is "
                                    "{width} m wide"},
     .settings = kNormalDown,
     .sizes = kPowersOfTwo,
     .pictures = kUnreal},
    {.name = "unreal-landscape",
     .summary = "Unreal Engine: heightmap of a landscape",
     .source = "dev.epicgames.com/documentation/en-us/unreal-engine: Landscape Technical Guide, "
               "Importing and Exporting Landscape Heightmaps",
     .displacement = {.text = "Scale Z {scale} where Scale X and Y are 100",
                      .factor = kLandscapeScale,
                      .per_quad = true,
                      .world_text = "Scale X {x_scale}, Scale Y {x_scale}, Scale Z {z_scale} and "
                                    "Location Z {z_location}"},
     .settings = kTerrain,
     .sizes = {.text = "127, 253, 505, 1009, 2017, 4033 or 8129 vertices a side, or another whole "
                       "number of components",
               .sides = kLandscapeSides,
               .suggested = kLandscapes,
               .fallback = 1009},
     .pictures = kUnrealLandscape,
     .raw_companion_suffix = ".json",
     .raw_companion = &UnrealRawInfo},
    {.name = "unreal-cubemap",
     .summary = "Unreal Engine: the colours of a sphere, imported as a cube texture",
     .source = "dev.epicgames.com/documentation/en-us/unreal-engine: Cubemaps",
     .settings = kGlobe,
     .pictures = kUnrealCubemap},
    {.name = "unity",
     .summary = "Unity, built-in and Universal pipelines: maps of a Lit material",
     .source = "docs.unity3d.com: Lit Shader (Universal RP), Normal map, TextureImporter",
     .displacement = {"Height Map {scale}"},
     .settings = kNormalUp,
     .sizes = kPowersOfTwo,
     .pictures = kUnity,
     .companion_suffix = ".meta",
     .companion = &UnityMeta},
    {.name = "unity-hdrp",
     .summary = "Unity, High Definition pipeline: base colour, normals, mask map and height",
     .source = "docs.unity3d.com: Mask and detail maps (High Definition RP), TextureImporter",
     .displacement = {.text =
                          "Amplitude {scale} cm for each metre of the surface's width, Base 0.5",
                      .factor = 100,
                      .world_text = "Amplitude {rise_cm} cm and Base 0.5 for a surface that is "
                                    "{width} m wide"},
     .settings = kNormalUp,
     .sizes = kPowersOfTwo,
     .pictures = kUnityHdrp,
     .companion_suffix = ".meta",
     .companion = &UnityMeta},
    {.name = "unity-terrain",
     .summary = "Unity: heightmap of a terrain, for Import Raw with 16 bits and Windows byte order",
     .source = "docs.unity3d.com: Working with Heightmaps, Terrain settings",
     .displacement = {.text = "Terrain Height {scale} times Terrain Width",
                      .world_text = "Terrain Width {width}, Terrain Length {length}, Terrain "
                                    "Height {rise} and Position Y {low}"},
     .settings = kFlippedTerrain,
     .sizes = {.text = "a square of 2^n + 1, from 33 to 4097",
               .sides = kTerrainSides,
               .is_square = true,
               .suggested = kTerrainVertices,
               .fallback = 1025},
     .pictures = kUnityTerrain,
     .raw_companion_suffix = ".json",
     .raw_companion = &UnityTerrainInfo},
    {.name = "unity-cubemap",
     .summary = "Unity: the colours of a sphere as a cubemap of six faces",
     .source = "docs.unity3d.com: Cubemaps, TextureImporter",
     .settings = kCube,
     .pictures = kCubemap,
     .companion_suffix = ".meta",
     .companion = &UnityCubemapMeta},
    {.name = "godot",
     .summary = "Godot 4: albedo, normals, an ORM texture and height",
     .source = "docs.godotengine.org: ResourceImporterTexture, Standard Material 3D and ORM "
               "Material 3D, Importing images",
     .lower_case = true,
     .displacement = {.text = "Height Scale {scale}", .factor = 100},
     .settings = kNormalUp,
     .pictures = kGodot,
     .companion_suffix = ".import",
     .companion = &GodotImport},
    {.name = "godot-cubemap",
     .summary = "Godot 4: the colours of a sphere as a cubemap of six faces",
     .source = "docs.godotengine.org: ResourceImporterLayeredTexture, Cubemap",
     .lower_case = true,
     .settings = kCube,
     .pictures = kCubemap,
     .companion_suffix = ".import",
     .companion = &GodotCubemapImport},
    {.name = "godot-terrain",
     .summary = "Godot 4: heightmap for Terrain3D or HTerrain",
     .source = "terrain3d.readthedocs.io: Importing & Exporting Data; "
               "hterrain-plugin.readthedocs.io",
     .lower_case = true,
     .displacement = {.text = "a height of {scale} times the distance between vertices",
                      .per_quad = true,
                      .world_text = "a vertex spacing of {step}, a height scale of {rise} and a "
                                    "height offset of {low}"},
     .settings = kTerrain,
     .sizes = {.text = "a square of 2^n, from 64 to 16384, or of 2^n + 1, from 65 to 4097",
               .sides = kGodotSides,
               .is_square = true,
               .suggested = kGodotVertices,
               .fallback = 1025},
     .pictures = kGodotTerrain,
     .companion_suffix = ".import",
     .companion = &GodotImport},
    {.name = "terrain3d",
     .summary = "Terrain3D for Godot 4: height, control and colour maps of a terrain",
     .source = "terrain3d.readthedocs.io, 1.0: Importing & Exporting Data, Control Map Format",
     .lower_case = true,
     .displacement = {.text = "Import Scale {scale} times the Vertex Spacing",
                      .per_quad = true,
                      .world_text = "Import Scale {rise}, Height Offset {low} and Vertex Spacing "
                                    "{step}"},
     .settings = kTerrain,
     .pictures = kTerrain3d},
    {.name = "terrain3d-texture",
     .summary = "Terrain3D for Godot 4: a texture for its terrains",
     .source = "terrain3d.readthedocs.io, 1.0: Preparing Textures",
     .lower_case = true,
     .settings = kNormalUp,
     .pictures = kTerrain3dTexture,
     .companion_suffix = ".import",
     .companion = &GodotImport},
    {.name = "blender",
     .summary =
         "Blender: a material, and pictures that Node Wrangler's Principled Texture Setup knows",
     .source = "docs.blender.org: Node Wrangler, Normal Map Node",
     .displacement = {.text = "Scale {scale} times the width of the surface, Midlevel {middle}",
                      .world_text = "Scale {rise} and Midlevel {middle} for a surface that is "
                                    "{width} m wide"},
     .map_words = kNodeWranglerWords,
     .importer = "Node Wrangler",
     .settings = kNormalUp,
     .pictures = kBlender,
     .texts = kBlenderTexts},
    {.name = "gltf",
     .summary = "glTF 2.0: one binary file with a textured quad",
     .source = "registry.khronos.org/glTF/specs/2.0/glTF-2.0.html",
     .settings = kNormalUp,
     .sizes = kPowersOfTwo,
     .pictures = kGltf,
     .container_suffix = ".glb",
     .container = &Glb},
    {.name = "mujoco",
     .summary = "MuJoCo: a height field, and a model that places it in metres",
     .source = "mujoco.readthedocs.io: XML Reference, asset/hfield",
     .settings = kFlippedTerrain,
     .sizes = {.text = "at least 2 x 2", .minimum = 2},
     .needs_world = true,
     .measures_height = true,
     .pictures = kMujoco,
     .texts = kMujocoTexts,
     .container_suffix = ".hf",
     .container = &MujocoField},
    {.name = "gazebo",
     .summary = "Gazebo: a model, which is a folder, of a terrain in metres",
     .source = "sdformat.org/spec: heightmap; gazebosim.org/docs: Model structure",
     .lower_case = true,
     .settings = kTerrain,
     .sizes = {.text = "a square of 2^n + 1, from 33 to 4097",
               .sides = kTerrainSides,
               .is_square = true,
               .suggested = kTerrainVertices,
               .fallback = 1025},
     .needs_world = true,
     .measures_height = true,
     .is_folder = true,
     .pictures = kGazebo,
     .texts = kGazeboTexts},
    {.name = "worldmachine",
     .summary = "World Machine: heightfield for the File Input device",
     .source = "help.world-machine.com: File Input, File Output",
     .displacement = {.text = "Height {scale} times the width of the world",
                      .world_text = "a world {width} m wide, and elevations from {low} to {high} "
                                    "m"},
     .pictures = kWorldMachine},
};

}  // namespace

const RoleInfo& InfoOf(Role role) { return *std::ranges::find(kRoles, role, &RoleInfo::role); }

std::span<const RoleInfo> Roles() { return kRoles; }

Role RoleOfMap(std::string_view map, bool is_color) {
  const auto found = std::ranges::find_if(
      kRoles, [&](const RoleInfo& each) { return !each.map.empty() && each.map == map; });
  if (found != std::end(kRoles)) return found->role;
  return is_color ? Role::kTint : Role::kMask;
}

std::span<const EngineSpec> EngineSpecs() { return kEngines; }

std::span<const Engine> Engines() {
  static const std::vector<Engine> engines = [] {
    std::vector<Engine> all;
    for (const EngineSpec& spec : kEngines) {
      Engine& engine = all.emplace_back();
      engine = {.name = spec.name,
                .summary = spec.summary,
                .sizes = spec.sizes.text,
                .sides = {spec.sizes.sides.begin(), spec.sizes.sides.end()},
                .is_square = spec.sizes.is_square};
      for (const SetPicture& picture : spec.pictures) {
        EnginePicture& one = engine.pictures.emplace_back();
        one.suffix = picture.suffix;
        one.formats = {picture.formats.begin(), picture.formats.end()};
        one.bits = {picture.bits.begin(), picture.bits.end()};
        for (const SetChannel& channel : picture.channels) {
          const std::string_view map = InfoOf(channel.role).map;
          if (!map.empty() && std::ranges::count(one.maps, map) == 0) one.maps.push_back(map);
        }
      }
    }
    return all;
  }();
  return engines;
}

bool IsMaterial(const EngineSpec& engine) {
  const auto is_color = [](const SetPicture& picture) {
    return picture.channels.size() == 1 && picture.channels[0].role == Role::kColor;
  };
  return engine.pictures.size() > 1 && std::ranges::any_of(engine.pictures, is_color) &&
         !IsTerrain(engine);
}

bool IsTerrain(const EngineSpec& engine) {
  return engine.pictures.front().channels.front().role == Role::kHeight;
}

std::string_view SphereOf(const EngineSpec& engine) {
  const auto found = std::ranges::find(engine.settings, "domain.surface", &EngineSetting::path);
  return found == engine.settings.end() ? std::string_view{} : found->value;
}

}  // namespace cobble
