package ai.xray.onnx;

import ai.xray.natives.NativeLibraries;
import java.io.IOException;
import java.nio.file.Path;

/** Opens a model in a process of its own and tells its inputs. */
final class OpenModel {
    private OpenModel() {}

    /** @param args where libraries are unpacked, and the model's file */
    @SuppressWarnings("SystemOut") // what it tells is what the test reads
    public static void main(String[] args) throws IOException {
        try (OnnxModel model = OnnxModel.open(new NativeLibraries(Path.of(args[0])), Path.of(args[1]), 1)) {
            System.out.println(model.inputs());
        }
    }
}
