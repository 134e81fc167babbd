package ai.xray.ranker.lexical;

/** The memory that a ranking works in. */
record Workspace(Matches matches, Sums sums) {
    Workspace() {
        this(new Matches(), new Sums());
    }

    void clear() {
        matches.clear();
        sums.clear();
    }
}
