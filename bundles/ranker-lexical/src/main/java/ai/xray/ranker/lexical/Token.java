package ai.xray.ranker.lexical;

/** A word to look for. */
record Token(String text, Role role) {
    private static final int MIN_EDITED_CHARS = 3;

    /** What a token is to its query. */
    enum Role {
        /** A document without it misses something. */
        REQUIRED(1),
        /** An identifier in whole, whose parts are required. */
        EXTRA(1),
        /** A function word beside words that say more. */
        LIGHT(0.1);

        private final double share;

        Role(double share) {
            this.share = share;
        }

        /** What part of a word's weight such a token has. */
        double share() {
            return share;
        }
    }

    boolean required() {
        return role == Role.REQUIRED;
    }

    /** Whether a word one edit away is taken for it; in shorter ones a single edit leaves too little. */
    boolean matchesEdited() {
        return chars() >= MIN_EDITED_CHARS;
    }

    /** Whether it is a single character, which in a script without spaces is part of words, not one itself. */
    boolean isSingle() {
        return chars() == 1;
    }

    /** Whether it is found in full only, if anywhere: a single letter is in every other word, and means none of them. */
    boolean isLetter() {
        return isSingle() && !Words.isSpaceless(text.codePointAt(0));
    }

    private int chars() {
        return text.codePointCount(0, text.length());
    }
}
