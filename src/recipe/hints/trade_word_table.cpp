// The table of trade words, and the words of other languages' formulas.
#include "recipe/hints/trade_words.h"

namespace cobble {
namespace {

// A word that only formulas have.
struct FormulaWord {
  std::string_view word;
  WordPlace place;
  std::string_view hint;
};
using enum WordPlace;

constexpr std::string_view kFbm = "noise.type=perlin noise.octaves=5";
constexpr std::string_view kBillow = "noise.type=perlin noise.octaves=5 noise.turbulence=absolute";
constexpr std::string_view kRidged =
    "noise.type=fractal noise.kind=ridged noise.source.type=perlin";
constexpr std::string_view kHybrid =
    "noise.type=fractal noise.kind=hybrid noise.source.type=perlin";
constexpr std::string_view kSimplexFbm = "noise.type=simplex noise.octaves=5";
constexpr std::string_view kValueFbm = "noise.type=value noise.octaves=5";
constexpr std::string_view kCracks = "noise.type=voronoi noise.function=F2-F1";
constexpr std::string_view kGabor = "noise.type=phasor noise.profile=gabor";
constexpr std::string_view kNoFile = "a recipe names no file; to render it, use ";

constexpr std::string_view kCurl =
    "curl noise is a field of vectors; to move a node a along that of a noise n, write "
    "warp(a, [slope-of(n, measure=y), -slope-of(n, measure=x)], 0.01)";
constexpr std::string_view kNoWavelets = " (the nearest: cobble has no wavelet noise)";
constexpr std::string_view kVector =
    "a formula has no vectors: write lists in brackets, as in transform(rock, [0.5, 0])";
constexpr std::string_view kColorAdvice =
    "write a colour as #a0b0c0 or by its name, or rgb(r, g, b) from 0 to 1";
constexpr std::string_view kArc =
    "draw its curve: curve(a, [[-1, -1.57], [-0.7, -0.78], [0.7, 0.78], [1, 1.57]])";
constexpr std::string_view kCoordinates = "x is the coordinate to the right, y downwards";
constexpr std::string_view kSlices =
    "z moves through noises with 3 dimensions: see \"slice\" of domain";

// Formatted by hand, grouped by meaning.
// clang-format off
constexpr TradeWord kWords[] = {
    // Maps of a material.
    {"color", "maps.color"}, {"colour", "maps.color"}, {"albedo", "maps.color"},
    {"basecolor", "maps.color"}, {"basecolour", "maps.color"}, {"diffuse", "maps.color"},
    {"roughness", "maps.roughness"}, {"metallic", "maps.metallic"}, {"metal", "maps.metallic"},
    {"metalness", "maps.metallic"}, {"emissive", "maps.emissive"}, {"emission", "maps.emissive"},
    // Noises.
    {"worley", "noise.type=voronoi"}, {"cellular", "noise.type=voronoi"},
    {"cells", "noise.type=voronoi"}, {"cellulardistance", "noise.type=voronoi"},
    {"crackle", kCracks}, {"cracks", kCracks}, {"facets", "noise.type=voronoi"},
    {"whitenoise", "noise.type=white"}, {"checkerboard", "noise.type=checker"},
    {"chessboard", "noise.type=checker"}, {"honeycomb", "noise.type=hexagons"},
    {"parquet", "noise.type=tiles"},
    {"herringbone", "noise.type=tiles noise.layout=herringbone"},
    {"basket", "noise.type=tiles noise.layout=basket"},
    {"basketweave", "noise.type=tiles noise.layout=basket"},
    {"slope", "noise.type=slope-of"}, {"curvature", "noise.type=curvature-of"},
    {"classic", "noise.type=perlin"},
    {"opensimplex", "noise.type=simplex"}, {"opensimplex2", "noise.type=simplex"},
    {"opensimplex2s", "noise.type=simplex"}, {"opensimplex2f", "noise.type=simplex"},
    {"supersimplex", "noise.type=simplex"}, {"simplexsmooth", "noise.type=simplex"},
    {"simplexnoise", "noise.type=simplex"},
    {"valuenoise", "noise.type=value"}, {"valuecubic", "noise.type=value"},
    {"cubic", "noise.type=value"}, {"wavelet", "noise.type=simplex", kNoWavelets},
    {"perlinnoise", "noise.type=perlin"}, {"voronoinoise", "noise.type=voronoi"},
    {"voronoitexture", "noise.type=voronoi"}, {"curl", "", kCurl},
    {"cylinders", "noise.type=rings"}, {"spheres", "noise.type=rings"},
    {"onion", "noise.type=rings"},
    {"fbm", kFbm, " (several octaves are fbm)"}, {"fractalnoise", kFbm}, {"noisetexture", kFbm},
    {"fractalsum", kFbm}, {"fractalfbm", kFbm}, {"perlinfractal", kFbm},
    {"simplexfractal", kSimplexFbm}, {"valuefractal", kValueFbm}, {"cubicfractal", kValueFbm},
    {"billow", kBillow}, {"billow", "noise.turbulence=absolute"},
    {"billowed", kBillow}, {"billowed", "noise.turbulence=absolute"}, {"fractalbillow", kBillow},
    {"billowy", kBillow}, {"billowy", "noise.turbulence=absolute"},
    {"turbulence", kBillow}, {"turbulent", "noise.turbulence=absolute"},
    {"ridged", kRidged}, {"ridgedmulti", kRidged}, {"ridgedmultifractal", kRidged},
    {"rigidmulti", kRidged}, {"fractalridged", kRidged}, {"ridgedfractal", kRidged},
    {"multifractal", kHybrid}, {"hybridmultifractal", kHybrid}, {"hybridmulti", kHybrid},
    {"musgrave", kHybrid},
    {"gabor", kGabor}, {"anisotropic", "noise.type=phasor"},
    {"phasornoise", "noise.type=phasor"}, {"flownoise", "noise.type=phasor"},
    {"ref", "noise.ref=NAME", " instead of a type"},
    {"reference", "noise.ref=NAME", " instead of a type"},
    {"picture", "noise.type=image"}, {"photo", "noise.type=image"},
    {"photograph", "noise.type=image"}, {"bitmap", "noise.type=image"},
    {"texture", "noise.type=image"}, {"imagetexture", "noise.type=image"},
    {"texturesynthesis", "noise.type=by-example"}, {"synthesis", "noise.type=by-example"},
    {"stochastictexturing", "noise.type=by-example"}, {"hextiling", "noise.type=by-example"},
    {"histogramblending", "noise.type=by-example"}, {"endless", "noise.type=by-example"},
    // Operations.
    {"lerp", "noise.type=mix"}, {"interpolate", "noise.type=mix"},
    {"select", "noise.type=mix"}, {"crossfade", "noise.type=mix"},
    {"sum", "noise.type=add"}, {"plus", "noise.type=add"},
    {"minus", "noise.type=subtract"}, {"sub", "noise.type=subtract"},
    {"difference", "noise.type=subtract"},
    {"times", "noise.type=multiply"}, {"product", "noise.type=multiply"},
    {"mul", "noise.type=multiply"},
    {"div", "noise.type=divide"}, {"quotient", "noise.type=divide"},
    {"mod", "noise.type=modulo"}, {"fmod", "noise.type=modulo"},
    {"remainder", "noise.type=modulo"}, {"fract", "noise.type=modulo"},
    {"sin", "noise.type=sine"}, {"cos", "noise.type=sine"}, {"cosine", "noise.type=sine"},
    {"erode", "noise.type=erosion"}, {"rivers", "noise.type=drainage"},
    {"hydrology", "noise.type=drainage"}, {"fluvial", "noise.type=drainage"},
    {"wave", "noise.type=sine"}, {"sinewave", "noise.type=sine"},
    {"pingpong", "noise.type=triangle"},
    {"zigzag", "noise.type=triangle"}, {"pulse", "noise.type=square"},
    {"round", "noise.type=floor"}, {"signum", "noise.type=sign"},
    {"exponential", "noise.type=exp"}, {"ln", "noise.type=log"}, {"logarithm", "noise.type=log"},
    {"smin", "noise.type=smooth-min"}, {"smax", "noise.type=smooth-max"},
    {"minsmooth", "noise.type=smooth-min"}, {"maxsmooth", "noise.type=smooth-max"},
    {"absolute", "noise.type=abs"},
    {"negate", "noise.type=invert"}, {"inverse", "noise.type=invert"},
    {"oneminus", "noise.type=invert"},
    {"pow", "noise.type=power"}, {"gamma", "noise.type=power"},
    {"saturate", "noise.type=clamp"}, {"clip", "noise.type=clamp"},
    {"rescale", "noise.type=remap"}, {"normalize", "noise.type=remap"},
    {"normalise", "noise.type=remap"}, {"maprange", "noise.type=remap"},
    {"step", "noise.type=threshold"}, {"mask", "noise.type=threshold"},
    {"binary", "noise.type=threshold"},
    {"posterize", "noise.type=terrace"}, {"quantize", "noise.type=terrace"},
    {"stairs", "noise.type=terrace"}, {"steps", "noise.levels"},
    {"spline", "noise.type=curve"}, {"rgbcurves", "noise.type=curve"},
    {"floatcurve", "noise.type=curve"},
    {"rank", "noise.type=quantile"}, {"cdf", "noise.type=quantile"},
    {"equalize", "noise.type=quantile"}, {"equalise", "noise.type=quantile"},
    {"histogramequalization", "noise.type=quantile"},
    {"colorramp", "noise.type=ramp"}, {"colourramp", "noise.type=ramp"},
    {"colormap", "noise.type=ramp"}, {"colourmap", "noise.type=ramp"},
    {"colorgradient", "noise.type=ramp"}, {"gradientmap", "noise.type=ramp"},
    {"samplegradient", "noise.type=ramp"}, {"lookuptable", "noise.type=ramp"},
    {"lut", "noise.type=ramp"},
    {"mixrgb", "noise.type=blend"}, {"mixcolor", "noise.type=blend"},
    {"brightcontrast", "noise.type=adjust"}, {"huesaturation", "noise.type=adjust"},
    {"separatecolor", "noise.type=channel"}, {"separatergb", "noise.type=channel"},
    {"combinecolor", "noise.type=channels"}, {"combinergb", "noise.type=channels"},
    {"rgbtobw", "noise.type=luminance"}, {"desaturate", "noise.type=luminance"},
    {"texturecoordinate", "noise.type=coordinate"},
    {"mapping", "noise.type=transform"}, {"rotatepoint", "noise.type=transform"},
    {"scalepoint", "noise.type=transform"}, {"translatepoint", "noise.type=transform"},
    {"domainscale", "noise.type=transform"}, {"domainrotate", "noise.type=transform"},
    {"domainoffset", "noise.type=transform"}, {"scalebias", "noise.type=remap"},
    {"gaussianblur", "noise.type=blur"}, {"boxblur", "noise.type=blur"},
    {"soften", "noise.type=blur"},
    {"domainwarp", "noise.type=warp"}, {"displace", "noise.type=warp"},
    {"distortion", "noise.type=warp"},
    {"distort", "noise.type=warp"}, {"perturb", "noise.type=warp"},
    // Ends.
    {"min", "range=[-1,1]"}, {"max", "range=[-1,1]"},
    {"minimum", "range=[-1,1]"}, {"maximum", "range=[-1,1]"},
    // Keys of nodes.
    {"min", "noise.low"}, {"max", "noise.high"},
    {"min", "noise.distribution.low"}, {"max", "noise.distribution.high"},
    {"minimum", "noise.low"}, {"maximum", "noise.high"},
    {"edge0", "noise.low"}, {"edge1", "noise.high"},
    {"freq", "noise.frequency"}, {"size", "noise.frequency"}, {"period", "noise.frequency"},
    {"cellsize", "noise.frequency"}, {"wavelength", "noise.frequency"},
    {"gain", "noise.persistence"}, {"roughness", "noise.persistence"},
    {"iterations", "noise.octaves"}, {"detail", "noise.octaves"}, {"layers", "noise.octaves"},
    {"randomness", "noise.jitter"}, {"irregularity", "noise.jitter"},
    {"randomness", "noise.spread"}, {"anisotropy", "noise.spread"}, {"bandwidth", "noise.waves"},
    {"direction", "noise.angle"}, {"orientation", "noise.angle"},
    {"waveform", "noise.profile"}, {"shape", "noise.profile"},
    {"distance", "noise.metric"}, {"distancefunction", "noise.metric"},
    {"returntype", "noise.function"}, {"feature", "noise.function"},
    {"smoothing", "noise.smooth"},
    {"dim", "noise.dimensions"}, {"dims", "noise.dimensions"},
    {"3d", "noise.dimensions=3"}, {"2d", "noise.dimensions=2"}, {"1d", "noise.dimensions=1"},
    {"cutoff", "noise.level"}, {"edge", "noise.level"}, {"threshold", "noise.level"},
    {"exp", "noise.exponent"}, {"power", "noise.exponent"},
    {"input", "noise.source"}, {"in", "noise.source"}, {"base", "noise.source"},
    {"left", "noise.a"}, {"lhs", "noise.a"},
    {"right", "noise.b"}, {"rhs", "noise.b"},
    {"alpha", "noise.by"}, {"t", "noise.by"}, {"factor", "noise.by"}, {"fac", "noise.by"},
    {"weight", "noise.by"}, {"mask", "noise.by"},
    {"strength", "normal.strength"}, {"strength", "noise.amount"}, {"amplitude", "noise.amount"},
    {"amplitude", "normal.strength", ", or ", "range"},
    {"noisetype", "noise.type"}, {"noise", "noise.type"}, {"algorithm", "noise.type"},
    {"basis", "noise.type"},
    // The view. The keys of the transform node come second.
    {"offset", "domain.translate"}, {"offset", "noise.translate"},
    {"position", "domain.translate"}, {"position", "noise.translate"},
    {"pan", "domain.translate"}, {"origin", "domain.translate"}, {"center", "domain.translate"},
    {"centre", "domain.translate"}, {"shift", "domain.translate"}, {"shift", "noise.translate"},
    {"translation", "domain.translate"}, {"translation", "noise.translate"},
    {"rotation", "domain.rotate"}, {"rotation", "noise.rotate"},
    {"rotation", "noise.angle"},
    {"angle", "domain.rotate"}, {"angle", "noise.rotate"},
    {"zoom", "domain.scale"}, {"zoom", "noise.scale"},
    {"frequency", "domain.scale=2", " to show twice as much"},
    {"z", "domain.slice"}, {"time", "domain.slice"},
    // The recipe.
    {"width", "size"}, {"height", "size"}, {"resolution", "size"}, {"dimensions", "size"},
    {"pixels", "size"},
    {"random", "seed"}, {"randomseed", "seed"},
    {"tile", "tiling=true"}, {"tiled", "tiling=true"}, {"tileable", "tiling=true"},
    {"seamless", "tiling=true"}, {"wrap", "tiling=true"}, {"repeat", "tiling=true"},
    {"periodic", "tiling=true"},
    {"mirror", "flip=true"}, {"vflip", "flip=true"}, {"flipvertical", "flip=true"},
    {"cols", "noise.columns"},
    {"columns", "", "for the pictures in a row of a sheet, use ", "per_row"},
    {"cols", "", "for the pictures in a row of a sheet, use ", "per_row"},
    {"animate", "loop=true"}, {"animation", "loop=true"}, {"cyclic", "loop=true"},
    {"vertices", "domain.grid=vertices"}, {"vertex", "domain.grid=vertices"},
    {"version", "cobble"}, {"title", "description"}, {"comment", "description"},
    {"file", "noise.name"}, {"filename", "noise.name"}, {"path", "noise.name"},
    {"interpolation", "noise.filter"}, {"colorspace", "noise.encoding"},
    {"extension", "noise.edges"}, {"boundary", "noise.edges"},
    {"output", "", kNoFile, "path"}, {"file", "", kNoFile, "path"},
    {"filename", "", kNoFile, "path"}, {"format", "", kNoFile, "path"},
    {"preset", "", "a recipe names no preset: use ", "preset"},
    // Normal maps.
    {"bumpiness", "normal.strength"},
    {"intensity", "normal.strength"},
    {"opengl", "normal.y=up"}, {"gl", "normal.y=up"}, {"unity", "normal.y=up"},
    {"godot", "normal.y=up"}, {"blender", "normal.y=up"},
    {"directx", "normal.y=down"}, {"dx", "normal.y=down"}, {"unreal", "normal.y=down"},
    {"flipy", "normal.y=down"}, {"flipgreen", "normal.y=down"},
    // Curvature and ambient occlusion maps.
    {"size", "curvature.radius"}, {"distance", "curvature.radius"},
    {"distance", "ao.radius"}, {"size", "ao.radius"}, {"samples", "ao.directions"},
    {"rays", "ao.directions"},
    // Values.
    {"euclid", "noise.metric=euclidean"}, {"l2", "noise.metric=euclidean"},
    {"l1", "noise.metric=manhattan"}, {"taxicab", "noise.metric=manhattan"},
    {"linf", "noise.metric=chebyshev"}, {"chessboard", "noise.metric=chebyshev"},
    {"distance", "noise.function=F1"}, {"distance2", "noise.function=F2"},
    {"distance2sub", "noise.function=F2-F1"}, {"cellvalue", "noise.function=cell-id"},
    {"cells", "noise.function=cell-id"},
    {"abs", "noise.turbulence=absolute"}, {"gaussian", "noise.distribution.type=normal"},
    {"saw", "noise.profile=sawtooth"}, {"sin", "noise.profile=sine"},
    {"repeat", "noise.edges=wrap"}, {"bicubic", "noise.filter=catmull-rom"},
    {"cubic", "noise.filter=catmull-rom"},
    {"linear", "noise.encoding=data"}, {"rgb", "noise.channel=color"},
    {"grey", "noise.channel=luminance"}, {"gray", "noise.channel=luminance"},
    {"auto", "range=fit"}, {"minmax", "range=fit"}, {"normalized", "range=fit"},
    // Maps that are written.
    {"heightmap", "map=height"}, {"displacement", "map=height"}, {"bump", "map=height"},
    {"altitude", "map=elevation"}, {"disp", "map=height"}, {"dsp", "map=height"},
    {"hgt", "map=height"}, {"depth", "map=invert:height"},
    {"normals", "map=normal"}, {"normalmap", "map=normal"}, {"nrm", "map=normal"},
    {"nor", "map=normal"}, {"norm", "map=normal"}, {"nml", "map=normal"},
    {"slopes", "map=slope"}, {"gradient", "map=slope"},
    {"occlusion", "map=ao"}, {"ambientocclusion", "map=ao"}, {"occ", "map=ao"},
    {"rough", "map=roughness"}, {"rgh", "map=roughness"}, {"gloss", "map=invert:roughness"},
    {"glossiness", "map=invert:roughness"}, {"smoothness", "map=invert:roughness"},
    {"alb", "map=color"}, {"diff", "map=color"}, {"col", "map=color"},
    {"emit", "map=emissive"}, {"glow", "map=emissive"}, {"curv", "map=curvature"},
    {"cavity", "map=curvature"}, {"convexity", "map=curvature"}, {"raw", "map=value"},
    {"preview", "map=lit"}, {"shaded", "map=lit"}, {"beauty", "map=lit"},
    {"hillshade", "map=lit"}, {"lighting", "map=lit"},
};

// Functions and names of other languages, and what formulas write instead.
constexpr FormulaWord kFormulaWords[] = {
    {"noise", kCall, "write perlin(4)"}, {"snoise", kCall, "write simplex(4)"},
    {"cnoise", kCall, "write perlin(4)"}, {"worley", kCall, "write voronoi(8)"},
    {"mod", kCall, "write a % b"}, {"fmod", kCall, "write a % b"},
    {"frac", kCall, "write fract(a)"}, {"clamp01", kCall, "write saturate(a)"},
    {"length", kCall, "write sqrt(x*x + y*y), or coordinate(radius)"},
    {"distance", kCall, "write sqrt(x*x + y*y), or coordinate(radius)"},
    {"hypot", kCall, "write sqrt(x*x + y*y), or coordinate(radius)"},
    {"atan2", kCall, "coordinate(angle) is the angle of (x, y), in turns"},
    {"atan", kCall, "coordinate(angle) is the angle of (x, y), in turns"},
    {"tan", kCall, "write sin(a) / cos(a)"}, {"ceil", kCall, "write -floor(-a)"},
    {"round", kCall, "write floor(a + 0.5)"}, {"trunc", kCall, "write sign(a) * floor(abs(a))"},
    {"sq", kCall, "write a^2"}, {"sqr", kCall, "write a^2"},
    {"if", kCall, "write condition ? a : b"}, {"select", kCall, "write condition ? a : b"},
    {"ln", kCall, "write log(a)"}, {"log2", kCall, "write log(a) / 0.6931471805599453"},
    {"log10", kCall, "write log(a) / 2.302585092994046"},
    {"exp2", kCall, "write exp(a * 0.6931471805599453)"}, {"inversesqrt", kCall, "write a ^ -0.5"},
    {"random", kCall, "write white(64)"}, {"rand", kCall, "write white(64)"},
    {"hash", kCall, "write white(64)"},
    {"linearstep", kCall, "write saturate((a - low) / (high - low))"},
    {"fit", kCall, "write remap(a, [0, 1], [-1, 1])"}, {"vec2", kCall, kVector},
    {"vec3", kCall, kVector}, {"float2", kCall, kVector}, {"float3", kCall, kVector},
    {"vec4", kCall, kVector}, {"dot", kCall, kVector}, {"normalize", kCall, kVector},
    {"hsv", kCall, kColorAdvice}, {"hsl", kCall, kColorAdvice}, {"color3", kCall, kColorAdvice},
    {"ridgedmulti", kCall, "write ridged(source)"},
    {"ridgedmultifractal", kCall, "write ridged(source)"}, {"negate", kCall, "write -a"},
    {"neg", kCall, "write -a"}, {"oneminus", kCall, "write 1 - a"},
    {"rsqrt", kCall, "write a ^ -0.5"}, {"cbrt", kCall, "write a ^ 0.3333333333333333"},
    {"asin", kCall, kArc},
    {"acos", kCall, "draw its curve: curve(a, [[-1, 3.14], [-0.7, 2.35], [0.7, 0.8], [1, 0]])"},
    {"sinh", kCall, "write (exp(a) - exp(-a)) / 2"},
    {"cosh", kCall, "write (exp(a) + exp(-a)) / 2"},
    {"tanh", kCall, "write 1 - 2 / (exp(2*a) + 1)"}, {"sgn", kCall, "write sign(a)"},
    {"radians", kCall, "write a * pi / 180"}, {"degrees", kCall, "write a * 180 / pi"},
    {"map", kCall, "write remap(a, [0, 1], [-1, 1])"},
    {"maprange", kCall, "write remap(a, [0, 1], [-1, 1])"},
    {"smin", kCall, "write smooth-min(a, b, 0.1)"}, {"smax", kCall, "write smooth-max(a, b, 0.1)"},
    // Names.
    {"u", kName, kCoordinates},
    {"v", kName, kCoordinates},
    {"uv", kName, kCoordinates},
    {"p", kName, kCoordinates}, {"pi", kName, "write pi"},
    {"tau", kName, "write tau"},
    {"time", kName, kSlices},
    {"t", kName, kSlices},
};
// clang-format on

}  // namespace

std::span<const TradeWord> TradeWords() { return kWords; }

std::string FormulaWordHint(WordPlace place, std::string_view word) {
  const std::string plain = PlainWord(word);
  for (const FormulaWord& row : kFormulaWords)
    if (row.place == place && row.word == plain) return std::string(row.hint);
  return {};
}

}  // namespace cobble
