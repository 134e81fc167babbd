package ai.xray.onnx;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import ai.xray.natives.NativeLibraries;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * A model that is ready to run, whose inputs are tables of whole numbers and whose outputs are tensors of floats, as those of
 * sentence models are. {@link #run} may be called by several threads at once; closing while one runs is refused.
 *
 * <p>A run is a native call: it cannot be interrupted, and holds the carrier of a virtual thread.
 */
public final class OnnxModel implements AutoCloseable {
    private static final int LOG_ERRORS_ONLY = 3;
    private static final int FLOAT_ELEMENTS = 1;
    private static final int LONG_ELEMENTS = 7;
    private static final int ARENA_ALLOCATOR = 1;
    private static final int DEFAULT_MEMORY = 0;
    private static final int MOST_DEFAULT_THREADS = 4;

    private final OrtApi api;
    private final Arena arena;
    private final MemorySegment session;
    private final MemorySegment memory;
    private final List<String> inputs;
    private final List<String> outputs;

    private OnnxModel(OrtApi api, Arena arena, Source source, int threads) throws IOException {
        this.api = api;
        this.arena = arena;
        session = api.owned(session(source, threads), OrtFunction.RELEASE_SESSION, arena);
        memory = api.owned(
                api.make(OrtFunction.CREATE_CPU_MEMORY_INFO, ARENA_ALLOCATOR, DEFAULT_MEMORY),
                OrtFunction.RELEASE_MEMORY_INFO,
                arena);
        inputs = names(OrtFunction.SESSION_GET_INPUT_COUNT, OrtFunction.SESSION_GET_INPUT_NAME);
        outputs = names(OrtFunction.SESSION_GET_OUTPUT_COUNT, OrtFunction.SESSION_GET_OUTPUT_NAME);
    }

    @SuppressWarnings("MustBeClosedChecker") // the model closes it
    private static OnnxModel open(NativeLibraries libraries, Source source, int threads) throws IOException {
        OrtApi api = OrtApi.load(libraries);
        Arena arena = Arena.ofShared();
        try {
            return DeepStack.run(() -> new OnnxModel(api, arena, source, threads));
        } catch (IOException | RuntimeException e) {
            arena.close();
            throw e;
        }
    }

    /**
     * Loads a model from a file, and what the file refers to from beside it.
     *
     * @param libraries where onnxruntime is unpacked
     * @param threads that a run uses, the caller's among them; 0 is as many as there are processors, at most 4
     * @throws IOException when onnxruntime or the model cannot be loaded, with a sentence that says why
     */
    public static OnnxModel open(NativeLibraries libraries, Path file, int threads) throws IOException {
        if (!Files.isReadable(file)) {
            throw new IOException("the model " + file + " is not a file that can be read");
        }
        return open(
                libraries,
                (api, environment, options, opening) -> api.make(
                        OrtFunction.CREATE_SESSION, environment, opening.allocateFrom(file.toString()), options),
                threads);
    }

    /** Loads a model from its bytes; otherwise like the other one. */
    public static OnnxModel open(NativeLibraries libraries, byte[] model, int threads) throws IOException {
        return open(
                libraries,
                (api, environment, options, opening) -> api.make(
                        OrtFunction.CREATE_SESSION_FROM_ARRAY,
                        environment,
                        opening.allocateFrom(JAVA_BYTE, model),
                        (long) model.length,
                        options),
                threads);
    }

    /** Names of the inputs, in the model's order. */
    public List<String> inputs() {
        return inputs;
    }

    /** Names of the outputs, in the model's order. */
    public List<String> outputs() {
        return outputs;
    }

    /**
     * Runs the model.
     *
     * @param values a table of {@code rows} times {@code columns} numbers, row by row, for every input
     * @param output the name of the output that is wanted
     * @throws IOException when the model fails on these values, or its output is not of floats
     */
    public FloatTensor run(Map<String, long[]> values, int rows, int columns, String output) throws IOException {
        try (Arena call = Arena.ofConfined()) {
            MemorySegment names = call.allocate(ADDRESS, values.size());
            MemorySegment tensors = call.allocate(ADDRESS, values.size());
            int place = 0;
            for (Map.Entry<String, long[]> input : values.entrySet()) {
                names.setAtIndex(ADDRESS, place, call.allocateFrom(input.getKey()));
                tensors.setAtIndex(ADDRESS, place, table(input.getKey(), input.getValue(), rows, columns, call));
                place++;
            }
            MemorySegment outputNames = call.allocateFrom(ADDRESS, call.allocateFrom(output));
            MemorySegment outputValues = call.allocate(ADDRESS);
            api.call(
                    OrtFunction.RUN,
                    session,
                    MemorySegment.NULL,
                    names,
                    tensors,
                    (long) values.size(),
                    outputNames,
                    1L,
                    outputValues);
            return floats(api.owned(outputValues.get(ADDRESS, 0), OrtFunction.RELEASE_VALUE, call), call);
        }
    }

    private MemorySegment table(String name, long[] values, int rows, int columns, Arena call) throws IOException {
        if (values.length != rows * columns) {
            throw new IllegalArgumentException(
                    "%s has %d values, but must have %d times %d".formatted(name, values.length, rows, columns));
        }
        MemorySegment data = call.allocateFrom(JAVA_LONG, values);
        MemorySegment shape = call.allocateFrom(JAVA_LONG, rows, columns);
        return api.owned(
                api.make(OrtFunction.CREATE_TENSOR_WITH_DATA, memory, data, data.byteSize(), shape, 2L, LONG_ELEMENTS),
                OrtFunction.RELEASE_VALUE,
                call);
    }

    @SuppressWarnings("restricted") // the library tells where its numbers lie, and the shape how many they are
    private FloatTensor floats(MemorySegment value, Arena call) throws IOException {
        MemorySegment info = api.owned(
                api.make(OrtFunction.GET_TENSOR_TYPE_AND_SHAPE, value),
                OrtFunction.RELEASE_TENSOR_TYPE_AND_SHAPE,
                call);
        MemorySegment type = call.allocate(JAVA_INT);
        api.call(OrtFunction.GET_TENSOR_ELEMENT_TYPE, info, type);
        if (type.get(JAVA_INT, 0) != FLOAT_ELEMENTS) {
            throw new IOException("the model's output is not of 32-bit floats");
        }
        MemorySegment dimensions = call.allocate(JAVA_LONG);
        api.call(OrtFunction.GET_DIMENSIONS_COUNT, info, dimensions);
        MemorySegment lengths = call.allocate(JAVA_LONG, dimensions.get(JAVA_LONG, 0));
        api.call(OrtFunction.GET_DIMENSIONS, info, lengths, dimensions.get(JAVA_LONG, 0));
        long[] shape = lengths.toArray(JAVA_LONG);
        long size = Arrays.stream(shape).reduce(1, Math::multiplyExact);
        MemorySegment numbers =
                api.make(OrtFunction.GET_TENSOR_MUTABLE_DATA, value).reinterpret(size * JAVA_FLOAT.byteSize());
        return new FloatTensor(
                numbers.toArray(JAVA_FLOAT),
                Arrays.stream(shape).mapToInt(Math::toIntExact).boxed().toList());
    }

    private MemorySegment session(Source source, int threads) throws IOException {
        // There is one environment per process, which the library counts the users of; it is a logger and little more.
        try (Arena opening = Arena.ofConfined()) {
            MemorySegment environment = api.make(OrtFunction.CREATE_ENV, LOG_ERRORS_ONLY, opening.allocateFrom("xray"));
            MemorySegment options = api.owned(
                    api.make(OrtFunction.CREATE_SESSION_OPTIONS), OrtFunction.RELEASE_SESSION_OPTIONS, opening);
            api.call(OrtFunction.SET_INTRA_OP_NUM_THREADS, options, threads > 0 ? threads : defaultThreads());
            // Threads that wait for work by spinning would take the processors from everyone else.
            api.call(
                    OrtFunction.ADD_SESSION_CONFIG_ENTRY,
                    options,
                    opening.allocateFrom("session.intra_op.allow_spinning"),
                    opening.allocateFrom("0"));
            return source.open(api, environment, options, opening);
        }
    }

    private static int defaultThreads() {
        return Math.min(Runtime.getRuntime().availableProcessors(), MOST_DEFAULT_THREADS);
    }

    @SuppressWarnings("restricted") // names end with a zero byte
    private List<String> names(OrtFunction count, OrtFunction name) throws IOException {
        try (Arena call = Arena.ofConfined()) {
            MemorySegment allocator = api.make(OrtFunction.GET_ALLOCATOR_WITH_DEFAULT_OPTIONS);
            MemorySegment size = call.allocate(JAVA_LONG);
            api.call(count, session, size);
            List<String> names = new ArrayList<>();
            for (long i = 0; i < size.get(JAVA_LONG, 0); i++) {
                MemorySegment text = api.make(name, session, i, allocator);
                names.add(text.reinterpret(Long.MAX_VALUE).getString(0));
                api.call(OrtFunction.ALLOCATOR_FREE, allocator, text);
            }
            return List.copyOf(names);
        }
    }

    /** Gives the model's memory back. */
    @Override
    public void close() {
        arena.close();
    }

    /** Where a session gets its model from. */
    private interface Source {
        MemorySegment open(OrtApi api, MemorySegment environment, MemorySegment options, Arena opening)
                throws IOException;
    }
}
