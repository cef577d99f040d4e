"""addon_test.cpp runs this in Blender: uses the add-on as a user does, and logs to result.txt.

Arguments after "--": the add-on's folder, and the program.
"""

import json
import os
import subprocess
import sys
import zipfile

import bpy
import numpy

RESULT = open("result.txt", "w", encoding="utf-8")


def tell(*words):
    print(*words, file=RESULT)


def install(folder, program):
    archive = os.path.abspath("addon.zip")
    with zipfile.ZipFile(archive, "w") as file:
        for name in sorted(os.listdir(folder)):
            if name.endswith((".py", ".toml")):
                file.write(os.path.join(folder, name), f"cobble_textures/{name}")
    bpy.ops.preferences.addon_install(filepath=archive)
    bpy.ops.preferences.addon_enable(module="cobble_textures")
    bpy.context.preferences.addons["cobble_textures"].preferences.program = program


def material():
    return bpy.data.materials["Material"]


def node(kind):
    found = [each for each in material().node_tree.nodes if each.get("cobble") == kind]
    assert len(found) == 1, (kind, found)
    return found[0]


def pixels(image):
    values = numpy.empty(len(image.pixels), numpy.float32)
    image.pixels.foreach_get(values)
    return values


def knob(path):
    return next(each for each in material().cobble.knobs if each.path == path)


def show_links():
    for each in sorted(node.name for node in material().node_tree.nodes):
        source = material().node_tree.nodes[each]
        if source.bl_idname != "ShaderNodeTexImage":
            continue
        inputs = [link.to_socket.name for out in source.outputs for link in out.links]
        image = source.image
        tell(source["cobble"], tuple(image.size), image.colorspace_settings.name,
              "packed" if image.packed_file else "file", source.extension, *inputs)


def attempt(operator, **arguments):
    try:
        tell(*operator("EXEC_DEFAULT", True, **arguments))
    except RuntimeError as error:
        tell(str(error).strip().splitlines()[0])


def surface():
    values = material().cobble
    values.size = 64
    attempt(bpy.ops.cobble.add, preset="rust")
    bpy.ops.ed.undo_push(message="rust")
    show_links()
    tell("scale %.3g" % node("displacement").inputs["Scale"].default_value)
    return pixels(node("color").image)


def change(first):
    """A knob, another seed, the user's own node; then back."""
    tree = material().node_tree
    tree.nodes.new("ShaderNodeMix").name = "mine"
    octaves = knob("nodes.left.a.a.source.octaves")
    octaves.whole = 2
    material().cobble.seed = 5
    tell("old", material().cobble.applied != material().cobble.state())
    attempt(bpy.ops.cobble.apply)
    bpy.ops.ed.undo_push(message="changed")
    tell("changed", bool((pixels(node("color").image) != first).any()), "mine" in tree.nodes)
    bpy.ops.ed.undo()
    while material().cobble.seed:
        bpy.ops.ed.undo()
    tell("undone", material().cobble.seed, knob("nodes.left.a.a.source.octaves").value,
          bool((pixels(node("color").image) == first).all()))


def save_and_open(first):
    bpy.ops.wm.save_as_mainfile(filepath=os.path.abspath("saved.blend"))
    bpy.ops.wm.open_mainfile(filepath=os.path.abspath("saved.blend"))
    values = material().cobble
    tell("opened", values.preset, len(values.knobs) > 20,
          bool((pixels(node("color").image) == first).all()), values.applied == values.state())
    values.storage = "FILES"
    attempt(bpy.ops.cobble.apply)
    tell(*sorted(os.listdir("textures")), node("color").image.filepath)
    tell("same", bool((pixels(node("color").image) == first).all()))


def mistakes():
    values = material().cobble
    values.preset = "rsut"
    attempt(bpy.ops.cobble.apply)
    text = bpy.data.texts.new("recipe")
    text.write('{"cobble": 1, "noise": {"type": "perlin", "octave": 3}}')
    values.source, values.text = "TEXT", text
    tell(values.error)
    preview = sys.modules["cobble_textures.preview"]
    preview._start(material())
    preview._show()
    tell(preview.error())
    text.clear()
    text.write('{"cobble": 1, "noise": "perlin(8, 3)", "maps": {"emissive": '
               '"ramp(perlin(4), [[-1, #000000], [1, #ff8800]])"}}')
    values.read()
    tell(repr(values.error), *(f"{each.path}={each.value:g}" for each in values.knobs))
    values.knobs[0].value = 100  # more than its maximum
    tell("limited", values.knobs[0].value)
    attempt(bpy.ops.cobble.apply)
    show_links()
    preferences = bpy.context.preferences.addons["cobble_textures"].preferences
    program, preferences.program = preferences.program, "/nowhere/cobble"
    attempt(bpy.ops.cobble.apply)
    preferences.program = program


def land(program):
    attempt(bpy.ops.cobble.add_terrain, preset="volcano", size=33)
    thing = bpy.context.object
    mesh = thing.data
    heights = numpy.empty(len(mesh.vertices) * 3, numpy.float32)
    mesh.vertices.foreach_get("co", heights)
    heights = heights.reshape(33, 33, 3)
    flags = ["--preset", "volcano", "--size", "33"]
    command = [program, "render", *flags, "--grid", "vertices", "--quiet", "-o", "height=h.r32"]
    subprocess.run(command, check=True)
    world = json.loads(subprocess.check_output([program, "show", "--quiet", *flags]))["world"]
    bottom, top = world["heights"]
    expected = bottom + (top - bottom) * numpy.fromfile("h.r32", "<f4").reshape(33, 33)
    tell("heights", float(abs(heights[..., 2] - expected).max()) < 1e-3)
    up = all(face.normal.z > 0 for face in mesh.polygons)
    tell(len(mesh.polygons), "up" if up else "down", heights[0, 0, 0], heights[0, 0, 1],
          thing.active_material.node_tree.nodes["Principled BSDF"].inputs["Base Color"].is_linked)
    thing.cobble.seed = thing.cobble.seed + 1
    attempt(bpy.ops.cobble.apply)
    mesh.vertices.foreach_get("co", moved := numpy.empty(33 * 33 * 3, numpy.float32))
    tell("moved", bool((moved.reshape(33, 33, 3) != heights).any()), len(mesh.vertices))


def main():
    install(*sys.argv[sys.argv.index("--") + 1 :])
    first = surface()
    change(first)
    save_and_open(first)
    mistakes()
    land(sys.argv[-1])
    bpy.ops.preferences.addon_disable(module="cobble_textures")
    RESULT.close()


main()
