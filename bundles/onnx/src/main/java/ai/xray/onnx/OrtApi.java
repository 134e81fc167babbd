package ai.xray.onnx;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import ai.xray.natives.NativeLibraries;
import ai.xray.natives.Platform;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.net.URL;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;

/** onnxruntime's C interface. Thread-safe. */
@SuppressWarnings("restricted") // to call native code is what this class is for
final class OrtApi {
    /** The oldest interface that has all of {@link OrtFunction}; every later library offers it too. */
    private static final int VERSION = 14;

    private final Map<OrtFunction, MethodHandle> functions = new EnumMap<>(OrtFunction.class);

    private OrtApi(MemorySegment table) {
        Linker linker = Linker.nativeLinker();
        for (OrtFunction function : OrtFunction.values()) {
            MemorySegment address = table.getAtIndex(ADDRESS, function.place());
            functions.put(function, linker.downcallHandle(address, function.descriptor()));
        }
    }

    static OrtApi load(NativeLibraries libraries) throws IOException {
        SymbolLookup symbols = libraries.load(library());
        Linker linker = Linker.nativeLinker();
        MethodHandle getBase =
                linker.downcallHandle(symbols.findOrThrow("OrtGetApiBase"), FunctionDescriptor.of(ADDRESS));
        MemorySegment base = ((MemorySegment) invoke(getBase)).reinterpret(2 * ADDRESS.byteSize());
        MethodHandle getApi = linker.downcallHandle(base.get(ADDRESS, 0), FunctionDescriptor.of(ADDRESS, JAVA_INT));
        MemorySegment table = (MemorySegment) invoke(getApi, VERSION);
        if (table.address() == 0) {
            throw new IOException("this onnxruntime does not offer version " + VERSION + " of its interface");
        }
        long places = OrtFunction.ADD_SESSION_CONFIG_ENTRY.place() + 1L;
        return new OrtApi(table.reinterpret(places * ADDRESS.byteSize()));
    }

    private static URL library() throws IOException {
        Platform platform = Platform.current();
        String path = switch (platform) {
            case LINUX_X64 -> "linux-x64/libonnxruntime.so";
            case LINUX_ARM64 -> "linux-aarch64/libonnxruntime.so";
            case MACOS_ARM64 -> "osx-aarch64/libonnxruntime.dylib";
        };
        URL library = OrtApi.class.getResource("/ai/onnxruntime/native/" + path);
        if (library == null) {
            throw new IOException("onnxruntime for " + platform + " is not in this build");
        }
        return library;
    }

    /**
     * Calls a function that answers a status.
     *
     * @throws IOException when it failed, with what the library says
     */
    void call(OrtFunction function, Object... arguments) throws IOException {
        MemorySegment status = (MemorySegment) invoke(functions.get(function), arguments);
        if (status.address() != 0) {
            MemorySegment message = (MemorySegment) invoke(functions.get(OrtFunction.GET_ERROR_MESSAGE), status);
            String words = message.reinterpret(Long.MAX_VALUE).getString(0);
            release(OrtFunction.RELEASE_STATUS, status);
            throw new IOException("onnxruntime: " + words.strip());
        }
    }

    /** Calls a function whose last argument is where it puts a pointer, and answers that pointer. */
    MemorySegment make(OrtFunction function, Object... arguments) throws IOException {
        try (Arena call = Arena.ofConfined()) {
            MemorySegment place = call.allocate(ADDRESS);
            Object[] all = Arrays.copyOf(arguments, arguments.length + 1);
            all[arguments.length] = place;
            call(function, all);
            return place.get(ADDRESS, 0);
        }
    }

    /** The same thing, which is released when {@code owner} closes. */
    MemorySegment owned(MemorySegment thing, OrtFunction release, Arena owner) {
        return thing.reinterpret(owner, address -> release(release, address));
    }

    private void release(OrtFunction function, MemorySegment thing) {
        invoke(functions.get(function), thing);
    }

    private static Object invoke(MethodHandle function, Object... arguments) {
        try {
            return function.invokeWithArguments(arguments);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new LinkageError("onnxruntime was called wrongly", e);
        }
    }
}
