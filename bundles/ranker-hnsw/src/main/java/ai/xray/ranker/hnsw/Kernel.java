package ai.xray.ranker.hnsw;

import java.lang.System.Logger.Level;

/** The inner loop of every search. Implementations agree to within 1e-6 on vectors of length one. */
interface Kernel {
    /** The sum of the products of the components of two vectors of the same length. */
    float dot(float[] a, float[] b);

    /** The fastest that this JVM can run. */
    static Kernel fastest() {
        if (isPresent("jdk.incubator.vector.FloatVector")) {
            return new SimdKernel();
        }
        System.getLogger(Kernel.class.getName())
                .log(
                        Level.DEBUG,
                        "Similarities are computed without SIMD: start Java with --add-modules jdk.incubator.vector.");
        return new ScalarKernel();
    }

    /** Asked before a class that needs {@code name} is loaded. */
    private static boolean isPresent(String name) {
        try {
            Class.forName(name, false, Kernel.class.getClassLoader());
            return true;
        } catch (ClassNotFoundException | LinkageError _) {
            return false;
        }
    }
}
