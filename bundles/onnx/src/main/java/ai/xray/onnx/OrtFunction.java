package ai.xray.onnx;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemoryLayout;

/**
 * The functions of onnxruntime's C interface that are used here, by their place in its table ({@code OrtApi}). Places never
 * change: newer versions add at the end.
 */
enum OrtFunction {
    GET_ERROR_MESSAGE(2, ADDRESS),
    CREATE_ENV(3, JAVA_INT, ADDRESS, ADDRESS),
    CREATE_SESSION(7, ADDRESS, ADDRESS, ADDRESS, ADDRESS),
    CREATE_SESSION_FROM_ARRAY(8, ADDRESS, ADDRESS, JAVA_LONG, ADDRESS, ADDRESS),
    RUN(9, ADDRESS, ADDRESS, ADDRESS, ADDRESS, JAVA_LONG, ADDRESS, JAVA_LONG, ADDRESS),
    CREATE_SESSION_OPTIONS(10, ADDRESS),
    SET_INTRA_OP_NUM_THREADS(24, ADDRESS, JAVA_INT),
    SESSION_GET_INPUT_COUNT(30, ADDRESS, ADDRESS),
    SESSION_GET_OUTPUT_COUNT(31, ADDRESS, ADDRESS),
    SESSION_GET_INPUT_NAME(36, ADDRESS, JAVA_LONG, ADDRESS, ADDRESS),
    SESSION_GET_OUTPUT_NAME(37, ADDRESS, JAVA_LONG, ADDRESS, ADDRESS),
    CREATE_TENSOR_WITH_DATA(49, ADDRESS, ADDRESS, JAVA_LONG, ADDRESS, JAVA_LONG, JAVA_INT, ADDRESS),
    GET_TENSOR_MUTABLE_DATA(51, ADDRESS, ADDRESS),
    GET_TENSOR_ELEMENT_TYPE(60, ADDRESS, ADDRESS),
    GET_DIMENSIONS_COUNT(61, ADDRESS, ADDRESS),
    GET_DIMENSIONS(62, ADDRESS, ADDRESS, JAVA_LONG),
    GET_TENSOR_TYPE_AND_SHAPE(65, ADDRESS, ADDRESS),
    CREATE_CPU_MEMORY_INFO(69, JAVA_INT, JAVA_INT, ADDRESS),
    ALLOCATOR_FREE(76, ADDRESS, ADDRESS),
    GET_ALLOCATOR_WITH_DEFAULT_OPTIONS(78, ADDRESS),
    RELEASE_ENV(92),
    RELEASE_STATUS(93),
    RELEASE_MEMORY_INFO(94),
    RELEASE_SESSION(95),
    RELEASE_VALUE(96),
    RELEASE_TENSOR_TYPE_AND_SHAPE(99),
    RELEASE_SESSION_OPTIONS(100),
    ADD_SESSION_CONFIG_ENTRY(130, ADDRESS, ADDRESS, ADDRESS);

    private final int place;

    @SuppressWarnings("ImmutableEnumChecker") // it is, by its contract
    private final FunctionDescriptor descriptor;

    /** One of those that answer a status (or, {@link #GET_ERROR_MESSAGE}, a text). */
    OrtFunction(int place, MemoryLayout... arguments) {
        this.place = place;
        this.descriptor = FunctionDescriptor.of(ADDRESS, arguments);
    }

    /** One of those that release something. */
    OrtFunction(int place) {
        this.place = place;
        this.descriptor = FunctionDescriptor.ofVoid(ADDRESS);
    }

    /** In pointers from the beginning of the table. */
    int place() {
        return place;
    }

    FunctionDescriptor descriptor() {
        return descriptor;
    }
}
