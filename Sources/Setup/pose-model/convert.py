"""Converts the pose landmark model from TensorFlow Lite to the ONNX that OpenCV 4.6 reads.

    convert.py SOURCE TARGET
"""
import sys

import onnx
import tf2onnx.convert
from onnx import helper, numpy_helper

# The landmarks and whether somebody is there; the mask, the heat map and places in metres are not needed.
KEPT = ([1, 195], [1, 1])


def shape(output):
    return [side.dim_value for side in output.type.tensor_type.shape.dim]


def fold_clips(graph):
    """Makes the limits of each Clip attributes: OpenCV 4.6 refuses them as inputs."""
    known = {item.name: numpy_helper.to_array(item) for item in graph.initializer}
    for node in graph.node:
        if node.op_type == "Constant":
            known[node.output[0]] = numpy_helper.to_array(node.attribute[0].t)
    for node in graph.node:
        if node.op_type == "Clip" and len(node.input) == 3:
            low, high = (float(known[name]) for name in node.input[1:])
            del node.input[1:]
            node.attribute.extend([helper.make_attribute("min", low), helper.make_attribute("max", high)])


def keep_outputs(graph):
    """Leaves out the other outputs and everything that leads only to them, and puts the rest in an order that follows
    from the outputs alone: the converter's own differs from run to run."""
    kept = sorted((output for output in graph.output if shape(output) in KEPT), key=shape)
    makers = {name: node for node in graph.node for name in node.output}
    weights = {item.name: item for item in graph.initializer}
    nodes, initial, names = [], [], {}
    waiting = [(output.name, False) for output in reversed(kept)]
    while waiting:
        name, is_ready = waiting.pop()
        if is_ready:
            nodes.append(makers[name])
            for made in makers[name].output:
                names[made] = f"v{len(names)}"
        elif name in names or not name:
            continue
        elif name in makers:
            waiting.append((name, True))
            waiting += [(source, False) for source in reversed(makers[name].input)]
        elif name in weights:
            names[name] = f"w{len(names)}"
            initial.append(weights[name])
    rename(kept, nodes, initial, names)
    for part, left in ((graph.output, kept), (graph.node, nodes), (graph.initializer, initial)):
        del part[:]
        part.extend(left)
    del graph.value_info[:]


def rename(outputs, nodes, initial, names):
    """Numbers everything."""
    for item in [*outputs, *initial]:
        item.name = names[item.name]
    for number, node in enumerate(nodes):
        node.name = f"n{number}"
        for part in (node.input, node.output):
            new = [names.get(name, name) for name in part]
            del part[:]
            part.extend(new)


def main(source, target):
    model, _ = tf2onnx.convert.from_tflite(source, opset=11)
    fold_clips(model.graph)
    keep_outputs(model.graph)
    # The same octets from the same model, whoever converts it.
    model.producer_name, model.producer_version = "", ""
    del model.metadata_props[:]
    onnx.save(model, target)


main(*sys.argv[1:])
