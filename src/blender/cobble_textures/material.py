"""Builds and updates a Principled material from a recipe's maps."""

from . import pictures, recipe

# Inputs of the Principled BSDF by map; names differ between versions of Blender.
_INPUTS = {
    "color": ("Base Color",),
    "roughness": ("Roughness",),
    "metallic": ("Metallic",),
    "emissive": ("Emission Color", "Emission"),
}
_ROWS = ("color", "roughness", "metallic", "normal", "height", "emissive", "ao")
_RELIEF = ("normal", "height")


def apply(material, has_relief=True):
    """Renders the recipe and updates the material. Nodes that the user added stay as they are.

    has_relief: use normals and heights; not for a terrain, whose vertices have them.
    """
    images, shown = pictures.render(material)
    material.use_nodes = True
    tree = material.node_tree
    output = _output(tree)
    surface = _surface(material, output)
    repeats = shown["tiling"]
    for row, kind in enumerate(_ROWS):
        if kind not in images or (kind in _RELIEF and not has_relief):
            _remove(tree, kind)
            continue
        node = _texture(material, kind, surface, row)
        node.image = images[kind]
        node.extension = "REPEAT" if repeats else "EXTEND"
    if "emissive" in images:
        _once(surface, "Emission Strength", 1.0)
    displacement = pictures.node_of(material, "displacement")
    if displacement:
        displacement.inputs["Scale"].default_value = recipe.rise_of(shown, material.cobble.width)
        displacement.inputs["Midlevel"].default_value = 0.5
    material.cobble.applied = material.cobble.state()


def _output(tree):
    output = tree.get_output_node("ALL") or tree.get_output_node("CYCLES")
    if not output:
        output = tree.nodes.new("ShaderNodeOutputMaterial")
        output.location = (400, 0)
    return output


def _surface(material, output):
    """Returns the material's Principled BSDF, or a new one if it has none."""
    links = output.inputs["Surface"].links
    if links and links[0].from_node.type == "BSDF_PRINCIPLED":
        return links[0].from_node
    surface = pictures.node_of(material, "surface")
    if surface:
        return surface
    tree = material.node_tree
    place = (output.location.x - 400, output.location.y)
    surface = _new(tree, "surface", "ShaderNodeBsdfPrincipled", place)
    if not links:
        tree.links.new(surface.outputs["BSDF"], output.inputs["Surface"])
    return surface


def _remove(tree, kind):
    for node in [each for each in tree.nodes if each.get("cobble") == kind]:
        tree.nodes.remove(node)


def _new(tree, kind, node_type, place):
    node = tree.nodes.new(node_type)
    node["cobble"] = kind
    node.location = place
    return node


def _texture(material, kind, surface, row):
    """Returns the node for a map; makes and connects it if it is missing."""
    node = pictures.node_of(material, kind)
    if node:
        return node
    tree = material.node_tree
    x, y = surface.location.x - 700, surface.location.y + 300 - 280 * row
    node = _new(tree, kind, "ShaderNodeTexImage", (x, y))
    node.label = kind
    color = node.outputs["Color"]
    for name in _INPUTS.get(kind, ()):
        if name in surface.inputs:
            tree.links.new(color, surface.inputs[name])
    if kind == "normal":
        normal = _new(tree, "normal map", "ShaderNodeNormalMap", (x + 400, y))
        tree.links.new(color, normal.inputs["Color"])
        tree.links.new(normal.outputs["Normal"], surface.inputs["Normal"])
    if kind == "height":
        _displace(material, color, (x + 800, y))
    return node


def _displace(material, height, place):
    """Connects the displacement, for vertices only: the normal map has the fine relief."""
    tree = material.node_tree
    node = _new(tree, "displacement", "ShaderNodeDisplacement", place)
    tree.links.new(height, node.inputs["Height"])
    tree.links.new(node.outputs["Displacement"], _output(tree).inputs["Displacement"])
    owner = material if hasattr(material, "displacement_method") else material.cycles
    owner.displacement_method = "DISPLACEMENT"


def _once(surface, name, value):
    """Sets an input the first time only: after that, it is the user's."""
    if surface.get("cobble emits") is None and name in surface.inputs:
        surface.inputs[name].default_value = value
        surface["cobble emits"] = True
