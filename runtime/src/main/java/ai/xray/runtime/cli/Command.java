package ai.xray.runtime.cli;

import java.io.IOException;
import org.osgi.framework.BundleException;

/** One command of the command line. */
interface Command {
    /**
     * Does it.
     *
     * @param args what follows the command's name
     * @return the exit code
     */
    int run(String[] args) throws IOException, BundleException, InterruptedException;
}
