package ai.xray.runtime;

import ai.xray.runtime.cli.Cli;
import ai.xray.runtime.server.Logs;

/** The program. Exit codes: 0 done, 1 refused, 2 used wrongly, 3 something needed is not available. */
public final class Main {
    private Main() {}

    public static void main(String[] args) {
        Logs.lastUntilTheEnd();
        int code = Cli.run(args, System.out, System.err);
        System.out.flush();
        System.exit(code);
    }
}
