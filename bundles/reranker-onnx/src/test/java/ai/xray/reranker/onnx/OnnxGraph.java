package ai.xray.reranker.onnx;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;

/** Writes an ONNX model, node by node; field numbers are those of onnx.proto. */
final class OnnxGraph {
    static final int FLOAT = 1;
    static final int INT64 = 7;

    private static final int IR_VERSION = 8;
    private static final int OPSET = 13;
    private static final int ATTRIBUTE_INT = 2;
    private static final int ATTRIBUTE_INTS = 7;

    private final ProtoMessage graph = new ProtoMessage().text(2, "test");

    /** An input of a batch of rows of numbers. */
    OnnxGraph input(String name) {
        graph.message(11, value(name, INT64, List.of("batch", "length")));
        return this;
    }

    OnnxGraph output(String name, List<String> dimensions) {
        graph.message(12, value(name, FLOAT, dimensions));
        return this;
    }

    OnnxGraph longs(String name, long... values) {
        byte[] raw = new byte[Long.BYTES * values.length];
        ByteBuffer.wrap(raw).order(ByteOrder.LITTLE_ENDIAN).asLongBuffer().put(values);
        return initializer(name, INT64, raw, values.length);
    }

    OnnxGraph floats(String name, float[] values, int... dimensions) {
        byte[] raw = new byte[Float.BYTES * values.length];
        ByteBuffer.wrap(raw).order(ByteOrder.LITTLE_ENDIAN).asFloatBuffer().put(values);
        return initializer(name, FLOAT, raw, dimensions);
    }

    OnnxGraph node(String type, String output, String... inputs) {
        graph.message(1, nodeOf(type, output, inputs));
        return this;
    }

    /** A node with one attribute, a number. */
    OnnxGraph node(String type, String attribute, long value, String output, String... inputs) {
        ProtoMessage number =
                new ProtoMessage().text(1, attribute).number(3, value).number(20, ATTRIBUTE_INT);
        graph.message(1, nodeOf(type, output, inputs).message(5, number));
        return this;
    }

    /** A node that leaves out one dimension of its input. */
    OnnxGraph reduce(String type, long axis, String output, String input) {
        ProtoMessage axes = new ProtoMessage().text(1, "axes").number(8, axis).number(20, ATTRIBUTE_INTS);
        ProtoMessage keep = new ProtoMessage().text(1, "keepdims").number(3, 0).number(20, ATTRIBUTE_INT);
        graph.message(1, nodeOf(type, output, input).message(5, axes).message(5, keep));
        return this;
    }

    byte[] toModel() {
        ProtoMessage opset = new ProtoMessage().text(1, "").number(2, OPSET);
        return new ProtoMessage()
                .number(1, IR_VERSION)
                .message(8, opset)
                .message(7, graph)
                .toBytes();
    }

    /** This graph at the end of another model's: parts of a message that is there twice are merged by whoever reads it. */
    byte[] appendedTo(byte[] model) {
        byte[] end = new ProtoMessage().message(7, graph).toBytes();
        return ByteBuffer.allocate(model.length + end.length)
                .put(model)
                .put(end)
                .array();
    }

    private OnnxGraph initializer(String name, int type, byte[] raw, int... dimensions) {
        ProtoMessage tensor = new ProtoMessage();
        for (int dimension : dimensions) {
            tensor.number(1, dimension);
        }
        graph.message(5, tensor.number(2, type).text(8, name).bytes(9, raw));
        return this;
    }

    private static ProtoMessage nodeOf(String type, String output, String... inputs) {
        ProtoMessage node = new ProtoMessage();
        for (String input : inputs) {
            node.text(1, input);
        }
        return node.text(2, output).text(4, type);
    }

    private static ProtoMessage value(String name, int type, List<String> dimensions) {
        ProtoMessage shape = new ProtoMessage();
        for (String dimension : dimensions) {
            shape.message(1, new ProtoMessage().text(2, dimension));
        }
        ProtoMessage tensor = new ProtoMessage().number(1, type).message(2, shape);
        return new ProtoMessage().text(1, name).message(2, new ProtoMessage().message(1, tensor));
    }
}
