// An example in C#, as a game or an editor would use cobble: renders a tile of a landscape into an
// array through the C interface (cobble_c.h), and writes its samples to a file.
//
//   Tile FORMULA COLUMN ROW FILE.r32
//
// "cobble" is libcobble.so, cobble.dll or libcobble.dylib, wherever the system finds libraries.
using System;
using System.IO;
using System.Runtime.InteropServices;
using System.Text;

// The library's objects. A SafeHandle frees its object, even after an exception.
abstract class CobbleObject : SafeHandle {
  protected CobbleObject() : base(IntPtr.Zero, true) {}
  public override bool IsInvalid { get { return handle == IntPtr.Zero; } }
}

sealed class Recipe : CobbleObject {
  protected override bool ReleaseHandle() { Cobble.cobble_recipe_free(handle); return true; }
}

sealed class Landscape : CobbleObject {
  protected override bool ReleaseHandle() { Cobble.cobble_program_free(handle); return true; }
}

// The used parts of cobble_c.h. size_t is UIntPtr; texts are UTF-8 and end with a NUL.
static class Cobble {
  public const int AbiVersion = 1;

  [StructLayout(LayoutKind.Sequential)]
  public struct Image {
    public IntPtr Samples;
    public UIntPtr Size;
    public long Width, Height;
    public int Channels, Format;
    public UIntPtr RowStride;
  }

  [StructLayout(LayoutKind.Sequential)]
  public struct RenderOptions {
    public UIntPtr StructSize;
    public long X, Y, Width, Height;  // the window
    public int Threads;
    public IntPtr Progress, User;
  }

  [DllImport("cobble")] public static extern int cobble_abi_version();
  [DllImport("cobble")] public static extern void cobble_recipe_free(IntPtr recipe);
  [DllImport("cobble")] public static extern void cobble_program_free(IntPtr program);
  [DllImport("cobble")] static extern void cobble_error_free(IntPtr error);
  [DllImport("cobble")] static extern IntPtr cobble_error_text(IntPtr error);
  [DllImport("cobble")] static extern int cobble_recipe_from_formula(
      byte[] formula, out Recipe recipe, out IntPtr error);
  [DllImport("cobble")] static extern int cobble_recipe_set(
      Recipe recipe, byte[] path, byte[] value, out IntPtr error);
  [DllImport("cobble")] static extern int cobble_program_for_maps(
      Recipe recipe, IntPtr[] maps, UIntPtr count, IntPtr options, out Landscape program,
      out IntPtr error);
  [DllImport("cobble")] static extern int cobble_render(
      Landscape program, ref Image image, UIntPtr count, ref RenderOptions options,
      out IntPtr error);

  static byte[] Utf8(string text) { return Encoding.UTF8.GetBytes(text + '\0'); }

  // Throws a call's error. The error owns the library's texts, so they are copied.
  static void Check(int status, IntPtr error) {
    if (status == 0) return;
    IntPtr text = cobble_error_text(error);
    int length = 0;
    while (Marshal.ReadByte(text, length) != 0) ++length;
    byte[] bytes = new byte[length];
    Marshal.Copy(text, bytes, 0, length);
    cobble_error_free(error);
    throw new InvalidOperationException(Encoding.UTF8.GetString(bytes));
  }

  public static Landscape Compile(string formula, string map, int side) {
    Recipe recipe;
    IntPtr error;
    Check(cobble_recipe_from_formula(Utf8(formula), out recipe, out error), error);
    using (recipe) {
      Check(cobble_recipe_set(recipe, Utf8("size"), Utf8(side.ToString()), out error), error);
      GCHandle name = GCHandle.Alloc(Utf8(map), GCHandleType.Pinned);
      try {
        Landscape landscape;
        Check(cobble_program_for_maps(recipe, new[] {name.AddrOfPinnedObject()}, (UIntPtr)1,
                                      IntPtr.Zero, out landscape, out error),
              error);
        return landscape;
      } finally {
        name.Free();
      }
    }
  }

  // Renders heights. The array must not move while the library writes to it.
  public static void Render(Landscape landscape, float[] samples, int side, long x, long y) {
    GCHandle pinned = GCHandle.Alloc(samples, GCHandleType.Pinned);
    try {
      Image image = new Image {Samples = pinned.AddrOfPinnedObject(),
                               Size = (UIntPtr)(samples.Length * sizeof(float)),
                               Width = side, Height = side, Channels = 1};
      RenderOptions options = new RenderOptions {
          StructSize = (UIntPtr)Marshal.SizeOf(typeof(RenderOptions)),
          X = x, Y = y, Width = side, Height = side};
      IntPtr error;
      Check(cobble_render(landscape, ref image, (UIntPtr)1, ref options, out error), error);
    } finally {
      pinned.Free();
    }
  }
}

static class Tile {
  const int Side = 256;

  static int Main(string[] args) {
    if (args.Length != 4) {
      Console.Error.WriteLine("usage: Tile FORMULA COLUMN ROW FILE.r32");
      return 2;
    }
    if (Cobble.cobble_abi_version() < Cobble.AbiVersion) {
      Console.Error.WriteLine("the library is older than this program");
      return 1;
    }
    float[] samples = new float[Side * Side];
    try {
      using (Landscape landscape = Cobble.Compile(args[0], "height", Side))
        Cobble.Render(landscape, samples, Side, long.Parse(args[1]) * Side,
                      long.Parse(args[2]) * Side);
    } catch (InvalidOperationException error) {
      Console.Error.WriteLine(error.Message);
      return 3;
    }
    byte[] bytes = new byte[samples.Length * sizeof(float)];
    Buffer.BlockCopy(samples, 0, bytes, 0, bytes.Length);
    File.WriteAllBytes(args[3], bytes);
    return 0;
  }
}
