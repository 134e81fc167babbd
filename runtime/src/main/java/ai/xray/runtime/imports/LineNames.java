package ai.xray.runtime.imports;

/** How the lines of cells are called when one of them is refused: by their number, or by the file they were made of. */
@FunctionalInterface
public interface LineNames {
    /** The name of line {@code number}, counted from 1. */
    String of(int number);
}
