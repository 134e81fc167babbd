package ai.xray.ranker.lexical;

/** How a token matches a word, worst first. */
enum Form {
    EDITED(0.20),
    SUBSTRING(0.35),
    PREFIX(0.50),
    STEM(0.55),
    EXACT(1.00);

    private final double grade;

    Form(double grade) {
        this.grade = grade;
    }

    /** What the match is worth, against an exact one. */
    double grade() {
        return grade;
    }

    /** Whether the word is the token, perhaps in another inflection, rather than one that looks like it. */
    boolean isFull() {
        return this == EXACT || this == STEM;
    }
}
