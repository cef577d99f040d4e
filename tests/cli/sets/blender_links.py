"""Prints how a set's pictures are connected in Blender: by the set's script, which has run, and by
Node Wrangler. Arguments: -- NAME, the name of the set in the current folder."""
import os
import sys

import addon_utils
import bpy

NAME = sys.argv[-1]
FOLDER = os.path.join(os.getcwd(), "")


def picture(image):
    numbers = [str(tile.number) for tile in image.tiles] if image.source == "TILED" else []
    name = os.path.basename(image.filepath)
    return " ".join([name, *numbers, image.colorspace_settings.name])


# Returns one line per picture: its name, and the sockets on the way to the shader.
def connections(tree):
    lines = []
    for link in tree.links:
        if link.from_node.bl_idname != "ShaderNodeTexImage":
            continue
        line = picture(link.from_node.image) + " -> " + link.to_socket.name
        onward = [next for next in tree.links if next.from_node == link.to_node]
        if link.to_node.bl_idname != "ShaderNodeBsdfPrincipled":
            line += "".join(" -> " + next.to_socket.name for next in onward)
        lines.append(line)
    return sorted(lines)


def show_script():
    print("script")
    tree = bpy.data.materials[NAME].node_tree
    print("\n".join(connections(tree)))
    for node in tree.nodes:
        if node.bl_idname == "ShaderNodeDisplacement":
            scale, middle = (node.inputs[key].default_value for key in ("Scale", "Midlevel"))
            print(f"scale {scale:.6g} midlevel {middle:.6g}")


# Calls the operator without its window, since there is no node editor in the background.
def show_node_wrangler():
    addon_utils.enable("node_wrangler", default_set=True)
    import node_wrangler

    material = bpy.data.materials.new("node wrangler")
    material.use_nodes = True
    tree = material.node_tree
    tree.nodes.active = tree.nodes["Principled BSDF"]
    node_wrangler.get_nodes_links = lambda context: (tree.nodes, tree.links)
    node_wrangler.force_update = lambda context: None

    class File:
        def __init__(self, name):
            self.name = name

    class Operator:
        directory = FOLDER
        files = [File(name) for name in sorted(os.listdir(FOLDER)) if name.endswith(("png", "exr"))]
        relative_path = False

        def report(self, kind, text):
            print(kind, text)

    output, sys.stdout = sys.stdout, open(os.devnull, "w", encoding="utf-8")
    node_wrangler.NWAddPrincipledSetup.execute(Operator(), bpy.context)
    sys.stdout = output
    print("node wrangler")
    print("\n".join(connections(tree)))


print("BEGIN")
show_script()
if hasattr(bpy.app, "version") and bpy.app.version < (4, 0, 0):
    show_node_wrangler()
print("END")
