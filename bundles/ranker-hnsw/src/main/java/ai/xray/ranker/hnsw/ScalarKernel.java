package ai.xray.ranker.hnsw;

/** Four sums side by side: quicker than one, and closer to the SIMD kernel's. */
final class ScalarKernel implements Kernel {
    private static final int SUMS = 4;

    @Override
    public float dot(float[] a, float[] b) {
        int end = a.length - a.length % SUMS;
        float sum0 = 0;
        float sum1 = 0;
        float sum2 = 0;
        float sum3 = 0;
        for (int i = 0; i < end; i += SUMS) {
            sum0 += a[i] * b[i];
            sum1 += a[i + 1] * b[i + 1];
            sum2 += a[i + 2] * b[i + 2];
            sum3 += a[i + 3] * b[i + 3];
        }
        float sum = (sum0 + sum2) + (sum1 + sum3);
        for (int i = end; i < a.length; i++) {
            sum += a[i] * b[i];
        }
        return sum;
    }
}
