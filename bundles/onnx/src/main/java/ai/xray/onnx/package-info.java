/** Runs ONNX models on the CPU, in this process, with onnxruntime. */
@Export
@Version("1.0.0")
package ai.xray.onnx;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
