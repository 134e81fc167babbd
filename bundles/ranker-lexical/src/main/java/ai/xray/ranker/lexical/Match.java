package ai.xray.ranker.lexical;

/** How a token matches a word, worst first, and the grades that it gives; {@link Score#value} says what a grade is worth. */
enum Match {
    EDITED(1, 3),
    SUBSTRING(2, 6),
    PREFIX(4, 7),
    EXACT(5, 8);

    private final byte bodyGrade;
    private final byte titleGrade;

    Match(int bodyGrade, int titleGrade) {
        this.bodyGrade = (byte) bodyGrade;
        this.titleGrade = (byte) titleGrade;
    }

    byte bodyGrade() {
        return bodyGrade;
    }

    byte titleGrade() {
        return titleGrade;
    }
}
