package ai.xray.onnx;

import java.util.List;

/**
 * What a model answered.
 *
 * @param values in row-major order; not copied
 * @param shape the length of each dimension, outermost first
 */
@SuppressWarnings("ArrayRecordComponent") // millions of numbers, made for one reader
public record FloatTensor(float[] values, List<Integer> shape) {}
