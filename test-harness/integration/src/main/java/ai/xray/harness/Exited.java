package ai.xray.harness;

/** How a program ended and what it said. */
public record Exited(int code, String stdout, String stderr) {}
