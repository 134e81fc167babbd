package ai.xray.runtime;

import ai.xray.runtime.cli.Cli;
import ai.xray.runtime.server.Logs;

/** The program. Exit codes: 0 done, 1 refused, 2 used wrongly, 3 something needed is not available. */
public final class Main {
    private static final String CARRIERS = "jdk.virtualThreadScheduler.parallelism";

    private Main() {}

    public static void main(String[] args) {
        Logs.lastUntilTheEnd();
        leaveCarriersFree();
        int code = Cli.run(args, System.out, System.err);
        System.out.flush();
        System.exit(code);
    }

    /**
     * Requests run on virtual threads, which give up their carrier when they wait but not while they compute, and a carrier
     * does what its own threads left before what others ask for. With as many carriers as processors a few connections are
     * served again and again while others starve; with more, the operating system shares the processors among them. Read by
     * the first virtual thread; one that is set on the command line stays.
     */
    private static void leaveCarriersFree() {
        if (System.getProperty(CARRIERS) == null) {
            System.setProperty(CARRIERS, String.valueOf(4 * Runtime.getRuntime().availableProcessors()));
        }
    }
}
